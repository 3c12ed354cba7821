#pragma once

#include "core/analysis/overview/capabilities.h"
#include "core/settings/setting_check.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace stagescope {

/// One line of what a profile of these settings will answer: the questions of core/analysis/overview, asked beforehand.
struct PlannedAnswer {
    Message title;  ///< "capability.<question>"
    Answer answer = Answer::No;
    Message remedy;  ///< what is missing; without an id where nothing is
};
/// In order of display; empty where another text decides: for a schedule alone, for profile_type dynamic. Partly: marks
/// in the code, or the framework, have to tell the rest.
[[nodiscard]] std::vector<PlannedAnswer> plannedAnswers(const SettingSheet &sheet);

/// How a job is distributed.
struct JobSizes {
    int tp = 1;
    int cp = 1;
    int dp = 1;
    int pp = 1;

    [[nodiscard]] std::int64_t world() const { return std::int64_t{1} * tp * cp * dp * pp; }
};
/// One rank of each stage and, where there are replicas, of two of them: enough for the pipeline, its imbalance, and
/// replicas against each other. Ranks are numbered as Megatron does unless told otherwise: tp fastest, then cp, dp, pp.
[[nodiscard]] std::vector<std::int64_t> sufficientRanks(const JobSizes &job);

/// Ranks that the settings name, as far as the job has them; nothing where all are recorded.
[[nodiscard]] std::optional<std::vector<std::int64_t>> namedRanks(const SettingSheet &sheet, const JobSizes &job);

/// Of one step of one rank, as text: kernel_details.csv of Qwen3-0.6B (TP 1, PP 2, DP 2) at Level2, 19 000 kernels. The
/// timeline comes on top. A database takes half of it.
inline constexpr double kKernelTableBytes = 9e6;
/// The same at Level0, whose rows are shorter: 65 bytes for each kernel of a CNN.
inline constexpr double kKernelTableBytesLevel0 = 19'000 * 65.0;
/// trace_view.json of a CNN at Level1 with call stacks, 2.2 MB for 191 kernels: bytes for each of them.
inline constexpr double kTimelineBytesPerKernel = 11'600;
/// Disk and memory that parsing takes, in multiples of the raw data, and the longest capture that is recommended
/// (documentation of the Ascend profiler).
inline constexpr int kParsingFactor = 20;
inline constexpr int kLongestMinutes = 5;
/// Bytes of the kernel tables of so many steps and ranks in the forms that are exported; 0 where no kernels are.
[[nodiscard]] double kernelTableBytes(const SettingSheet &sheet, std::int64_t steps, std::int64_t ranks);

}  // namespace stagescope
