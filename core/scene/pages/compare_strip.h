#pragma once

#include "core/analysis/run/time_split.h"
#include "core/base/item_ref.h"
#include "core/scene/kit/scene.h"
#include "core/scene/kit/scene_pen.h"
#include "core/session/workspace.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <vector>

namespace stagescope {

/// Where the time of a step went on each rank of the runs that are open.
using RankSplits = std::map<RankRef, TimeParts>;
/// `step`: of ranks that have it, else their first one. O(rows of the shallow tables). Any thread.
[[nodiscard]] RankSplits rankSplits(const Workspace &workspace, std::optional<std::int64_t> step,
                                    const std::stop_token &stop = {});

/// The part of a rank's time that differs most from what it is compared with.
struct RankDifference {
    RankRef rank;
    std::size_t part = 0;  ///< position in kSplitParts
    Nanos difference{0};   ///< rank - reference
};
/// Of all ranks of `right`'s run, by rank: against the same rank of `left`'s run where that is another one, else
/// against `left`. Ranks without a reference are left out. O(ranks).
[[nodiscard]] std::vector<RankDifference> rankDifferences(const RankSplits &splits, RankRef left, RankRef right);

/// One column a rank: as high as its difference, up where it takes longer, in the colour of the part; the rank that is
/// chosen stands on a band. Columns that share a pixel show the greatest of them.
[[nodiscard]] Scene buildCompareStrip(const std::vector<RankDifference> &differences, RankRef chosen, int width,
                                      int height, const SceneStyle &style);
/// "rank 3: computing +290.7 ms"
[[nodiscard]] Message differenceText(const RankDifference &difference, const SceneStyle &style);

}  // namespace stagescope
