#pragma once

#include "core/base/intervals.h"
#include "core/session/workspace.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

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

    /// Until when the device is at work that was launched before this time of the host; the least time without any.
    /// O(log n).
    [[nodiscard]] std::int64_t busyUntil(std::int64_t launchedBefore) const;

    struct Launched {
        std::int64_t launch = 0;
        std::int64_t end = 0;  ///< of the last work to end that was launched no later
    };
    std::vector<Launched> launches;  ///< by launch; what was launched before the capture comes first
};

/// Nothing where launches are not recorded. Work whose launch is missing counts from the first work on that has one. Of
/// one of the rank's devices (rank_devices.h), then all of its work where no launch of it is known, else of all. O(n
/// log n). Any thread.
[[nodiscard]] std::optional<LaunchedWork> launchedWork(const RankCapture &capture, const std::stop_token &stop = {},
                                                       std::optional<std::int64_t> device = {});

}  // namespace stagescope
