#pragma once

#include "core/settings/setting_check.h"

#include <string_view>
#include <vector>

namespace stagescope {

/// What calls beside schedule() in a script of Python do with what they are given: DynamicProfilerMonitor() of
/// MindSpore, handlers under a name of older versions. Lines are those of the script. O(bytes).
[[nodiscard]] std::vector<SettingProblem> checkCalls(std::string_view script, const SettingQuestion &question);
/// Whether it has any of them.
[[nodiscard]] bool hasKnownCalls(std::string_view script);

}  // namespace stagescope
