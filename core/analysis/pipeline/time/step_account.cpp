#include "core/analysis/pipeline/time/step_account.h"

#include "core/analysis/run/busy_intervals.h"
#include "core/analysis/run/steps.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

namespace stagescope {

namespace {

OtherWork otherWorkOf(CellKind kind) {
    switch (kind) {
        case CellKind::Loss:
            return OtherWork::Loss;
        case CellKind::GradientSync:
            return OtherWork::GradientSync;
        case CellKind::Optimizer:
            return OtherWork::Optimizer;
        default:
            return OtherWork::Marked;
    }
}

IntervalSet shifted(IntervalSet set, Nanos offset) {
    for (auto &interval : set) {
        interval.begin += offset.count();
        interval.end += offset.count();
    }
    return set;
}

/// Ends the last of its intervals that begins before `until`; nothing where none of it lies in [from, until).
std::optional<std::int64_t> lastEnd(const IntervalSet &set, std::int64_t from, std::int64_t until) {
    const auto next = std::ranges::lower_bound(set, until, {}, &Interval::begin);
    return next == set.begin() || std::prev(next)->end <= from ? std::nullopt
                                                               : std::optional(std::min(std::prev(next)->end, until));
}

/// StepAccount::range; `cells` are of the aligned clock, `work` and `steps` of the rank's.
AlignedRange rangeOf(int rank, const std::vector<StepBounds> &steps, std::int64_t step, const ClockAlignment &clock,
                     Interval cells, const BusyIntervals &work) {
    const auto at = findStep(steps, step);
    if (at < steps.size()) {
        const auto host = clock.toAligned(rank, steps[at].range);
        const auto next =
            at + 1 < steps.size() ? ns(steps[at + 1].range.begin) : std::numeric_limits<std::int64_t>::max();
        cells = {std::min(cells.begin, ns(host.begin)), std::max(cells.end, ns(host.end))};
        for (const auto *set : {&work.computing, &work.communication}) {
            if (const auto end = lastEnd(*set, ns(steps[at].range.begin), next)) {
                cells.end = std::max(cells.end, ns(clock.toAligned(rank, rankTime(*end))));
            }
        }
    }
    return {alignedTime(cells.begin), alignedTime(cells.end)};
}

class Accountant {
public:
    Accountant(const Run &run, const PipelineChart &chart, const MeasuredGraph &graph, const RowBubbles &row,
               const RankCapture &capture, const std::stop_token &stop)
        : m_chart(chart), m_graph(graph), m_row(row), m_capture(capture), m_clock(run.clock) {
        m_account.rank = capture.rank;
        m_account.step = graph.step;
        m_account.window = graph.window;
        m_account.hasCells = row.hasCells;
        auto device = busyIntervals(capture, stop);
        m_isLoaded = device.source != BusyIntervals::Source::None;
        readCells();
        findRange(device);
        m_computing = shifted(std::move(device.computing), m_clock.offset(capture.rank));
        m_communication = shifted(std::move(device.communication), m_clock.offset(capture.rank));
    }

    StepAccount account() {
        const Interval step{ns(m_account.range.begin), ns(m_account.range.end)};
        const Interval window{ns(m_graph.window.begin), ns(m_graph.window.end)};
        accountWindow();
        const IntervalSet outside = m_row.hasCells ? subtracted({step}, {window}) : IntervalSet{step};
        accountOutside(outside);
        readTransfers();
        return m_account;
    }

private:
    void readCells() {
        std::array<std::vector<Interval>, kOtherWorks> found;
        for (const auto &cell : m_chart.cells) {
            if (cell.rank == m_capture.rank && cell.step == m_graph.step) {
                const auto range = m_clock.toAligned(cell.rank, cell.range);
                m_cellSpan.push_back({ns(range.begin), ns(range.end)});
                if (!isScheduled(cell.kind)) {
                    found[static_cast<std::size_t>(otherWorkOf(cell.kind))].push_back(m_cellSpan.back());
                }
            }
        }
        m_cellSpan = merged(std::move(m_cellSpan));
        for (std::size_t i = 0; i < kOtherWorks; ++i) {
            m_marked[i] = merged(std::move(found[i]));
        }
    }

    void readTransfers() {
        std::vector<Interval> transfers;
        Nanos received{0};
        for (const auto &op : m_chart.p2p) {
            if (op.rank != m_capture.rank) {
                continue;
            }
            const auto range = m_clock.toAligned(op.rank, op.range);
            transfers.push_back({ns(range.begin), ns(range.end)});
            if (op.kind == P2pOp::Kind::Receive && m_account.range.contains(range.begin)) {
                received += range.duration();
            }
        }
        if (transfers.empty()) {
            return;
        }
        m_account.p2p = Nanos{
            totalLength(clipped(merged(std::move(transfers)), ns(m_account.range.begin), ns(m_account.range.end)))};
        m_account.peerBubble = received;
    }

    void findRange(const BusyIntervals &work) {
        const Interval cells = m_cellSpan.empty() ? Interval{ns(m_graph.window.begin), ns(m_graph.window.end)}
                                                  : Interval{m_cellSpan.front().begin, m_cellSpan.back().end};
        m_account.range = rangeOf(m_capture.rank, rankSteps(m_capture), m_graph.step, m_clock, cells, work);
    }

