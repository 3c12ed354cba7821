#pragma once

#include "core/analysis/pipeline/time/measured_graph.h"
#include "core/session/workspace.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace stagescope {

/// How long the transfers between two ranks of pipelines take, both ways, over all steps; only those of which both ends
/// were recorded. Compared with the other links of its kind: within a host, or between hosts.
struct LinkTime {
    int first = 0;  ///< ranks, first < second
    int second = 0;
    bool isBetweenHosts = false;
    std::size_t transfers = 0;
    Nanos median{0};
    std::size_t othersOfKind = 0;
    Nanos usual{0};    ///< median of the medians of the other links of its kind; 0 without any
    double ratio = 1;  ///< median / usual
    /// ln(ratio) in units of the spread of the others (1.4826 x median |ln - median ln|, at least 0.05).
    double z = 0;
};
/// By (first, second). Aligned clocks. O(edges log edges + links^2).
[[nodiscard]] std::vector<LinkTime> linkTimes(const Run &run, std::span<const PipelineChart *const> charts);

/// Time that an edge takes in a replay.
using EdgeTime = std::function<Nanos(const P2pEdge &edge)>;
[[nodiscard]] Nanos recordedTransfer(const P2pEdge &edge);

/// How long a step's window would be with its cells as measured and these transfers. In difference to
/// Counterfactuals::transfers a receive that was posted only after the cell before it had ended does not overlap with
/// that cell: its transfer begins when both sides have come. Nothing when the measured order contradicts the
/// dependencies. Refers to nothing afterwards. O(nodes).
[[nodiscard]] std::optional<Nanos> windowWithTransfers(const PipelineChart &chart, const MeasuredGraph &graph,
                                                       const ClockAlignment &clock, const EdgeTime &time);

}  // namespace stagescope
