#include "core/analysis/pipeline/time/critical_path.h"

#include <algorithm>

namespace stagescope {

CriticalPath criticalPath(const PipelineChart &chart, const MeasuredGraph &graph) {
    CriticalPath path;
    const auto last = std::max_element(
        graph.nodes.begin(), graph.nodes.end(),
        [](const MeasuredGraph::Node &a, const MeasuredGraph::Node &b) { return a.range.end < b.range.end; });
    const auto transfer = measuredTransfers(chart, graph.step);
    auto current = static_cast<std::size_t>(last - graph.nodes.begin());
    // A cycle in damaged input must not turn for ever.
    while (current != MeasuredGraph::kNone && path.stops.size() < graph.nodes.size()) {
        const auto &node = graph.nodes[current];
        CriticalPath::Stop stop{.node = current};
        const auto before = latestPredecessor(graph, node);
        if (before.producer != MeasuredGraph::kNone) {
            const auto &producer = graph.nodes[before.producer];
            stop.gap = node.range.begin - producer.range.end;
            stop.work = before.producer == node.before ? node.work : Nanos{0};
            stop.transfer = producer.row == node.row
                                ? Nanos{0}
                                : std::clamp(transfer(node, before), Nanos{0}, std::max(stop.gap, Nanos{0}));
        }
        path.cells += node.duration();
        path.gaps += stop.gap;
        path.stops.push_back(stop);
        current = before.producer;
    }
    std::reverse(path.stops.begin(), path.stops.end());
    return path;
}

PathShares pathShares(const PipelineChart &chart, const MeasuredGraph &graph, const CriticalPath &path) {
    PathShares shares;
    shares.rows.resize(graph.rows.size());
    for (const auto &stop : path.stops) {
        const auto &node = graph.nodes[stop.node];
        shares.kinds[static_cast<std::size_t>(chart.cells[node.cell].kind)] += node.duration();
        shares.rows[node.row] += node.duration();
        shares.transfer += stop.transfer;
        shares.kinds[static_cast<std::size_t>(CellKind::Loss)] += stop.work;
        shares.rows[node.row] += stop.work;
        shares.otherGaps += stop.gap - stop.transfer - stop.work;
    }
    return shares;
}

std::optional<std::vector<Nanos>> slackOf(const PipelineChart &chart, const MeasuredGraph &graph) {
    const auto transfer = measuredTransfers(chart, graph.step);
    const auto replay = replayGraph(graph, {.transfer = transfer});
    if (!replay) {
        return std::nullopt;
    }
    // Latest ends: from the end of the window back, each node before the latest begins of those that wait for it.
    std::vector<AlignedTime> latestEnd(graph.nodes.size(), alignedTime(replay->makespan.count()));
    auto order = dependencyOrder(graph);
    std::reverse(order.begin(), order.end());
    for (const auto index : order) {
        const auto &node = graph.nodes[index];
        const auto latestBegin = latestEnd[index] - node.duration();
        if (node.before != MeasuredGraph::kNone) {
            latestEnd[node.before] = std::min(latestEnd[node.before], latestBegin - node.work);
        }
        for (const auto &input : node.inputs) {
            if (input.producer != MeasuredGraph::kNone) {
                const bool crosses = graph.nodes[input.producer].row != node.row;
                const auto way = crosses ? transfer(node, input) : Nanos{0};
                latestEnd[input.producer] = std::min(latestEnd[input.producer], latestBegin - way);
            }
        }
    }
    std::vector<Nanos> slack(graph.nodes.size());
    for (std::size_t i = 0; i < slack.size(); ++i) {
        slack[i] = latestEnd[i] - replay->times[i].end;
    }
    return slack;
}

}  // namespace stagescope
