#include "core/analysis/difference/accounted_steps.h"

#include "core/analysis/blame/held_up.h"
#include "core/analysis/communication/comm_tables_of_run.h"
#include "core/analysis/communication/ops/comm_op.h"
#include "core/analysis/overview/clock_operators.h"
#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/pipeline/time/bubble_causes.h"
#include "core/analysis/run/busy_intervals.h"
#include "core/analysis/run/kernels.h"
#include "core/analysis/run/time_split.h"
#include "core/analysis/tables/rank_by_rank.h"
#include "core/analysis/trace/free_gaps.h"
#include "core/analysis/trace/kernel_groups.h"
#include "core/analysis/trace/op_stats.h"
#include "core/analysis/trace/told_gaps.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace stagescope {

namespace {

/// A stretch of time and to whom it belongs, an index.
struct Stretch {
    Interval at;
    std::size_t owner = 0;
};

/// Of what runs at once only the first to begin keeps its time; the others keep what is left when it ends.
std::vector<Stretch> withoutOverlap(std::vector<Stretch> all) {
    std::stable_sort(all.begin(), all.end(),
                     [](const Stretch &a, const Stretch &b) { return a.at.begin < b.at.begin; });
    std::vector<Stretch> result;
    result.reserve(all.size());
    for (auto stretch : all) {
        stretch.at.begin = result.empty() ? stretch.at.begin : std::max(stretch.at.begin, result.back().at.end);
        if (stretch.at.begin < stretch.at.end) {
            result.push_back(stretch);
        }
    }
    return result;
}

constexpr std::size_t kNobody = static_cast<std::size_t>(-1);

/// fn(Interval, owner) for each part of the set, kNobody for what no stretch covers. Stretches as withoutOverlap gives
/// them.
template <class Fn>
void eachPart(const IntervalSet &set, const std::vector<Stretch> &stretches, const Fn &fn) {
    if (set.empty()) {
        return;
    }
    auto it = std::partition_point(stretches.begin(), stretches.end(),
                                   [&](const Stretch &s) { return s.at.end <= set.front().begin; });
    for (const auto &interval : set) {
        auto at = interval.begin;
        while (it != stretches.end() && it->at.end <= at) {
            ++it;
        }
        for (auto next = it; at < interval.end; ++next) {
            const bool isLast = next == stretches.end() || next->at.begin >= interval.end;
            const auto begin = isLast ? interval.end : std::max(at, next->at.begin);
            if (at < begin) {
                fn(Interval{at, begin}, kNobody);
            }
            if (isLast) {
                break;
            }
            at = std::min(interval.end, next->at.end);
            fn(Interval{begin, at}, next->owner);
        }
    }
}

/// Causes of bubbles by rank, clock of the rank.
using BubbleStretches = std::map<int, std::vector<Stretch>>;

/// What the pipelines of a run tell of its ranks.
struct Pipelines {
    ToldGaps told;
    BubbleStretches bubbles;

    Pipelines(const Run &run, const std::stop_token &stop) {
        for (const auto &group : pipelineGroups(run)) {
            const auto chart = pipelineChart(run, group, stop);
            for (const auto step : chart.steps) {
                if (const auto graph = measuredGraph(chart, step, run.clock); graph && !stop.stop_requested()) {
                    const auto rows = bubbleCauses(chart, *graph, run.clock);
                    addToldGaps(run, chart, rows, told);
                    addBubbles(run, rows);
                }
            }
        }
        for (auto &[rank, stretches] : bubbles) {
            stretches = withoutOverlap(std::move(stretches));
        }
    }

private:
    void addBubbles(const Run &run, const std::vector<RowBubbles> &rows) {
        for (const auto &row : rows) {
            for (const auto &gap : row.gaps) {
                const auto range = run.clock.toRank(row.rank, gap.range);
                bubbles[row.rank].push_back({{ns(range.begin), ns(range.end)}, static_cast<std::size_t>(gap.cause)});
            }
        }
    }
};

/// Whether the pipeline says enough of a stretch; else what ran or waited there says more.
bool explains(std::size_t cause) {
    switch (static_cast<BubbleCause>(cause)) {
        case BubbleCause::Head:
        case BubbleCause::DependencyWait:
        case BubbleCause::RendezvousWait:
        case BubbleCause::Transfer:
        case BubbleCause::Tail:
            return true;
        case BubbleCause::HostLaunch:
        case BubbleCause::LateStart:
        case BubbleCause::OtherWork:
        case BubbleCause::Unknown:
            break;
    }
    return false;
}

/// When the last rank came to each collective of a run.
class Arrivals {
public:
    Arrivals(const Run &run, const std::stop_token &stop) {
        auto late = lateArrivalsToTheEnd(run, stop);
        m_uncertainty = late.uncertainty.value_or(Nanos{0});
        for (auto &each : late.collectives) {
            auto key = std::tuple(each.group, each.members, each.name, each.nth);
            m_all.insert_or_assign(std::move(key), std::move(each));
        }
    }
    /// Null where only one rank recorded it.
    [[nodiscard]] const LateArrival *of(const CommOp &op) const {
        const auto it = m_all.find({op.group, op.members, op.name, op.nth});
        return it == m_all.end() ? nullptr : &it->second;
    }
    [[nodiscard]] Nanos uncertainty() const { return m_uncertainty; }

private:
    std::map<std::tuple<std::string, std::string, std::string, int>, LateArrival> m_all;
    Nanos m_uncertainty{0};
};

/// What all ranks of a run share.
struct Shared {
    const Run &run;
    Pipelines pipelines;
    Arrivals arrivals;
    GroupNames groups;

