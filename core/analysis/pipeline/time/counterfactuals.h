#pragma once

#include "core/analysis/pipeline/time/measured_graph.h"

#include <optional>
#include <vector>

namespace stagescope {

/// Why a pipeline's window is as long as it is: the same order replayed with one thing changed at a time, and the
/// difference named by what changed (telescoping counterfactuals). The parts sum up to the measured window:
/// window = busyMean + inherent + stageImbalance + variability + transfer + launch + residual, to the nanosecond. Cells
/// count with the work of their stage before them (stage_work.h): a loss makes its stage longer.
struct Counterfactuals {
    Nanos window{0};     ///< M, measured
    Nanos uniform{0};    ///< M0: each kind takes its mean over all stages and microbatches; no transfer
    Nanos stages{0};     ///< M1: its mean per rank and stage
    Nanos actual{0};     ///< M2: each cell as measured
    Nanos transfers{0};  ///< M3: and each transfer takes the median of the step, both directions together
    Nanos launches{0};   ///< M4: and each launch delay as measured: begin - latest of inputs and the cell before
    Nanos busyMean{0};   ///< mean over ranks of the time in cells and such work

    [[nodiscard]] Nanos inherent() const { return uniform - busyMean; }
    [[nodiscard]] Nanos stageImbalance() const { return stages - uniform; }
    [[nodiscard]] Nanos variability() const { return actual - stages; }  ///< may be negative
    [[nodiscard]] Nanos transfer() const { return transfers - actual; }
    [[nodiscard]] Nanos launch() const { return launches - transfers; }
    [[nodiscard]] Nanos residual() const { return window - launches; }
};

/// By node: the mean of its kind over all stages and microbatches. O(nodes log kinds).
[[nodiscard]] std::vector<Nanos> uniformDurations(const MeasuredGraph &graph);
/// By node: the mean of its kind on its rank and stage. O(nodes log kinds).
[[nodiscard]] std::vector<Nanos> stageDurations(const MeasuredGraph &graph);
/// M0: the graph as it would have run with them and without transfers; what idles there is inherent to the schedule.
/// Nothing for a graph that is not whole. O(nodes).
[[nodiscard]] std::optional<Replay> inherentReplay(const MeasuredGraph &graph);

/// Nothing for a graph that is not whole: with cells missing the replay would be of another pipeline. O(nodes).
[[nodiscard]] std::optional<Counterfactuals> counterfactuals(const PipelineChart &chart, const MeasuredGraph &graph);

}  // namespace stagescope
