#pragma once

#include "core/analysis/training/training_log.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace stagescope {

/// Slow steps that come at a fixed interval: evaluations, checkpoints.
struct StepInterval {
    std::int64_t every = 0;
    std::size_t count = 0;  ///< slow steps so far apart
    double extra = 0;       ///< ns that they last longer than the median, together
};

/// Steps of a log by their time. Times in ns.
struct LoggedPace {
    std::size_t timed = 0;  ///< steps with a time
    double median = kNotTold;
    double total = 0;               ///< of all timed steps; of means over several steps times their number
    std::vector<std::size_t> slow;  ///< that last longer than `factor` medians, longest first: positions in steps
    std::vector<StepInterval> intervals;
    std::vector<std::size_t> starts;  ///< the first of a part where they are as slow: compilation, first allocations
    std::optional<std::size_t> slowest{};
};

/// What is slow, where nobody asks for another factor: usual jitter is smaller.
inline constexpr double kSlowStepFactor = 2;

/// Nothing is slow in less than kFewestSteps steps. `factor`: of the median. O(n log n).
inline constexpr std::size_t kFewestSteps = 8;
[[nodiscard]] LoggedPace loggedPace(const LoggedSeries &series, double factor);
/// Steps that one logged time is the mean of.
[[nodiscard]] std::int64_t stepsOfTime(const LoggedSeries &series, std::size_t at);

}  // namespace stagescope
