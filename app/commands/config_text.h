#pragma once

#include "core/settings/earlier_capture.h"
#include "core/settings/setting_answers.h"
#include "core/settings/setting_review.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stagescope {

/// One line each: "  line 5  stops    profile.static_param.level: reason".
[[nodiscard]] std::string problemsText(const std::vector<SettingProblem> &problems);
/// Steps, answers, ranks and volume of settings, as `config check` prints them.
[[nodiscard]] std::string outlookText(const SettingReview &review, const std::optional<JobSizes> &job,
                                      const std::vector<EarlierCapture> &earlier);
/// Every key with the value that counts and its meaning.
[[nodiscard]] std::string valuesText(const SettingSheet &sheet);
/// The keys of all kinds: kind, key, type, usual value and meaning, separated by tabs.
[[nodiscard]] std::string settingListText();

}  // namespace stagescope
