#pragma once

#include "core/analysis/run/platform.h"

#include <string>
#include <string_view>

namespace stagescope {

/// Commands, settings or lines of code of a rule's remedy on a platform, to be copied, each in a line; capitals stand
/// for what the user knows. Empty where there are none.
[[nodiscard]] std::string_view ruleCommands(std::string_view rule, Platform platform);

/// Those of all platforms, each line once: for a page that is about no profile.
[[nodiscard]] std::string everyCommand(std::string_view rule);

}  // namespace stagescope
