#include "core/analysis/pipeline/time/bubble_causes.h"

#include "core/analysis/pipeline/time/counterfactuals.h"

#include <algorithm>
#include <numeric>

namespace stagescope {

namespace {

using Node = MeasuredGraph::Node;

constexpr std::int64_t kExcess = 20;  ///< a cell is to blame when it is longer than its mean by the twentieth part

/// What a step's bubbles are measured against: the step as its schedule would have run, and who made it longer.
class Yardstick {
public:
    explicit Yardstick(const MeasuredGraph &graph) : m_graph(graph), m_replay(inherentReplay(graph)) {
        const auto means = uniformDurations(graph);
        m_blamed.assign(graph.nodes.size(), kOpen);
        for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
            const auto excess = graph.nodes[i].cost() - means[i];
            m_blamed[i] = excess * kExcess > means[i] ? i : kOpen;
        }
    }

    [[nodiscard]] bool isKnown() const { return m_replay.has_value(); }

    /// Length of the gap before a node of a row (`position` = size of the row: after its last one).
    [[nodiscard]] Nanos inherentGap(std::size_t row, std::size_t position) const {
        const auto &order = m_graph.rows[row];
        const auto begin = position == 0 ? AlignedTime{} : m_replay->times[order[position - 1]].end;
        const auto end =
            position == order.size() ? AlignedTime{} + m_replay->makespan : m_replay->times[order[position]].begin;
        return std::max(end - begin, Nanos{0});
    }

    /// Remembers what it finds on the way, so that all bubbles together cost O(nodes).
    [[nodiscard]] std::size_t blamedFrom(std::size_t node) {
        std::vector<std::size_t> way;
        while (node != MeasuredGraph::kNone && m_blamed[node] == kOpen) {
            m_blamed[node] = MeasuredGraph::kNone;  // a cycle in damaged input ends here
            way.push_back(node);
            node = latestPredecessor(m_graph, m_graph.nodes[node]).producer;
        }
        const auto blamed = node == MeasuredGraph::kNone ? node : m_blamed[node];
        for (const auto passed : way) {
            m_blamed[passed] = blamed;
        }
        return blamed;
    }

private:
    static constexpr auto kOpen = MeasuredGraph::kNone - 1;
    const MeasuredGraph &m_graph;
    std::optional<Replay> m_replay;
    std::vector<std::size_t> m_blamed;
};

class RowAccount {
public:
    RowAccount(const PipelineChart &chart, const MeasuredGraph &graph, const ClockAlignment &clock,
               Yardstick &yardstick, std::size_t row)
        : m_chart(chart), m_graph(graph), m_clock(clock), m_yardstick(yardstick), m_row(row) {}

    RowBubbles account() {
        m_result.rank = m_chart.group.ranks[m_row];
        if (m_graph.rows[m_row].empty()) {
            return std::move(m_result);
        }
        m_result.hasCells = true;
        if (m_yardstick.isKnown()) {
            m_result.inherent = Nanos{0};
        }
        const auto window = Interval{ns(m_graph.window.begin), ns(m_graph.window.end)};
        const auto cells = unionOfNodes();
        m_result.busy = Nanos{totalLength(cells)};
        for (const auto node : m_graph.rows[m_row]) {
            m_result.stageWork += m_graph.nodes[node].work;
        }
        m_other = otherWork();
        for (const auto &gap : subtracted({window}, cells)) {
            explain({alignedTime(gap.begin), alignedTime(gap.end)});
        }
        return std::move(m_result);
    }

private:
    /// Without what they waited.
    [[nodiscard]] IntervalSet unionOfNodes() const {
        std::vector<Interval> intervals;
        std::vector<Interval> waits;
        for (const auto index : m_graph.rows[m_row]) {
            const auto &node = m_graph.nodes[index];
            const auto &cell = m_chart.cells[node.cell];
            intervals.push_back({ns(node.range.begin), ns(node.range.end)});
            for (const auto &wait : cell.waits) {
                const auto range = m_clock.toAligned(cell.rank, wait);
                waits.push_back({ns(range.begin), ns(range.end)});
            }
        }
        return subtracted(merged(std::move(intervals)), merged(std::move(waits)));
    }

