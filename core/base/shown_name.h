#pragma once

#include <string_view>

namespace stagescope {

/// What people call a slice: of a mark whose message is the text of a dictionary, such as {'name': 'backward_step',
/// 'microbatch': 3}, the name in it; of a kernel of MindSpore's, which is named by its place in the network or has a
/// stack behind its name, its own (kernel_name.h); everything else by its whole name. Part of the text that was given.
[[nodiscard]] std::string_view shownName(std::string_view name);

}  // namespace stagescope
