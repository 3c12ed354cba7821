#include "core/analysis/pipeline/chart/p2p_graph.h"

#include "core/analysis/pipeline/chart/p2p_ops.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace stagescope {

namespace {

struct Node {
    std::set<int> neighbours;
    std::optional<AlignedTime> firstSend;
    int firstSendTo = -1;
    bool sendsFirst = false;  ///< its first transfer of all is a send
};
using Graph = std::map<int, Node>;

Graph graphOf(const Run &run) {
    Graph graph;
    for (const int rank : run.ranks()) {
        bool isFirst = true;
        for (const auto &op : p2pOps(*run.capture(rank))) {
            if (op.peer < 0 || op.peer == rank) {
                continue;
            }
            graph[rank].neighbours.insert(op.peer);
            graph[op.peer].neighbours.insert(rank);
            auto &node = graph[rank];
            node.sendsFirst = isFirst ? op.kind == P2pOp::Kind::Send : node.sendsFirst;
            isFirst = false;
            if (op.kind == P2pOp::Kind::Send && !node.firstSend) {
                node.firstSend = run.clock.toAligned(rank, op.range.begin);
                node.firstSendTo = op.peer;
            }
        }
    }
    return graph;
}

std::vector<int> componentOf(const Graph &graph, int start) {
    std::set<int> seen{start};
    std::vector<int> waiting{start};
    while (!waiting.empty()) {
        const int rank = waiting.back();
        waiting.pop_back();
        for (const int next : graph.at(rank).neighbours) {
            if (seen.insert(next).second) {
                waiting.push_back(next);
            }
        }
    }
    return {seen.begin(), seen.end()};
}

/// From `first` over `second` on, until there is no new neighbour.
std::vector<int> walk(const Graph &graph, int first, int second) {
    std::vector<int> order{first};
    for (int previous = first, rank = second; rank >= 0 && rank != first;) {
        order.push_back(rank);
        int next = -1;
        for (const int neighbour : graph.at(rank).neighbours) {
            next = neighbour != previous ? neighbour : next;
        }
        previous = rank;
        rank = next;
    }
    return order;
}

/// Empty when the ranks form neither a chain nor a ring.
std::vector<int> inStageOrder(const Graph &graph, const std::vector<int> &ranks) {
    std::vector<int> ends;
    for (const int rank : ranks) {
        const auto degree = graph.at(rank).neighbours.size();
        if (degree > 2) {
            return {};
        }
        if (degree == 1) {
            ends.push_back(rank);
        }
    }
    if (ends.size() == 2) {
        const bool isTurned = graph.at(ends[1]).sendsFirst && !graph.at(ends[0]).sendsFirst;
        const int first = ends[isTurned ? 1 : 0];
        return walk(graph, first, *graph.at(first).neighbours.begin());
    }
    int first = ranks.front();
    for (const int rank : ranks) {
        const auto &own = graph.at(rank);
        const auto &best = graph.at(first);
        if (own.firstSend && own.sendsFirst &&
            (!best.firstSend || !best.sendsFirst || own.firstSend < best.firstSend)) {
            first = rank;
        }
    }
    const auto &node = graph.at(first);
    return walk(graph, first, node.firstSendTo >= 0 ? node.firstSendTo : *node.neighbours.begin());
}

}  // namespace

std::vector<std::vector<int>> pipelinesOfTransfers(const Run &run) {
    const auto graph = graphOf(run);
    std::vector<std::vector<int>> result;
    std::set<int> seen;
    for (const auto &[rank, node] : graph) {
        if (seen.contains(rank)) {
            continue;
        }
        const auto ranks = componentOf(graph, rank);
        seen.insert(ranks.begin(), ranks.end());
        if (auto order = inStageOrder(graph, ranks); order.size() > 1) {
            result.push_back(std::move(order));
        }
    }
    return result;
}

}  // namespace stagescope