    /// The node that a bubble lies before or within; order.end() behind the last.
    [[nodiscard]] std::vector<std::size_t>::const_iterator nodeAfter(AlignedRange gap) const {
        const auto &order = m_graph.rows[m_row];
        const auto next = std::lower_bound(order.begin(), order.end(), gap.end, [&](std::size_t node, AlignedTime t) {
            return m_graph.nodes[node].range.begin < t;
        });
        const bool isWithin = next != order.begin() && m_graph.nodes[*std::prev(next)].range.begin <= gap.begin &&
                              gap.end <= m_graph.nodes[*std::prev(next)].range.end;
        return isWithin ? std::prev(next) : next;
    }

    [[nodiscard]] IntervalSet otherWork() const {
        std::vector<Interval> intervals;
        for (const auto &cell : m_chart.cells) {
            if (cell.rank == m_chart.group.ranks[m_row] && cell.step == m_graph.step && !isScheduled(cell.kind)) {
                const auto range = m_clock.toAligned(cell.rank, cell.range);
                intervals.push_back({ns(range.begin), ns(range.end)});
            }
        }
        return merged(std::move(intervals));
    }

    void explain(AlignedRange gap) {
        const auto &order = m_graph.rows[m_row];
        const auto next = nodeAfter(gap);
        Bubble bubble;
        bubble.range = gap;
        bubble.firstGap = m_result.gaps.size();
        bubble.consumer = next == order.end() ? MeasuredGraph::kNone : *next;
        if (next == order.end()) {
            add(gap, BubbleCause::Tail, MeasuredGraph::kNone, MeasuredGraph::kNone);
        } else if (next == order.begin()) {
            explainHead(gap, *next);
        } else {
            explainWait(gap, *next);
        }
        bubble.endGap = m_result.gaps.size();
        measure(bubble, static_cast<std::size_t>(next - order.begin()));
        m_result.bubbles.push_back(bubble);
    }

    /// What of a bubble is the schedule's, and to which cell the rest is owed.
    void measure(Bubble &bubble, std::size_t position) {
        if (!m_yardstick.isKnown()) {
            return;
        }
        const auto length = bubble.range.duration();
        // The work before a cell lies in the gap that ends with its begin.
        const auto *consumer = bubble.consumer == MeasuredGraph::kNone ? nullptr : &m_graph.nodes[bubble.consumer];
        const bool isBefore = consumer != nullptr && consumer->range.begin == bubble.range.end;
        const auto work = isBefore ? std::min(consumer->work, length) : Nanos{0};
        bubble.inherent = std::min(length - work, m_yardstick.inherentGap(m_row, position));
        *m_result.inherent += bubble.inherent;
        if ((length - bubble.inherent - work) * kExcess > length) {
            bubble.blamed =
                m_yardstick.blamedFrom(bubble.consumer == MeasuredGraph::kNone
                                           ? lastNode()
                                           : latestPredecessor(m_graph, m_graph.nodes[bubble.consumer]).producer);
        }
    }

    [[nodiscard]] std::size_t lastNode() const {
        const auto last = std::max_element(m_graph.nodes.begin(), m_graph.nodes.end(),
                                           [](const Node &a, const Node &b) { return a.range.end < b.range.end; });
        return static_cast<std::size_t>(last - m_graph.nodes.begin());
    }

    /// The input of a node from another rank that ended last.
    [[nodiscard]] MeasuredGraph::Input latestInput(const Node &node) const {
        MeasuredGraph::Input latest;
        for (const auto &input : node.inputs) {
            const bool isRemote =
                input.producer != MeasuredGraph::kNone && m_graph.nodes[input.producer].row != node.row;
            if (isRemote && (latest.producer == MeasuredGraph::kNone || arrival(input) > arrival(latest))) {
                latest = input;
            }
        }
        return latest;
    }

