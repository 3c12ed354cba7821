#pragma once

#include <string_view>

namespace stagescope {

/// Whether a word, in small letters, is one of the field: of operators, kernels, libraries, settings and of what this
/// program says. Such words name no person, machine or project. O(1). Any thread.
[[nodiscard]] bool isPublicWord(std::string_view word);

}  // namespace stagescope
