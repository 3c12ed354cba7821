#pragma once

#include "core/analysis/pipeline/time/bubble_causes.h"

#include <array>
#include <optional>
#include <vector>

namespace stagescope {

/// The chain of cells that determines how long a pipeline's window is: from the cell that ends last back to the input
/// (or the cell before on its rank) that ended last, and so on. Cells and gaps of the path fill the window without
/// overlap where no input ends after its consumer began.
struct CriticalPath {
    struct Stop {
        std::size_t node = MeasuredGraph::kNone;
        /// From the end of the stop before to the begin of this one: RendezvousWait and Transfer where it came from
        /// another rank, HostLaunch for the rest; negative when it began before its input ended.
        Nanos gap{0};
        Nanos transfer{0};  ///< part of the gap
        Nanos work{0};      ///< part of the gap: of its stage, as the loss (stage_work.h)
    };
    std::vector<Stop> stops;  ///< in order of time
    Nanos cells{0};           ///< sum of the cells
    Nanos gaps{0};
};
/// O(nodes). Ties prefer the same rank.
[[nodiscard]] CriticalPath criticalPath(const PipelineChart &chart, const MeasuredGraph &graph);

/// Where the time of a path goes: cells by kind and by rank of the group, gaps. Cells + gaps = its length.
struct PathShares {
    std::array<Nanos, 9> kinds{};  ///< by CellKind; work of stages between their cells counts as loss
    std::vector<Nanos> rows;
    Nanos transfer{0};
    Nanos otherGaps{0};  ///< host, launch, rendezvous
};
[[nodiscard]] PathShares pathShares(const PipelineChart &chart, const MeasuredGraph &graph, const CriticalPath &path);

/// How much later each node could end without a longer window, by node: latest - earliest begin in the replay with
/// measured durations and transfers (critical path method). 0 on the critical path of that replay. Nothing when the
/// measured order contradicts the dependencies. O(nodes).
[[nodiscard]] std::optional<std::vector<Nanos>> slackOf(const PipelineChart &chart, const MeasuredGraph &graph);

}  // namespace stagescope
