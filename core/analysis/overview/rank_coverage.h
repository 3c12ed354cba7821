#pragma once

#include "core/analysis/overview/capabilities.h"
#include "core/session/workspace.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace stagescope {

/// Whether the reading of a file that tells of the rank's time ended before its content did: it is cut, damaged in the
/// middle or beyond a limit. O(entries of the log).
[[nodiscard]] bool endsEarly(const RankCapture &capture);

/// What a list of ranks says of one: Damaged also where a part of it could be read.
[[nodiscard]] LoadState shownState(const RankCapture &capture);

/// The run without such ranks, where at least half of them are whole. What a cut file lacks looks like a rank that is
/// faster than others, and these would be blamed.
[[nodiscard]] Run withoutCutRanks(Run run);

/// On how many ranks whatever is said of a run rests. A rank is complete when it tells what most others tell and
/// what its settings say was recorded, and nothing of its files was lost; it counts as judged when it tells where the
/// time of a step goes and withoutCutRanks leaves it. Ranks in ascending order.
struct RankCoverage {
    std::vector<int> found{};
    std::vector<int> judged{};
    std::vector<int> incomplete{};  ///< of those found, to be copied again
    std::size_t complete = 0;       ///< how many are neither, nor lack what others are judged by
    std::size_t expected = 0;       ///< as the job's sizes say; at least those that were found

    [[nodiscard]] bool isWhole() const { return incomplete.empty() && judged.size() == expected; }
};
/// `answers` as capabilities(run) gives them. O(ranks x entries of the logs).
[[nodiscard]] RankCoverage rankCoverage(const Run &run, const std::vector<Capability> &answers);

}  // namespace stagescope
