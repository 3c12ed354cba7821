#pragma once

#include "core/base/result.h"
#include "core/demo/rank_program.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace stagescope {

/// When one operation happened, true time, ns from the start of the play. What a kind does not have stays at the time
/// before it.
struct DemoOpTimes {
    std::int64_t hostBegin = 0;  ///< call of the host operator
    std::int64_t hostEnd = 0;
    std::int64_t launchBegin = 0;  ///< on the launching thread, which takes over from the host's queue
    std::int64_t launchEnd = 0;
    std::int64_t waitBegin =
        0;  ///< the compute stream was ready but for a receive or all-reduce; = deviceBegin without a wait
    std::int64_t deviceBegin = 0;
    std::int64_t transferBegin = 0;  ///< all sides of a transfer have come
    std::int64_t deviceEnd = 0;
};
/// Times of each rank's operations, parallel to RankProgram::ops.
using DemoTimes = std::vector<std::vector<DemoOpTimes>>;

/// Plays all ranks' programs against each other. Hosts run ahead of their devices through a launch queue of bounded
/// depth; streams are first in, first out; transfers and all-reduces begin when the last side has come and end on all
/// sides at once. Ranks are advanced whenever what they wait for is known, so the result does not depend on the order
/// of advancing. O(operations). Errors: Cancelled; Internal should the programs wait for each other in a circle.
[[nodiscard]] Result<DemoTimes> playPrograms(const DemoCluster &cluster, const std::vector<RankProgram> &programs,
                                             const std::stop_token &stop);

/// Time of one round of a ring all-reduce of `bytes` over a group: each rank passes bytes / n on, and the slowest link
/// counts.
[[nodiscard]] std::int64_t ringRoundTime(const DemoCluster &cluster, const DemoGroup &group, std::int64_t bytes);
/// What the rank's own link needs for its part of a round.
[[nodiscard]] std::int64_t ringShareTime(const DemoCluster &cluster, const DemoGroup &group, int rank,
                                         std::int64_t bytes);
/// Reduce-scatter and all-gather: 2 (n - 1).
[[nodiscard]] int ringRounds(const DemoGroup &group);

}  // namespace stagescope
