#pragma once

#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/pipeline/time/critical_path.h"
#include "core/analysis/pipeline/time/group_figures.h"
#include "core/analysis/pipeline/time/ideal_schedule.h"
#include "core/analysis/pipeline/time/step_bubbles.h"
#include "core/scene/pipeline/pipeline_baseline.h"
#include "core/scene/pipeline/pipeline_digest.h"
#include "core/scene/timeline/timeline_source.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stagescope {

/// What a step's cells waited for, and what determined its length.
struct PipelineTiming {
    MeasuredGraph graph;
    CriticalPath path;
    std::vector<Nanos> slack;         ///< by node; empty where it is not known
    std::vector<std::size_t> nodeOf;  ///< by position of the cell; MeasuredGraph::kNone for cells of other steps
    std::vector<std::size_t> stopOf;  ///< by position of the cell: its stop on the path, or kNone

    [[nodiscard]] bool isOnPath(std::size_t cell) const {
        return cell < stopOf.size() && stopOf[cell] != MeasuredGraph::kNone;
    }
};
/// Nothing when the step has no scheduled cells. O(cells log cells).
[[nodiscard]] std::optional<PipelineTiming> pipelineTiming(const PipelineChart &chart, std::int64_t step,
                                                           const ClockAlignment &clock);

/// What the pipeline view looks at: one group of one run and one step of it. Made once per workspace, group and step on
/// the pool; a plain value.
struct PipelineInput {
    RunId run;
    PipelineChart chart;
    ClockAlignment clock;
    PipelineDigest digest;                        ///< of the chart; where it is not, drawing makes one for itself
    std::map<int, std::string> hosts;             ///< by rank, where known
    std::vector<int> missing;                     ///< ranks of the group that the run does not hold
    std::vector<int> unread;                      ///< ranks of the group of which more may be read
    std::optional<std::int64_t> step;             ///< the step in question; nothing when there are no cells
    std::optional<std::int64_t> typical{};        ///< the step that stands for all (typicalStepOf)
    std::optional<StepBubbles> bubbles;           ///< of that step
    std::optional<PipelineTiming> timing;         ///< of that step
    std::array<std::vector<IdealCell>, 2> ideal;  ///< of that step, by IdealCosts; empty where there is none
    std::optional<PipelineBaseline> baseline;     ///< where the workspace has one with such a pipeline
    std::vector<EnvelopeSpan> envelope;           ///< over all replicas, where it was asked for
    int envelopeReplicas = 0;
    std::vector<TimelineSource> traces;  ///< loaded timelines of the ranks, for the kernels within cells
};
/// Fills the input from a run. `step` nothing or without cells = the step that stands for all (typicalStepOf). O(cells
/// log cells).
[[nodiscard]] PipelineInput pipelineInput(const Run &run, const PipelineGroup &group, std::optional<std::int64_t> step,
                                          const std::stop_token &stop = {});
/// From the first begin to the last end of all that the step has in the chart: the window of the scheduled cells, and
/// gradient sync, optimizer and other work before and behind it. Nothing without a step. O(cells).
[[nodiscard]] std::optional<AlignedRange> wholeStep(const PipelineInput &input);
/// Where the item stands in the chart; nothing when it is not of this run and chart. O(cells of the rank).
[[nodiscard]] std::optional<std::size_t> cellPosition(const PipelineInput &input, const CellRef &ref);
[[nodiscard]] std::optional<std::size_t> p2pPosition(const PipelineInput &input, const CommOpRef &ref);
[[nodiscard]] CellRef cellRefAt(const PipelineInput &input, std::size_t position);
[[nodiscard]] CommOpRef p2pRefAt(const PipelineInput &input, std::size_t position);
/// The bubble of a row at a time, and the one that a reference names; null and nothing where there is none. O(log
/// bubbles).
[[nodiscard]] const Bubble *bubbleOf(const PipelineInput &input, const BubbleRef &ref);
[[nodiscard]] std::optional<BubbleRef> bubbleRefAt(const PipelineInput &input, int rank, AlignedTime time);
/// The ideal of a measured cell, by position; null where there is none.
[[nodiscard]] const IdealCell *idealOf(const PipelineInput &input, std::size_t position, IdealCosts costs);

}  // namespace stagescope
