#pragma once

#include "core/session/workspace.h"

#include <optional>
#include <string_view>
#include <vector>

namespace stagescope {

/// Place of a rank in the parallel dimensions.
struct RankIndices {
    int tp = 0;
    int cp = 0;
    int dp = 0;
    int pp = 0;
    bool operator==(const RankIndices &) const = default;
};

/// Megatron's default order, tp fastest: rank = ((pp * DP + dp) * CP + cp) * TP + tp. A size that is unknown counts as
/// 1; nothing when tp, dp or pp are unknown, when the sizes do not multiply to the world that metadata tells, or the
/// rank lies outside of it.
[[nodiscard]] std::optional<RankIndices> rankIndices(const ParallelSizes &sizes, int rank);

/// Ranks that metadata promises and the path does not hold, ascending; at most a million, since the size may be
/// anything. O(ranks).
[[nodiscard]] std::vector<int> missingRanks(const Run &run);

/// Whether a rank's number is a guess: several ranks were found, and no file and no name tells which this is.
[[nodiscard]] bool isGuessed(const Run &run, const RankCapture &capture);
[[nodiscard]] bool hasGuessedRanks(const Run &run);

/// Stable words for tables: "profiler_info", "folder_name" ...
[[nodiscard]] std::string_view rankOriginText(RankOrigin origin);
/// "listed", "loading_shallow" ...
[[nodiscard]] std::string_view loadStateText(LoadState state);

}  // namespace stagescope