    /// When an input was there: the end of its receive, else of its producer.
    [[nodiscard]] AlignedTime arrival(const MeasuredGraph::Input &input) const {
        const auto computed = m_graph.nodes[input.producer].range.end;
        if (input.edge == MeasuredGraph::kNone) {
            return computed;
        }
        const auto receive = m_chart.edges[input.edge].receive;
        if (receive == P2pEdge::kNone) {
            return computed;
        }
        const auto &op = m_chart.p2p[receive];
        return std::max(computed, m_clock.toAligned(op.rank, op.range).end);
    }

    /// Until when the host held up what could have begun at `from` and began by `to`: `from` where no launch tells.
    [[nodiscard]] AlignedTime heldUntil(int rank, std::optional<RankTime> launched, AlignedTime from,
                                        AlignedTime to) const {
        return launched ? std::clamp(m_clock.toAligned(rank, *launched), from, to) : from;
    }
    /// Of the receive that brought an input.
    [[nodiscard]] AlignedTime postedLateUntil(const MeasuredGraph::Input &input, AlignedTime from,
                                              AlignedTime to) const {
        const auto receive = input.edge == MeasuredGraph::kNone ? P2pEdge::kNone : m_chart.edges[input.edge].receive;
        if (receive == P2pEdge::kNone) {
            return from;
        }
        const auto &op = m_chart.p2p[receive];
        const auto begun = std::clamp(m_clock.toAligned(op.rank, op.range.begin), from, to);
        return heldUntil(op.rank, op.launched, from, begun);
    }

    /// The stretch in which all was computed and the cell had not begun. What the host received itself came to the
    /// device by a copy that it could not launch before.
    void explainStart(AlignedRange gap, std::size_t consumer, std::size_t producer, BubbleCause unlessLaunchedLate) {
        const auto &cell = m_chart.cells[m_graph.nodes[consumer].cell];
        const auto held = heldUntil(cell.rank, cell.launched, gap.begin, gap.end);
        const auto receiving = cell.received ? m_clock.toAligned(cell.rank, *cell.received) : AlignedRange{};
        const auto asked = cell.received ? std::clamp(receiving.begin, gap.begin, held) : gap.begin;
        const auto there = cell.received ? std::clamp(receiving.end, gap.begin, held) : gap.begin;
        add({gap.begin, asked}, BubbleCause::HostLaunch, consumer, producer);
        add({asked, there}, BubbleCause::Transfer, consumer, producer);
        add({there, held}, BubbleCause::HostLaunch, consumer, producer);
        add({held, gap.end}, unlessLaunchedLate, consumer, producer);
    }

    void explainHead(AlignedRange gap, std::size_t consumer) {
        const auto input = latestInput(m_graph.nodes[consumer]);
        if (input.producer == MeasuredGraph::kNone) {
            explainStart(gap, consumer, MeasuredGraph::kNone, BubbleCause::Head);
            return;
        }
        const auto clamped = [&](AlignedTime t) { return std::clamp(t, gap.begin, gap.end); };
        const auto computed = clamped(m_graph.nodes[input.producer].range.end);
        const auto there = clamped(arrival(input));
        const auto posted = postedLateUntil(input, computed, there);
        add({gap.begin, computed}, BubbleCause::Head, consumer, input.producer);
        add({computed, posted}, BubbleCause::HostLaunch, consumer, input.producer);
        add({posted, there}, BubbleCause::Head, consumer, input.producer);
        explainStart({there, gap.end}, consumer, input.producer, BubbleCause::Head);
    }

