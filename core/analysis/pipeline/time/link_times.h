#pragma once

#include "core/analysis/pipeline/time/measured_graph.h"
#include "core/session/workspace.h"

#include <cstddef>
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

/// What an edge took; never below 0.
[[nodiscard]] Nanos recordedTransfer(const P2pEdge &edge);

}  // namespace stagescope
