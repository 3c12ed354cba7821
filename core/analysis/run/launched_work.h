#pragma once

#include "core/base/intervals.h"
#include "core/session/workspace.h"

#include <cstdint>
#include <optional>
#include <stop_token>

namespace stagescope {

/// Device work of a capture whose kernels tell where they were launched (traces of Kineto), without what was launched
/// before the capture began: the tail of the steps before it, which the device still had to do. ns of the rank's clock.
struct LaunchedWork {
    IntervalSet computing;  ///< kernels and fills
    IntervalSet kernels;    ///< computing without fills
    IntervalSet communication;
    IntervalSet copies;
    std::int64_t begin = 0;     ///< of the first of all
    std::int64_t end = 0;       ///< of the last of all
    std::uint64_t earlier = 0;  ///< how many were launched before the capture
    Nanos earlierTime{0};       ///< sum of their durations
};

/// Nothing where launches are not recorded. Work whose launch is missing counts from the first work on that has one.
/// O(n log n). Any thread.
[[nodiscard]] std::optional<LaunchedWork> launchedWork(const RankCapture &capture, const std::stop_token &stop = {});

}  // namespace stagescope
