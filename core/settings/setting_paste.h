#pragma once

#include "core/settings/setting_check.h"

#include <string>
#include <string_view>

namespace stagescope {

/// Settings that are no file, as they are put where their program finds them: a line of shell that sets
/// MS_PROFILER_OPTIONS to `text`, a call of schedule(), a call of torch.profiler.profile(). Calls hold what differs
/// from the usual values. Empty for settings that are a file. O(bytes).
[[nodiscard]] std::string pasteText(const SettingSheet &sheet, std::string_view text);

}  // namespace stagescope
