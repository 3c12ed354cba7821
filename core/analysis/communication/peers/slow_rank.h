#pragma once

#include "core/analysis/communication/ops/comm_op.h"

#include <cstddef>
#include <span>
#include <vector>

namespace stagescope {

/// The vote of msprof-analyze's recipe slow_rank, for people who know its figures: of each collective the rank with an
/// outstandingly short duration came last, and is voted for. A table under the peer's name, not a verdict of ours.
struct SlowRankVote {
    int rank = 0;
    std::size_t votes = 0;
};
/// Groups whose operators were not recorded alike on all of their ranks are left out, as there; sends and receives do
/// not vote. Most votes first, then by rank. O(n log n).
[[nodiscard]] std::vector<SlowRankVote> slowRankVotes(std::span<const CommOp> ops);

/// Indices of outstandingly short durations. Up to 100 values: one-sided Dixon test at 0.995 for the smallest (ratio by
/// size: r10 to 7, r11 to 10, r21 to 13, r22 beyond). More: all below mean - 3 sigma (population), else, when one lies
/// above mean + 3 sigma, the smallest. Fewer than three values, or at most three different ones: none.
[[nodiscard]] std::vector<std::size_t> outstandinglyShort(std::span<const double> durations);

}  // namespace stagescope
