#include "core/advice/gap_cost.h"

#include "core/advice/pipeline_medians.h"
#include "core/analysis/free_gaps.h"
#include "core/base/intervals.h"

#include <algorithm>

namespace stagescope {

namespace {

using Node = MeasuredGraph::Node;

/// Gaps of a rank by aligned time.
struct Gaps {
    IntervalSet late;
    std::vector<AlignedRange> steps;

    [[nodiscard]] Nanos within(AlignedTime begin, AlignedTime end) const {
        return begin < end ? Nanos{totalLength(clipped(late, ns(begin), ns(end)))} : Nanos{0};
    }
};

Gaps gapsOf(const RuleInput &input, int rank, std::initializer_list<FreeCause> causes) {
    Gaps result;
    std::vector<Interval> late;
    for (const auto &step : freeGaps(*input.run.capture(rank), input.stop).steps) {
        result.steps.push_back(input.run.clock.toAligned(rank, step.range));
        for (const auto &gap : step.gaps) {
            if (std::find(causes.begin(), causes.end(), gap.cause) != causes.end()) {
                const auto range = input.run.clock.toAligned(rank, gap.range);
                late.push_back({ns(range.begin), ns(range.end)});
            }
        }
    }
    result.late = merged(std::move(late));
    return result;
}

/// When all that a node waits for had ended.
AlignedTime readyTime(const MeasuredGraph &graph, const Node &node) {
    auto ready = node.before == MeasuredGraph::kNone ? graph.window.begin : graph.nodes[node.before].range.end;
    for (const auto &input : node.inputs) {
        if (input.producer != MeasuredGraph::kNone) {
            ready = std::max(ready, graph.nodes[input.producer].range.end);
        }
    }
    return std::min(ready, node.range.begin);
}

/// Gaps of the step that lie outside of the pipeline, as far as others wait for them.
Nanos outside(const MeasuredGraph &graph, std::size_t row, const Gaps &gaps) {
    const auto &first = graph.nodes[graph.rows[row].front()];
    const auto &last = graph.nodes[graph.rows[row].back()];
    const auto step = std::find_if(gaps.steps.begin(), gaps.steps.end(), [&](const AlignedRange &range) {
        return range.begin <= first.range.begin && first.range.begin < range.end;
    });
    if (step == gaps.steps.end()) {
        return Nanos{0};
    }
    const bool waits = std::any_of(first.inputs.begin(), first.inputs.end(),
                                   [](const auto &input) { return input.producer != MeasuredGraph::kNone; });
    const auto before = waits ? Nanos{0} : gaps.within(step->begin, graph.window.begin);
    return before + gaps.within(last.range.end, step->end);
}

std::optional<Nanos> costOf(const MeasuredGraph &graph, std::size_t row, const Gaps &gaps) {
    const auto measured = [](const Node &node) { return node.range.duration(); };
    const auto delay = [&](const Node &node) { return node.range.begin - readyTime(graph, node); };
    const auto mended = [&](const Node &node) {
        const auto cut = node.row == row ? gaps.within(node.range.begin, node.range.end) : Nanos{0};
        return measured(node) - cut;
    };
    const auto punctual = [&](const Node &node) {
        const auto cut = node.row == row ? gaps.within(readyTime(graph, node), node.range.begin) : Nanos{0};
        return delay(node) - cut;
    };
    const auto now = replayGraph(graph, {.duration = measured, .launch = delay});
    const auto then = replayGraph(graph, {.duration = mended, .launch = punctual});
    if (!now || !then) {
        return std::nullopt;
    }
    return now->makespan - then->makespan + outside(graph, row, gaps);
}

}  // namespace

std::optional<Nanos> gapCost(const RuleInput &input, int rank, std::initializer_list<FreeCause> causes) {
    for (const auto &group : input.pipelines) {
        const auto &ranks = group.chart.group.ranks;
        const auto place = std::find(ranks.begin(), ranks.end(), rank);
        if (place == ranks.end()) {
            continue;
        }
        const auto row = static_cast<std::size_t>(place - ranks.begin());
        const auto gaps = gapsOf(input, rank, causes);
        std::vector<Nanos> costs;
        for (const auto &step : group.steps) {
            if (const auto cost = step.parts ? costOf(step.graph, row, gaps) : std::nullopt) {
                costs.push_back(*cost);
            }
        }
        if (!costs.empty()) {
            return upperMedian(std::move(costs));
        }
    }
    return std::nullopt;
}

}  // namespace stagescope
