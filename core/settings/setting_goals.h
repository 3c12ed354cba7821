#pragma once

#include "core/analysis/run/platform.h"
#include "core/settings/setting_check.h"
#include "core/settings/setting_edit.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// What somebody wants to find out by a capture: some of the questions of capability_list under one word.
struct SettingGoal {
    std::string_view id;  ///< "pipeline"; its title is message "settings.goal.<id>"
    std::span<const std::string_view> questions;
};
/// In order of display; each question is one of a goal.
[[nodiscard]] std::span<const SettingGoal> settingGoals();
/// Null where there is none of that id.
[[nodiscard]] const SettingGoal *settingGoalById(std::string_view id);

/// One question of capability_list by itself, which lives as long as the program; empty where there is none of that id.
[[nodiscard]] std::span<const std::string_view> questionById(std::string_view id);
/// The settings by which a profile of that platform was made most likely.
[[nodiscard]] SettingKind settingsFor(Platform platform);

/// What to change so that a profile of these settings answers as many of these questions as settings can, and as well
/// (plannedAnswers): one key after the other, of equally good values the one that records least. Keys that change no
/// answer stay as they are. Empty where nothing is to be changed, and for a text that cannot be read.
/// O((keys + choices) * changes * bytes).
[[nodiscard]] std::vector<SettingChange> changesToAnswer(SettingKind kind, const std::string &text,
                                                         std::span<const std::string_view> questions,
                                                         const SettingQuestion &known);

}  // namespace stagescope
