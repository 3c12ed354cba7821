#pragma once

#include "core/analysis/pipeline/time/bubble_causes.h"
#include "core/analysis/trace/free_gaps.h"

#include <map>
#include <stop_token>
#include <vector>

namespace stagescope {

/// What bubbles tell of the idle times of ranks, for freeGaps; by rank.
using ToldGaps = std::map<int, std::vector<ToldGap>>;

/// Adds those of one step of a pipeline, whose rows of bubbleCauses are given: while the pipeline fills, drains or
/// makes a rank wait for data, whatever its host does costs nothing (PipelineWait); so it does between the begin of
/// the step and that of the pipeline on a rank whose first cell waits for another. All is there and the cell was
/// launched late: HostLaunch; was not: Other. O(gaps).
void addToldGaps(const Run &run, const PipelineChart &chart, const std::vector<RowBubbles> &rows, ToldGaps &told);
/// Of all pipelines of a run.
[[nodiscard]] ToldGaps toldGaps(const Run &run, const std::stop_token &stop = {});

}  // namespace stagescope