    Shared(const Run &of, const std::stop_token &stop) : run(of), pipelines(of, stop), arrivals(of, stop), groups(of) {}
};

std::vector<Stretch> stretchesOf(const std::vector<CommOp> &ops) {
    std::vector<Stretch> stretches;
    for (std::size_t i = 0; i < ops.size(); ++i) {
        stretches.push_back({{ns(ops[i].range.begin), ns(ops[i].range.end)}, i});
    }
    return stretches;
}

/// The accounts of one rank: its device work is sorted once, then each step takes its part.
class RankBook {
public:
    RankBook(const Shared &shared, const RankCapture &capture, const std::stop_token &stop)
        : m_shared(shared), m_capture(capture), m_busy(busyIntervals(capture, stop)), m_groups(KernelGrouping::Shape) {
        visitKernels(capture, KernelScope{KernelGrouping::Shape}, stop, [&](const DeviceKernel &kernel) {
            m_kernels.push_back({{kernel.begin, kernel.begin + kernel.duration}, m_groups.of(kernel)});
        });
        for (std::size_t i = 0; i < m_groups.size(); ++i) {
            const auto &group = m_groups[i];
            // Whether a library fills memory by a kernel or by a fill is no difference of the program.
            const bool isFill = group.core == "MEMSET";
            m_keys.push_back({AccountKind::Kernel, std::string(group.type), std::string(isFill ? "" : group.core),
                              std::string(group.shapes)});
            m_isCall.push_back(!isFill);
        }
        // A fill beside the kernels of an operator is a part of their calls, no call more.
        std::set<AccountKey> ofKernels;
        for (std::size_t i = 0; i < m_keys.size(); ++i) {
            if (m_isCall[i]) {
                ofKernels.insert(m_keys[i]);
            }
        }
        for (std::size_t i = 0; i < m_keys.size(); ++i) {
            m_isCall[i] = m_isCall[i] || !ofKernels.contains(m_keys[i]);
        }
        std::stable_sort(m_kernels.begin(), m_kernels.end(),
                         [](const Stretch &a, const Stretch &b) { return a.at.begin < b.at.begin; });
        m_owned = withoutOverlap(m_kernels);
        m_ops = commOps(capture);
        m_ownedByOps = withoutOverlap(stretchesOf(m_ops));
        m_hostOps = hostOperators(capture, stop);
        m_ownedByHost = withoutOverlap(stretchesOf(m_hostOps));
        const auto bubbles = shared.pipelines.bubbles.find(capture.rank);
        m_bubbles = bubbles == shared.pipelines.bubbles.end() ? nullptr : &bubbles->second;
    }

