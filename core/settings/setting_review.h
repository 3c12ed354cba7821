#pragma once

#include "core/settings/setting_check.h"
#include "core/settings/step_plan.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace stagescope {

/// All that is known of settings before the job runs. Value type.
struct SettingReview {
    SettingSheet sheet;
    std::vector<SettingProblem> problems;  ///< of the text, its values and the steps: by line, the rest last
    std::optional<StepPlan> plan{};

    /// Whether nothing is recorded, or the program ends, until something is mended.
    [[nodiscard]] bool isStopped() const;
    /// Steps of the job, or one more than these settings need where they are not told.
    [[nodiscard]] std::int64_t steps() const;
};

/// What the program's own monitor reads at most; longer files are as good as none.
inline constexpr std::size_t kMonitorBytes = std::size_t{1} << 20;

/// Of an object that was read, with the problems of its text. O(keys).
[[nodiscard]] SettingReview reviewSettings(SettingKind kind, const TextNode &root, std::vector<SettingProblem> problems,
                                           const SettingQuestion &question);
/// Of a whole text that was read as `read`: also whether it is too long. O(keys).
[[nodiscard]] SettingReview reviewSettings(SettingKind kind, std::string_view text, const SettingText &read,
                                           const SettingQuestion &question);

/// Values that are not taken as they stand.
[[nodiscard]] std::size_t refusedOf(const std::vector<SettingProblem> &problems);
/// Problems by line, those of no line last.
[[nodiscard]] std::vector<SettingProblem> sortedProblems(std::vector<SettingProblem> problems);

}  // namespace stagescope
