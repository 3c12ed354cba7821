#pragma once

#include "core/analysis/training/training_log.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace stagescope {

/// A recorded step of a profile, as a log may name it.
struct CapturedStep {
    std::int64_t step = 0;      ///< in the profile
    std::int64_t inLog = 0;     ///< number that the log has for it
    std::int64_t duration = 0;  ///< ns, on the host
};

/// Recorded steps of one rank, by their numbers in a log.
struct CapturedSteps {
    int rank = -1;
    std::int64_t shift = 0;  ///< inLog - step: profiles count from 0 or from where the job was started
    /// The times of steps agree with it, and not with others.
    bool isByTime = false;
    std::vector<CapturedStep> steps;

    /// The nearest to a step of the log; null of none. O(log n).
    [[nodiscard]] const CapturedStep *nearest(std::int64_t loggedStep) const;
};

/// Of the rank that the log is of, where it was recorded, else of the first that has steps. Without steps: empty.
/// O(steps log steps).
[[nodiscard]] CapturedSteps capturedSteps(const Run &run, const LoggedSeries &log);

}  // namespace stagescope
