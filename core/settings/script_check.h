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

/// What schedule() a script calls: MindSpore's where it imports that.
[[nodiscard]] SettingKind scheduleOf(std::string_view script);
/// Whether it sets jit_level="O2", by which MindSpore compiles the whole graph.
[[nodiscard]] bool setsGraphO2(std::string_view script);

}  // namespace stagescope
