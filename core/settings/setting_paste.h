#pragma once

#include "core/settings/setting_check.h"

#include <string>
#include <string_view>

namespace stagescope {

/// Settings that are no file, as they are put where their program finds them: a line of shell that sets
/// MS_PROFILER_OPTIONS to `text`, a command of dyno, a call of schedule(), a call of torch.profiler.profile(). Calls
/// and commands hold what differs from the usual values. Empty for settings that are a file. O(bytes).
[[nodiscard]] std::string pasteText(const SettingSheet &sheet, std::string_view text);

/// One word of a shell, whatever is in it.
[[nodiscard]] std::string quotedForShell(std::string_view text);

}  // namespace stagescope
