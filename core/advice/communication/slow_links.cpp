#include "core/advice/communication/slow_links.h"

#include <algorithm>

namespace stagescope {

std::vector<LinkTime> studiedLinks(const RuleInput &input) {
    std::vector<const PipelineChart *> charts;
    for (const auto &group : input.pipelines) {
        charts.push_back(&group.chart);
    }
    return linkTimes(input.run, charts);
}

std::vector<LinkTime> slowLinks(const RuleInput &input, const std::vector<LinkTime> &links) {
    const auto valueOf = [&](const char *name, double fallback) {
        const auto set = input.parameters.find(name);
        return set == input.parameters.end() ? fallback : set->second;
    };
    const double ratio = valueOf("slow_link.ratio", kSlowLinkRatio);
    const double z = valueOf("slow_link.z", kSlowLinkZ);
    std::vector<LinkTime> slow;
    std::copy_if(links.begin(), links.end(), std::back_inserter(slow),
                 [&](const LinkTime &link) { return link.othersOfKind > 0 && link.ratio >= ratio && link.z >= z; });
    return slow;
}

const P2pEdge *typicalTransfer(const PipelineChart &chart, Nanos usual,
                               const std::function<bool(const P2pEdge &edge)> &isAsked) {
    const P2pEdge *typical = nullptr;
    const auto distance = [&](const P2pEdge &edge) {
        return std::chrono::abs(edge.transfer - usual) + edge.sendWait + edge.receiveWait;
    };
    for (const auto &edge : chart.edges) {
        const bool hasEnds = edge.send != P2pEdge::kNone && edge.receive != P2pEdge::kNone;
        if (hasEnds && isAsked(edge) && (typical == nullptr || distance(edge) < distance(*typical))) {
            typical = &edge;
        }
    }
    return typical;
}

SelectionState transferEvidence(const Run &run, const PipelineChart &chart, const P2pEdge &edge) {
    SelectionState evidence;
    evidence.group = chart.group.id;
    evidence.step = edge.step;
    evidence.ranks = {{run.id, edge.from}, {run.id, edge.to}};
    for (const auto end : {edge.receive, edge.send}) {
        if (end != P2pEdge::kNone) {
            const auto &op = chart.p2p[end];
            evidence.items.emplace_back(CommOpRef{run.id, op.rank, op.nth, op.name});
        }
    }
    return evidence;
}

}  // namespace stagescope
