#pragma once

#include <cstdint>
#include <string_view>

namespace stagescope {

/// Value of a key in the text of a flat Python or JSON dictionary, quotes of either kind around it cut off; empty when
/// there is none. A view into `text`. O(length).
[[nodiscard]] std::string_view dictionaryValue(std::string_view text, std::string_view key);
/// The number behind 'current_microbatch' in such a text, -1 when there is none.
[[nodiscard]] std::int64_t microbatchOf(std::string_view message);

}  // namespace stagescope