    [[nodiscard]] AccountedStep step(const StepGaps &gaps) {
        AccountedStep result{m_capture.rank, gaps.step, gaps.range.duration(), gaps.range, {}, {}};
        m_sums = &result.sums;
        const Interval range{ns(gaps.range.begin), ns(gaps.range.end)};
        std::vector<Interval> idle;
        for (const auto &gap : gaps.gaps) {
            idle.push_back({ns(gap.range.begin), ns(gap.range.end)});
            addGap(gap, gaps.range);
        }
        const auto busy = subtracted({range}, merged(std::move(idle)));
        const auto computing = intersected(busy, m_busy.computing);
        addComputing(computing, range);
        addCommunication(subtracted(busy, computing));
        return result;
    }

private:
    AccountSum &add(const AccountKey &key, Interval at, std::int64_t count = 1) {
        auto &sum = (*m_sums)[key];
        const RankRange range{rankTime(at.begin), rankTime(at.end)};
        sum.time += range.duration();
        sum.count += count;
        if (range.duration() > sum.widest.duration()) {
            sum.widest = range;
        }
        return sum;
    }

    void addComputing(const IntervalSet &computing, Interval range) {
        // Times first, by number: a key is a few texts.
        std::vector<AccountSum *> byGroup(m_keys.size(), nullptr);
        const auto sumOf = [&](std::size_t group) -> AccountSum & {
            auto *&sum = byGroup[group];
            sum = sum == nullptr ? &(*m_sums)[m_keys[group]] : sum;
            return *sum;
        };
        eachPart(computing, m_owned, [&](Interval at, std::size_t group) {
            if (group == kNobody) {
                add({AccountKind::Computing}, at);
                return;
            }
            auto &sum = sumOf(group);
            const RankRange part{rankTime(at.begin), rankTime(at.end)};
            sum.time += part.duration();
            if (part.duration() > sum.widest.duration()) {
                sum.widest = part;
            }
        });
        auto it = std::partition_point(m_kernels.begin(), m_kernels.end(),
                                       [&](const Stretch &s) { return s.at.begin < range.begin; });
        for (; it != m_kernels.end() && it->at.begin < range.end; ++it) {
            sumOf(it->owner).count += m_isCall[it->owner] ? 1 : 0;
        }
    }

    /// Parts that the pipeline explains; fn(Interval) for the others.
    template <class Fn>
    void addBubbles(const IntervalSet &set, const Fn &fn) {
        static const std::vector<Stretch> kNone;
        eachPart(set, m_bubbles == nullptr ? kNone : *m_bubbles, [&](Interval at, std::size_t cause) {
            if (cause != kNobody && explains(cause)) {
                add({AccountKind::Bubble, std::string(bubbleCauseText(static_cast<BubbleCause>(cause)))}, at);
            } else {
                fn(at);
            }
        });
    }

    void addCommunication(const IntervalSet &exposed) {
        eachPart(exposed, m_ownedByOps, [&](Interval at, std::size_t op) {
            if (op == kNobody) {
                addBubbles({at}, [&](Interval rest) { add({AccountKind::Communication}, rest); });
            } else if (const auto *late = m_shared.arrivals.of(m_ops[op])) {
                addCollective(m_ops[op], *late, at);
            } else {
                addBubbles({at}, [&](Interval rest) { add({AccountKind::Communication, nameOf(m_ops[op])}, rest); });
            }
        });
    }

    void addCollective(const CommOp &op, const LateArrival &late, Interval at) {
        const auto came = ns(m_shared.run.clock.toRank(m_capture.rank, late.arrival));
        const bool waited = late.last != m_capture.rank && late.arrival - begin(op) > m_shared.arrivals.uncertainty();
        const auto until = waited ? std::clamp(came, at.begin, at.end) : at.begin;
        if (at.begin < until) {
            const AccountKey key{AccountKind::CommWait, nameOf(op)};
            const auto before = (*m_sums)[key].widest.duration();
            auto &sum = add(key, {at.begin, until});
            sum.late = sum.widest.duration() > before ? late.heldUpBy : sum.late;
        }
        if (until < at.end) {
            add({AccountKind::CommTransfer, nameOf(op)}, {until, at.end});
        }
    }
    [[nodiscard]] AlignedTime begin(const CommOp &op) const {
        return m_shared.run.clock.toAligned(m_capture.rank, op.range.begin);
    }

    [[nodiscard]] std::string nameOf(const CommOp &op) const {
        const auto name = m_shared.groups.of(op.group);
        return std::string(name && !name->empty() ? *name : communicationKind(op.name));
    }

