#pragma once

#include "app/command_line.h"

namespace stagescope {

/// --memory SIZE, for commands that read profiles.
[[nodiscard]] OptionSpec memoryOption();
/// Sets the limit of the process (setMemoryLimit): as told, else half of what it can have. Errors: BadArgument.
[[nodiscard]] Status applyMemory(const Arguments &arguments);

}  // namespace stagescope
