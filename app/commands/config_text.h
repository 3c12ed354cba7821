#pragma once

#include "core/settings/setting_answers.h"
#include "core/settings/setting_check.h"
#include "core/settings/setting_text.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stagescope {

/// Where the trouble is first: by line, whole files last.
[[nodiscard]] std::vector<SettingProblem> sortedProblems(std::vector<SettingProblem> problems);
/// One line each: "  line 5  stops    profile.static_param.level: reason".
[[nodiscard]] std::string problemsText(const std::vector<SettingProblem> &problems);
/// Steps, answers, ranks and volume of settings, as `config check` prints them. `isStopped`: something has to be mended
/// first.
[[nodiscard]] std::string outlookText(const SettingSheet &sheet, const std::optional<JobSizes> &job, bool isStopped);
/// Every key with the value that counts and its meaning.
[[nodiscard]] std::string valuesText(const SettingSheet &sheet);
/// The keys of all kinds: kind, key, type, usual value and meaning, separated by tabs.
[[nodiscard]] std::string settingListText();

}  // namespace stagescope