    void addGap(const FreeGap &gap, RankRange step) {
        const Interval at{ns(gap.range.begin), ns(gap.range.end)};
        const AccountKey cause{AccountKind::Gap, std::string(freeCauseText(gap.cause))};
        if (gap.cause == FreeCause::PipelineWait) {
            // Before the pipeline's window the first stages have not begun: its head.
            addBubbles({at}, [&](Interval rest) {
                add({AccountKind::Bubble, std::string(bubbleCauseText(BubbleCause::Head))}, rest);
            });
        } else {
            const auto key = gap.range.end == step.end ? AccountKey{AccountKind::Tail} : cause;
            // What the host waits in collectives of its own is of whom it waits for.
            eachPart({at}, m_ownedByHost, [&](Interval part, std::size_t op) {
                const auto *late = op == kNobody ? nullptr : m_shared.arrivals.of(m_hostOps[op]);
                if (late == nullptr) {
                    add(key, part);
                } else {
                    addCollective(m_hostOps[op], *late, part);
                }
            });
        }
    }

    const Shared &m_shared;
    const RankCapture &m_capture;
    BusyIntervals m_busy;
    KernelGroups m_groups;
    std::vector<AccountKey> m_keys;  ///< by number of the group
    std::vector<bool> m_isCall;      ///< likewise: its kernels count
    std::vector<Stretch> m_kernels;  ///< by begin
    std::vector<Stretch> m_owned;    ///< the same without overlap
    std::vector<CommOp> m_hostOps;
    std::vector<Stretch> m_ownedByHost;
    std::vector<CommOp> m_ops;
    std::vector<Stretch> m_ownedByOps;
    const std::vector<Stretch> *m_bubbles = nullptr;
    std::map<AccountKey, AccountSum> *m_sums = nullptr;
};

std::map<AccountKey, AccountSum> partsOf(const TimeParts &parts) {
    std::map<AccountKey, AccountSum> result;
    const auto add = [&](std::string_view name, Nanos time) {
        if (time != Nanos{0}) {
            result[{AccountKind::Reported, std::string(name)}] = {time, 1, {}, {}};
        }
    };
    add("preparing", parts.preparing);
    add("computing", parts.computing);
    add("communication_not_overlapped", parts.notOverlapped);
    add("free", parts.free);
    add("tail", parts.tail);
    return result;
}

AccountedStep ofReport(const TimeSplit &split) {
    const auto parts = partsOf(split.parts);
    return {split.rank, split.step, split.parts.sumOfParts(), {}, parts, parts};
}

void addRank(const Shared &shared, const RankCapture &capture, std::optional<std::int64_t> step,
             std::vector<AccountedStep> &out, const std::stop_token &stop) {
    const auto told = shared.pipelines.told.find(capture.rank);
    const auto gaps =
        freeGaps(capture, told == shared.pipelines.told.end() ? std::vector<ToldGap>{} : told->second, stop);
    const auto isAsked = [&](std::optional<std::int64_t> number) { return !step || number == step; };
    const auto splits = timeSplits(capture, stop);
    if (gaps.steps.empty()) {
        for (const auto &split : splits) {
            if (isAsked(split.step)) {
                out.push_back(ofReport(split));
            }
        }
        return;
    }
    const bool doesWork =
        std::any_of(gaps.steps.begin(), gaps.steps.end(), [](const StepGaps &s) { return s.busy > Nanos{0}; });
    RankBook book(shared, capture, stop);
    for (const auto &each : gaps.steps) {
        if (isAsked(each.step) && (!doesWork || each.busy > Nanos{0}) && !stop.stop_requested()) {
            out.push_back(book.step(each));
            const auto split = std::find_if(splits.begin(), splits.end(), [&](const TimeSplit &of) {
                return of.range && of.range->begin == each.range.begin && of.range->end == each.range.end;
            });
            out.back().parts = split == splits.end() ? std::map<AccountKey, AccountSum>{} : partsOf(split->parts);
        }
    }
}

}  // namespace

std::vector<AccountedStep> accountedSteps(const Run &run, std::span<const int> ranks, std::optional<std::int64_t> step,
                                          const std::stop_token &stop) {
    const Shared shared(run, stop);
    RankByRank timelines(run);
    const auto &captures = timelines.run().captures;
    std::vector<AccountedStep> result;
    for (std::size_t i = 0; i < captures.size() && !stop.stop_requested(); ++i) {
        const int rank = captures[i].rank;
        const bool isAsked = ranks.empty() || std::find(ranks.begin(), ranks.end(), rank) != ranks.end();
        if (isAsked && run.capture(rank) == &run.captures[i]) {
            const auto timeline = timelines.open(i);
            addRank(shared, captures[i], step, result, stop);
        }
    }
    return result;
}

}  // namespace stagescope