    void explainWait(AlignedRange gap, std::size_t consumer) {
        const auto &node = m_graph.nodes[consumer];
        const auto input = latestInput(node);
        const auto unlessLate = node.lacksInput ? BubbleCause::Unknown : BubbleCause::LateStart;
        if (input.producer == MeasuredGraph::kNone) {
            explainStart(gap, consumer, MeasuredGraph::kNone, unlessLate);
            return;
        }
        const auto clamped = [&](AlignedTime t) { return std::clamp(t, gap.begin, gap.end); };
        const auto computed = clamped(m_graph.nodes[input.producer].range.end);
        const auto there = clamped(arrival(input));
        const auto transfer =
            input.edge == MeasuredGraph::kNone ? Nanos{0} : std::max(m_chart.edges[input.edge].transfer, Nanos{0});
        const auto onItsWay = std::max(computed, there - transfer);
        const auto posted = postedLateUntil(input, computed, onItsWay);
        add({gap.begin, computed}, BubbleCause::DependencyWait, consumer, input.producer);
        add({computed, posted}, BubbleCause::HostLaunch, consumer, input.producer);
        add({posted, onItsWay}, BubbleCause::RendezvousWait, consumer, input.producer);
        add({onItsWay, there}, BubbleCause::Transfer, consumer, input.producer);
        explainStart({there, gap.end}, consumer, input.producer, unlessLate);
    }

    /// Other work within the stretch is taken out of it.
    void add(AlignedRange range, BubbleCause cause, std::size_t consumer, std::size_t producer) {
        if (range.isEmpty()) {
            return;
        }
        const IntervalSet whole = {{ns(range.begin), ns(range.end)}};
        auto pieces = subtracted(whole, m_other);
        const auto others = intersected(whole, m_other);
        const auto from = m_result.gaps.size();
        const auto append = [&](const IntervalSet &set, BubbleCause why) {
            for (const auto &piece : set) {
                m_result.gaps.push_back({{alignedTime(piece.begin), alignedTime(piece.end)}, why, consumer, producer});
            }
            m_result.causes[static_cast<std::size_t>(why)] += Nanos{totalLength(set)};
        };
        append(pieces, cause);
        append(others, BubbleCause::OtherWork);
        std::sort(m_result.gaps.begin() + static_cast<std::ptrdiff_t>(from), m_result.gaps.end(),
                  [](const CausedGap &a, const CausedGap &b) { return a.range.begin < b.range.begin; });
    }

    const PipelineChart &m_chart;
    const MeasuredGraph &m_graph;
    const ClockAlignment &m_clock;
    Yardstick &m_yardstick;
    std::size_t m_row;
    IntervalSet m_other;
    RowBubbles m_result;
};

}  // namespace

std::string_view bubbleCauseText(BubbleCause cause) {
    constexpr std::array<std::string_view, kBubbleCauses> kTexts = {"head",     "dependency_wait", "rendezvous_wait",
                                                                    "transfer", "host_launch",     "late_start",
                                                                    "tail",     "other_work",      "unknown"};
    return kTexts[static_cast<std::size_t>(cause)];
}

Nanos RowBubbles::idle() const { return std::accumulate(causes.begin(), causes.end(), -stageWork); }

double RowBubbles::share(Nanos window) const {
    return window.count() <= 0 ? 0 : static_cast<double>(idle().count()) / static_cast<double>(window.count());
}

const Bubble *RowBubbles::bubbleAt(AlignedTime time) const {
    const auto it = std::upper_bound(bubbles.begin(), bubbles.end(), time,
                                     [](AlignedTime t, const Bubble &bubble) { return t < bubble.range.end; });
    return it != bubbles.end() && it->range.begin <= time ? &*it : nullptr;
}

std::vector<RowBubbles> bubbleCauses(const PipelineChart &chart, const MeasuredGraph &graph,
                                     const ClockAlignment &clock) {
    std::vector<RowBubbles> rows;
    Yardstick yardstick(graph);
    for (std::size_t row = 0; row < graph.rows.size(); ++row) {
        rows.push_back(RowAccount(chart, graph, clock, yardstick, row).account());
    }
    return rows;
}

}  // namespace stagescope
