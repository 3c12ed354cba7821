#include "core/advice/pipeline/gap_cost.h"

#include "core/advice/pipeline_medians.h"
#include "core/analysis/run/busy_intervals.h"
#include "core/base/intervals.h"
#include "core/base/statistics.h"

#include <algorithm>

namespace stagescope {

namespace {

using Node = MeasuredGraph::Node;

Interval intervalOf(AlignedRange range) { return {ns(range.begin), ns(range.end)}; }

/// Gaps of these causes, by rank and aligned time.
std::map<int, IntervalSet> lateTimes(const RuleInput &input, std::initializer_list<FreeCause> causes) {
    std::map<int, IntervalSet> result;
    for (const auto &rank : input.gaps) {
        std::vector<Interval> late;
        for (const auto &gap : rank.late) {
            if (std::find(causes.begin(), causes.end(), gap.cause) != causes.end()) {
                late.push_back(intervalOf(input.run.clock.toAligned(rank.rank, gap.range)));
            }
        }
        result[rank.rank] = merged(std::move(late));
    }
    return result;
}

Nanos within(const IntervalSet &set, AlignedTime begin, AlignedTime end) {
    return begin < end ? Nanos{totalLength(clipped(set, ns(begin), ns(end)))} : Nanos{0};
}

/// One step of a pipeline and what is taken out of it: gaps by row, empty for rows that stay as they are.
class MendedStep {
public:
    MendedStep(const MeasuredGraph &graph, std::vector<IntervalSet> mended)
        : m_graph(graph), m_mended(std::move(mended)) {}

    [[nodiscard]] std::optional<Nanos> asMeasured() const {
        const auto replay = replayGraph(m_graph, {.duration = &measured, .launch = [this](const Node &node) {
                                                      return node.range.begin - readyFor(node).time;
                                                  }});
        return replay ? std::optional(replay->makespan) : std::nullopt;
    }
    [[nodiscard]] std::optional<Nanos> mended() const {
        const auto duration = [this](const Node &node) {
            return measured(node) - within(m_mended[node.row], node.range.begin, node.range.end);
        };
        const auto delay = [this](const Node &node) {
            const auto ready = readyFor(node);
            const auto &own = m_mended[node.row];
            const auto late = ready.row == node.row ? own : united(own, m_mended[ready.row]);
            return node.range.begin - ready.time - within(late, ready.time, node.range.begin);
        };
        const auto replay = replayGraph(m_graph, {.duration = duration, .launch = delay});
        return replay ? std::optional(replay->makespan) : std::nullopt;
    }

private:
    static Nanos measured(const Node &node) { return node.range.duration(); }

    /// When all that a node waits for had ended, and the row of what ended last: its own, or that which sends to it.
    struct Ready {
        AlignedTime time;
        std::size_t row;
    };
    [[nodiscard]] Ready readyFor(const Node &node) const {
        Ready ready{m_graph.window.begin, node.row};
        if (node.before != MeasuredGraph::kNone) {
            ready.time = m_graph.nodes[node.before].range.end;
        }
        for (const auto &input : node.inputs) {
            if (input.producer != MeasuredGraph::kNone && m_graph.nodes[input.producer].range.end > ready.time) {
                ready = {m_graph.nodes[input.producer].range.end, m_graph.nodes[input.producer].row};
            }
        }
        ready.time = std::min(ready.time, node.range.begin);
        return ready;
    }

    const MeasuredGraph &m_graph;
    std::vector<IntervalSet> m_mended;
};

/// From the first begin to the last end of a step on the ranks of a pipeline.
AlignedRange rangeOf(const StepStudy &step) {
    auto range = step.graph.window;
    for (const auto &account : step.accounts) {
        range.begin = std::min(range.begin, account.range.begin);
        range.end = std::max(range.end, account.range.end);
    }
    return range;
}

/// A step of all pipelines.
struct StepCost {
    Nanos measured{0};  ///< of the longest one
    Nanos mended{0};    ///< likewise
    Nanos gained{0};    ///< by the one that gains most
    Nanos outside{0};

    [[nodiscard]] Nanos of(GapCosts::Scope scope) const {
        return outside + (scope == GapCosts::Scope::Job ? measured - mended : gained);
    }
};

}  // namespace

const IntervalSet &GapCosts::computing(int rank) const {
    const auto [it, isNew] = m_computing.try_emplace(rank);
    if (const auto *capture = m_input.run.capture(rank); isNew && capture != nullptr) {
        it->second = busyIntervals(*capture, m_input.stop).computing;
        const auto offset = m_input.run.clock.offset(rank).count();
        for (auto &interval : it->second) {
            interval = {interval.begin + offset, interval.end + offset};
        }
    }
    return it->second;
}

std::optional<Nanos> GapCosts::of(const std::vector<int> &ranks, std::initializer_list<FreeCause> causes,
                                  Scope scope) const {
    const auto late = lateTimes(m_input, causes);
    std::map<std::int64_t, StepCost> steps;
    for (const auto &group : m_input.pipelines) {
        std::vector<IntervalSet> mended;
        IntervalSet asked;
        IntervalSet held;
        for (const int rank : group.chart.group.ranks) {
            const auto own = late.find(rank);
            const auto gaps = own == late.end() ? IntervalSet{} : own->second;
            const bool isAsked = std::find(ranks.begin(), ranks.end(), rank) != ranks.end();
            mended.push_back(isAsked ? gaps : IntervalSet{});
            (isAsked ? asked : held) = united(isAsked ? asked : held, gaps);
        }
        for (const int rank : asked.empty() ? std::vector<int>{} : group.chart.group.ranks) {
            held = united(held, computing(rank));
        }
        const auto alone = subtracted(asked, held);
        for (const auto &step : group.steps) {
            const MendedStep replay(step.graph, mended);
            const auto measured = step.parts ? replay.asMeasured() : std::nullopt;
            const auto shorter = measured ? replay.mended() : std::nullopt;
            if (!shorter) {
                continue;
            }
            const auto range = rangeOf(step);
            auto &cost = steps[step.graph.step];
            cost.measured = std::max(cost.measured, *measured);
            cost.mended = std::max(cost.mended, *shorter);
            cost.gained = std::max(cost.gained, *measured - *shorter);
            cost.outside = std::max(cost.outside, within(alone, range.begin, step.graph.window.begin) +
                                                      within(alone, step.graph.window.end, range.end));
        }
    }
    std::vector<Nanos> costs;
    for (const auto &[number, step] : steps) {
        costs.push_back(step.of(scope));
    }
    return costs.empty() ? std::nullopt : std::optional(upperMedian(std::move(costs)));
}

}  // namespace stagescope
