#include "core/analysis/pipeline/time/link_times.h"

#include "core/base/statistics.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace stagescope {

namespace {

constexpr double kMadToSigma = 1.4826;
/// Links of equal hardware differ by about this much (logarithm) from one run to the next.
constexpr double kLeastSpread = 0.05;

bool isBetweenHosts(const Run &run, int a, int b) {
    const auto *first = run.capture(a);
    const auto *second = run.capture(b);
    return first == nullptr || second == nullptr || first->host != second->host;
}

void compare(LinkTime &link, const std::vector<LinkTime> &links) {
    std::vector<Nanos> others;
    for (const auto &other : links) {
        const bool isSame = other.first == link.first && other.second == link.second;
        if (!isSame && other.isBetweenHosts == link.isBetweenHosts && other.median > Nanos{0}) {
            others.push_back(other.median);
        }
    }
    link.othersOfKind = others.size();
    if (others.empty() || link.median <= Nanos{0}) {
        return;
    }
    link.usual = upperMedian(others);
    const auto ln = [&](Nanos time) {
        return std::log(static_cast<double>(time.count()) / static_cast<double>(link.usual.count()));
    };
    std::vector<double> spread;
    for (const auto other : others) {
        spread.push_back(std::abs(ln(other)));
    }
    link.ratio = std::exp(ln(link.median));
    link.z = ln(link.median) / std::max(kMadToSigma * upperMedian(spread), kLeastSpread);
}

}  // namespace

std::vector<LinkTime> linkTimes(const Run &run, std::span<const PipelineChart *const> charts) {
    std::map<std::pair<int, int>, std::vector<Nanos>> times;
    for (const auto *chart : charts) {
        for (const auto &edge : chart->edges) {
            if (edge.send != P2pEdge::kNone && edge.receive != P2pEdge::kNone) {
                times[std::minmax(edge.from, edge.to)].push_back(recordedTransfer(edge));
            }
        }
    }
    std::vector<LinkTime> links;
    for (const auto &[ranks, values] : times) {
        LinkTime link;
        link.first = ranks.first;
        link.second = ranks.second;
        link.isBetweenHosts = isBetweenHosts(run, ranks.first, ranks.second);
        link.transfers = values.size();
        link.median = upperMedian(values);
        links.push_back(link);
    }
    for (auto &link : links) {
        compare(link, links);
    }
    return links;
}

Nanos recordedTransfer(const P2pEdge &edge) { return std::max(edge.transfer, Nanos{0}); }

std::optional<Nanos> windowWithTransfers(const PipelineChart &chart, const MeasuredGraph &graph,
                                         const ClockAlignment &clock, const EdgeTime &time) {
    using Node = MeasuredGraph::Node;
    const auto isPostedLate = [&](const Node &node, const MeasuredGraph::Input &input) {
        if (input.edge == MeasuredGraph::kNone || node.before == MeasuredGraph::kNone) {
            return false;
        }
        const auto receive = chart.edges[input.edge].receive;
        if (receive == P2pEdge::kNone) {
            return false;
        }
        const auto &op = chart.p2p[receive];
        return clock.toAligned(op.rank, op.range.begin) >= graph.nodes[node.before].range.end;
    };
    const auto median = medianTransfer(chart, graph.step);
    const auto timeOf = [&](const MeasuredGraph::Input &input) {
        return input.edge == MeasuredGraph::kNone ? median : time(chart.edges[input.edge]);
    };
    ReplayCosts costs;
    costs.transfer = [&](const Node &node, const MeasuredGraph::Input &input) {
        return isPostedLate(node, input) ? Nanos{0} : timeOf(input);
    };
    costs.launch = [&](const Node &node) {
        Nanos longest{0};
        for (const auto &input : node.inputs) {
            if (isPostedLate(node, input)) {
                longest = std::max(longest, timeOf(input));
            }
        }
        return longest;
    };
    const auto replay = replayGraph(graph, costs);
    return replay ? std::optional(replay->makespan) : std::nullopt;
}

}  // namespace stagescope
