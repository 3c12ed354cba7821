#pragma once

#include <string_view>

namespace stagescope {

/// What people call a slice: of a mark whose message is the text of a dictionary, such as {'name': 'backward_step',
/// 'microbatch': 3}, the name in it; everything else by its whole name. Part of the text that was given.
[[nodiscard]] std::string_view shownName(std::string_view name);

}  // namespace stagescope
