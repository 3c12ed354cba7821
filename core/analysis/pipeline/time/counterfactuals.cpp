#include "core/analysis/pipeline/time/counterfactuals.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace stagescope {

namespace {

using Node = MeasuredGraph::Node;

/// Means of cells by a key of their nodes.
template <class KeyOf>
class MeansByKey {
public:
    MeansByKey(const MeasuredGraph &graph, KeyOf keyOf) : m_keyOf(keyOf) {
        for (const auto &node : graph.nodes) {
            auto &[sum, count] = m_sums[m_keyOf(node)];
            sum += node.cost();
            ++count;
        }
    }
    [[nodiscard]] Nanos operator()(const Node &node) const {
        const auto &[sum, count] = m_sums.at(m_keyOf(node));
        return Nanos{(sum.count() + count / 2) / count};
    }

private:
    KeyOf m_keyOf;
    std::map<decltype(std::declval<KeyOf>()(std::declval<Node>())), std::pair<Nanos, std::int64_t>> m_sums;
};

template <class Mean>
std::vector<Nanos> durationsBy(const MeasuredGraph &graph, const Mean &mean) {
    std::vector<Nanos> durations;
    durations.reserve(graph.nodes.size());
    std::ranges::transform(graph.nodes, std::back_inserter(durations), mean);
    return durations;
}

Nanos meanBusy(const MeasuredGraph &graph) {
    Nanos sum{0};
    for (std::size_t row = 0; row < graph.rows.size(); ++row) {
        sum += graph.busy(row);
    }
    return sum / static_cast<std::int64_t>(graph.rows.size());
}

std::optional<Replay> replayWith(const MeasuredGraph &graph, const std::vector<Nanos> &durations) {
    return replayGraph(graph, {.duration = [&](const Node &node) {
                           return durations[static_cast<std::size_t>(&node - graph.nodes.data())];
                       }});
}

}  // namespace

std::vector<Nanos> uniformDurations(const MeasuredGraph &graph) {
    return durationsBy(graph, MeansByKey(graph, [](const Node &node) { return node.kind; }));
}

std::vector<Nanos> stageDurations(const MeasuredGraph &graph) {
    // In DualPipe two ranks hold the same stage.
    return durationsBy(graph,
                       MeansByKey(graph, [](const Node &node) { return std::tuple(node.kind, node.row, node.stage); }));
}

std::optional<Replay> inherentReplay(const MeasuredGraph &graph) {
    if (!graph.isWhole) {
        return std::nullopt;
    }
    return replayWith(graph, uniformDurations(graph));
}

std::optional<Counterfactuals> counterfactuals(const PipelineChart &chart, const MeasuredGraph &graph) {
    if (!graph.isWhole) {
        return std::nullopt;
    }
    const auto transfer = [way = medianTransfer(chart, graph.step)](const Node &, const MeasuredGraph::Input &) {
        return way;
    };
    const auto measured = replayGraph(graph, {.transfer = transfer});
    const auto uniform = inherentReplay(graph);
    const auto stages = replayWith(graph, stageDurations(graph));
    const auto actual = replayGraph(graph, {});
    if (!measured || !uniform || !stages || !actual) {
        return std::nullopt;
    }
    const auto launch = [&](const Node &node) {
        auto ready =
            node.before == MeasuredGraph::kNone ? graph.window.begin : graph.nodes[node.before].range.end + node.work;
        for (const auto &input : node.inputs) {
            if (input.producer != MeasuredGraph::kNone) {
                const auto &producer = graph.nodes[input.producer];
                ready =
                    std::max(ready, producer.range.end + (producer.row == node.row ? Nanos{0} : transfer(node, input)));
            }
        }
        return std::max(node.range.begin - ready, Nanos{0});
    };
    const auto launched = replayGraph(graph, {.transfer = transfer, .launch = launch});
    if (!launched) {
        return std::nullopt;
    }
    return Counterfactuals{graph.window.duration(), uniform->makespan,  stages->makespan, actual->makespan,
                           measured->makespan,      launched->makespan, meanBusy(graph)};
}

}  // namespace stagescope
