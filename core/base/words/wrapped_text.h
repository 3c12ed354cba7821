#pragma once

#include <string>
#include <string_view>

namespace stagescope {

/// `text` in lines of at most `width` characters, where words allow it; all but the first behind `indent` blanks. The
/// first line begins at column `indent`. O(bytes).
[[nodiscard]] std::string wrappedText(std::string_view text, std::size_t indent, std::size_t width);

}  // namespace stagescope