    void add(BubbleCause cause, const IntervalSet &set) {
        m_account.causes[static_cast<std::size_t>(cause)] += Nanos{totalLength(set)};
    }
    void add(OtherWork work, const IntervalSet &set) {
        m_account.others[static_cast<std::size_t>(work)] += Nanos{totalLength(set)};
        add(BubbleCause::OtherWork, set);
    }

    void accountWindow() {
        m_account.busy = m_row.busy;
        for (const auto &gap : m_row.gaps) {
            const auto inside =
                clipped({{ns(gap.range.begin), ns(gap.range.end)}}, ns(m_account.range.begin), ns(m_account.range.end));
            if (gap.cause == BubbleCause::OtherWork) {
                addMarked(inside);
            } else {
                add(gap.cause, inside);
            }
            m_account.beyond += gap.range.duration() - Nanos{totalLength(inside)};
        }
    }

    /// Splits a stretch by the kinds of the cells in it; returns what no cell covers.
    IntervalSet addMarked(IntervalSet rest) {
        for (std::size_t i = 0; i < kOtherWorks; ++i) {
            add(static_cast<OtherWork>(i), intersected(rest, m_marked[i]));
            rest = subtracted(rest, m_marked[i]);
        }
        return rest;
    }

    void accountOutside(const IntervalSet &outside) {
        auto rest = addMarked(outside);
        if (!m_isLoaded) {
            add(BubbleCause::Unknown, rest);
            return;
        }
        add(OtherWork::Computing, intersected(rest, m_computing));
        rest = subtracted(rest, m_computing);
        add(OtherWork::Communication, intersected(rest, m_communication));
        rest = subtracted(rest, m_communication);
        const auto work = clipped(united(united(m_computing, m_communication), m_cellSpan), ns(m_account.range.begin),
                                  ns(m_account.range.end));
        const auto first = work.empty() ? ns(m_account.range.end) : work.front().begin;
        const auto last = work.empty() ? ns(m_account.range.end) : work.back().end;
        add(OtherWork::Preparing, clipped(rest, ns(m_account.range.begin), first));
        add(BubbleCause::LateStart, clipped(rest, first, last));
        add(BubbleCause::Tail, clipped(rest, last, ns(m_account.range.end)));
    }

    const PipelineChart &m_chart;
    const MeasuredGraph &m_graph;
    const RowBubbles &m_row;
    const RankCapture &m_capture;
    const ClockAlignment &m_clock;
    bool m_isLoaded = false;
    IntervalSet m_computing;
    IntervalSet m_communication;
    IntervalSet m_cellSpan;
    std::array<IntervalSet, kOtherWorks> m_marked;
    StepAccount m_account;
};

}  // namespace

std::string_view otherWorkText(OtherWork work) {
    constexpr std::array<std::string_view, kOtherWorks> kTexts = {
        "preparing", "loss", "gradient_sync", "optimizer", "other_computing", "other_communication", "other_marked"};
    return kTexts[static_cast<std::size_t>(work)];
}

std::vector<AlignedRange> stepRanges(const Run &run, const PipelineChart &chart,
                                     std::span<const MeasuredGraph *const> graphs, const std::stop_token &stop) {
    std::map<std::pair<std::int64_t, int>, Interval> cells;  // by step and rank
    for (const auto &cell : chart.cells) {
        const auto range = run.clock.toAligned(cell.rank, cell.range);
        const auto own = cells.try_emplace({cell.step, cell.rank}, Interval{ns(range.begin), ns(range.end)}).first;
        own->second = {std::min(own->second.begin, ns(range.begin)), std::max(own->second.end, ns(range.end))};
    }
    std::vector<AlignedRange> ranges;
    std::ranges::transform(graphs, std::back_inserter(ranges), &MeasuredGraph::window);
    for (const int rank : chart.group.ranks) {
        const auto *capture = stop.stop_requested() ? nullptr : run.capture(rank);
        if (capture == nullptr) {
            continue;
        }
        const auto work = busyIntervals(*capture, stop);
        const auto steps = rankSteps(*capture);
        for (std::size_t i = 0; i < graphs.size(); ++i) {
            const auto &window = graphs[i]->window;
            const auto own = cells.find({graphs[i]->step, rank});
            const auto range =
                rangeOf(rank, steps, graphs[i]->step, run.clock,
                        own == cells.end() ? Interval{ns(window.begin), ns(window.end)} : own->second, work);
            ranges[i] = {std::min(ranges[i].begin, range.begin), std::max(ranges[i].end, range.end)};
        }
    }
    return ranges;
}

std::vector<StepAccount> stepAccounts(const Run &run, const PipelineChart &chart, const MeasuredGraph &graph,
                                      const std::stop_token &stop) {
    return stepAccounts(run, chart, graph, bubbleCauses(chart, graph, run.clock), stop);
}

std::vector<StepAccount> stepAccounts(const Run &run, const PipelineChart &chart, const MeasuredGraph &graph,
                                      const std::vector<RowBubbles> &rows, const std::stop_token &stop) {
    std::vector<StepAccount> accounts;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const auto *capture = run.capture(chart.group.ranks[row]);
        if (capture != nullptr) {
            accounts.push_back(Accountant(run, chart, graph, rows[row], *capture, stop).account());
        }
    }
    return accounts;
}

}  // namespace stagescope
