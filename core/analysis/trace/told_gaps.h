#pragma once

#include "core/analysis/pipeline/time/bubble_causes.h"
#include "core/analysis/trace/free_gaps.h"

#include <map>
#include <set>
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
/// Adds those between the parts of reinforcement learning that a rank goes through (role_phases.h), while another rank
/// is in a part: it waits for others there, whatever its host does. Of ranks whose timelines are there or were
/// measured: where they come one after the other none is known to wait. O(phases log phases).
void addRoleGaps(const Run &run, ToldGaps &told, const std::stop_token &stop = {});
/// Of all pipelines of a run, whose timelines may be there one after the other: they alone tell when cells were
/// launched. One thread.
class ToldGapsOfPipelines {
public:
    /// The run outlives it. O(cells).
    explicit ToldGapsOfPipelines(const Run &run, const std::stop_token &stop = {});

    /// Whether a rank has cells and no timeline now.
    [[nodiscard]] bool needsTimelines() const { return !m_untold.empty(); }
    /// A rank whose timeline is there now. O(n log n) of dispatchPaths.
    void add(const RankCapture &capture, const std::stop_token &stop = {});
    [[nodiscard]] ToldGaps told(const std::stop_token &stop = {}) const;

private:
    const Run *m_run;
    std::vector<PipelineChart> m_charts;
    std::set<int> m_untold;  ///< ranks with cells that had no timeline at first
};
/// Of all pipelines of a run whose timelines are there.
[[nodiscard]] ToldGaps toldGaps(const Run &run, const std::stop_token &stop = {});

}  // namespace stagescope
