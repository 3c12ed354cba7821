#include "core/analysis/cluster/rank_signal.h"

#include "core/analysis/communication/comm_late.h"
#include "core/analysis/communication/ops/comm_op.h"
#include "core/analysis/communication/stage_groups.h"
#include "core/analysis/operators/kernel_calls.h"
#include "core/analysis/overview/clock_operators.h"
#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/run/busy_intervals.h"
#include "core/analysis/run/core_frequency.h"
#include "core/analysis/tables/rank_by_rank.h"
#include "core/base/extra_threads.h"

#include <algorithm>
#include <array>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <tuple>
#include <utility>

namespace stagescope {

namespace {

struct MetricRow {
    SignalMetric metric;
    std::string_view id;
    std::string_view unit;
    bool isMuchBad;
};
/// By SignalMetric.
constexpr auto kMetricRows = std::to_array<MetricRow>({
    {SignalMetric::Computing, "computing", "%", false},
    {SignalMetric::Exposed, "exposed", "%", true},
    {SignalMetric::Free, "free", "%", true},
    {SignalMetric::Waiting, "waiting", "%", true},
    {SignalMetric::WaitingFor, "waiting_for", "", true},
    {SignalMetric::Frequency, "frequency", "MHz", false},
    {SignalMetric::Flops, "flops", "TFLOP/s", false},
    {SignalMetric::Traffic, "traffic", "GB/s", true},
});
constexpr float kWhole = 100;  ///< of a share

const MetricRow &rowOf(SignalMetric metric) { return kMetricRows[static_cast<std::size_t>(metric)]; }

/// Pieces that may overlap, of one rank, and what is known of it.
class Gathered {
public:
    void add(std::int64_t begin, std::int64_t end, double value, int whom = -1) {
        if (begin < end) {
            m_pieces.push_back({begin, end, static_cast<float>(value), whom});
        }
        know(begin, end);
    }
    void know(std::int64_t begin, std::int64_t end) {
        m_begin = std::min(m_begin, begin);
        m_end = std::max(m_end, end);
    }
    [[nodiscard]] std::optional<AlignedRange> known() const {
        return m_begin < m_end ? std::optional(AlignedRange{alignedTime(m_begin), alignedTime(m_end)}) : std::nullopt;
    }
    /// What began first keeps its time.
    [[nodiscard]] std::vector<SignalPiece> firstOnes() {
        sort();
        std::vector<SignalPiece> result;
        for (auto piece : m_pieces) {
            piece.begin = result.empty() ? piece.begin : std::max(piece.begin, result.back().end);
            if (piece.begin < piece.end) {
                result.push_back(piece);
            }
        }
        return result;
    }
    /// Values add up where pieces overlap. O(n log n).
    [[nodiscard]] std::vector<SignalPiece> sums() {
        std::vector<std::pair<std::int64_t, double>> changes;
        for (const auto &piece : m_pieces) {
            changes.emplace_back(piece.begin, piece.value);
            changes.emplace_back(piece.end, -piece.value);
        }
        std::sort(changes.begin(), changes.end());
        std::vector<SignalPiece> result;
        double value = 0;
        for (std::size_t i = 0; i + 1 < changes.size(); ++i) {
            value += changes[i].second;
            if (changes[i].first < changes[i + 1].first && value > kNothing) {
                result.push_back({changes[i].first, changes[i + 1].first, static_cast<float>(value)});
            }
        }
        return result;
    }

private:
    static constexpr double kNothing = 1e-9;  ///< what is left of equal amounts that came and went

    void sort() {
        std::sort(m_pieces.begin(), m_pieces.end(),
                  [](const SignalPiece &a, const SignalPiece &b) { return a.begin < b.begin; });
    }
    std::vector<SignalPiece> m_pieces;
    std::int64_t m_begin = std::numeric_limits<std::int64_t>::max();
    std::int64_t m_end = std::numeric_limits<std::int64_t>::min();
};

void addIntervals(Gathered &to, const IntervalSet &set, std::int64_t offset) {
    for (const auto &each : set) {
        to.add(each.begin + offset, each.end + offset, kWhole);
    }
}

void gatherBusy(const RankCapture &capture, SignalMetric metric, std::int64_t offset, const std::stop_token &stop,
                Gathered &to) {
    const auto busy = busyIntervals(capture, stop);
    const auto all = united(busy.computing, busy.communication);
    if (all.empty()) {
        return;
    }
    const Interval whole{all.front().begin, all.back().end};
    to.know(whole.begin + offset, whole.end + offset);
    const auto set = metric == SignalMetric::Computing ? busy.computing
                     : metric == SignalMetric::Exposed ? subtracted(busy.communication, busy.computing)
                                                       : subtracted({whole}, all);
    addIntervals(to, set, offset);
}

void gatherFrequency(const RankCapture &capture, std::int64_t offset, const std::stop_token &stop, Gathered &to) {
    for (const auto &span : frequencySpans(capture, stop)) {
        to.add(span.range.begin + offset, span.range.end + offset, span.mhz);
    }
}

/// Where the work of no kernel is known, nothing is: 0 would say that there was none.
void gatherFlops(const RankCapture &capture, std::int64_t offset, const std::stop_token &stop, Gathered &to) {
    constexpr double kTeraPerNano = 1e-3;  // FLOP per ns are 1e9 per s
    const auto calls = kernelCalls(capture, stop).calls;
    if (std::ranges::none_of(calls, &KernelCall::hasFlop)) {
        return;
    }
    for (const auto &call : calls) {
        const auto begin = call.begin + offset;
        to.know(begin, begin + call.duration);
        if (call.hasFlop() && call.duration > 0) {
            to.add(begin, begin + call.duration, call.flop / static_cast<double>(call.duration) * kTeraPerNano);
        }
    }
}

void gatherTraffic(const RankCapture &capture, std::int64_t offset, Gathered &to) {
    for (const auto &op : commOps(capture)) {
        const auto duration = op.range.duration().count();
        const auto begin = ns(op.range.begin) + offset;
        if (op.bytes >= 0 && duration > 0) {
            to.add(begin, begin + duration, static_cast<double>(op.bytes) / static_cast<double>(duration));
        }
    }
}

/// One rank's operator in a collective, small enough for those of thousands of ranks.
struct Arrival {
    std::uint64_t collective = 0;  ///< hash of what makes it the same on all ranks
    std::uint32_t place = 0;       ///< of the rank in the list
    std::int64_t begin = 0;        ///< ns, aligned clock
    std::int64_t end = 0;
};

std::uint64_t collectiveOf(const CommOp &op) {
    const auto hash = std::hash<std::string>{};
    constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15U;
    std::uint64_t mixed = 0;
    for (const auto part : {hash(op.group), hash(op.members), hash(op.name), static_cast<std::size_t>(op.nth)}) {
        mixed = (mixed ^ part) * kOdd;
        mixed ^= mixed >> 32U;
    }
    return mixed;
}

/// Who waits for whom, over all ranks.
class Waits {
public:
    Waits(const Run &run, std::vector<int> ranks, const std::stop_token &stop)
        : m_run(run),
          m_ranks(std::move(ranks)),
          m_stop(stop),
          m_least(run.clock.uncertainty().value_or(Nanos{0}).count()) {}

    [[nodiscard]] std::vector<Gathered> gathered() {
        m_gathered.resize(m_ranks.size());
        gatherCollectives();
        gatherHosts();
        gatherTransfers();
        return std::move(m_gathered);
    }

private:
    [[nodiscard]] std::vector<Arrival> arrivals() {
        std::vector<Arrival> all;
        std::mutex mutex;
        takeInTurns(m_ranks.size(), std::thread::hardware_concurrency(), [&](std::size_t i) {
            std::vector<Arrival> own;
            const auto offset = m_run.clock.offset(m_ranks[i]).count();
            for (const auto &op : commOps(*m_run.capture(m_ranks[i]))) {
                const auto begin = ns(op.range.begin) + offset;
                const auto end = ns(op.range.end) + offset;
                m_gathered[i].know(begin, end);
                if (op.p2p.empty() && (op.name.starts_with("hcom_") || !op.group.empty() || !op.members.empty())) {
                    own.push_back({collectiveOf(op), static_cast<std::uint32_t>(i), begin, end});
                }
            }
            const std::scoped_lock lock(mutex);
            all.insert(all.end(), own.begin(), own.end());
            return !m_stop.stop_requested();
        });
        std::sort(all.begin(), all.end(), [](const Arrival &a, const Arrival &b) {
            return std::tie(a.collective, a.begin, a.place) < std::tie(b.collective, b.begin, b.place);
        });
        return all;
    }
    void gatherCollectives() {
        const auto all = arrivals();
        for (std::size_t i = 0; i < all.size();) {
            std::size_t end = i;
            while (end < all.size() && all[end].collective == all[i].collective) {
                ++end;
            }
            const auto &last = all[end - 1];
            for (; i < end; ++i) {
                wait(all[i].place, all[i].begin, std::min(last.begin, all[i].end), m_ranks[last.place]);
            }
        }
    }
    /// In libraries of the host (Gloo). Those of the ranks of a pipeline are of groups that no one names.
    void gatherHosts() {
        if (StageGroups(m_run).hasPipelines()) {
            return;
        }
        for (const auto &collective : hostCollectives(m_run, hostOperators(m_run, m_stop))) {
            const auto &last = collective.last();
            for (const auto &side : collective.sides) {
                if (const auto place = placeOf(side.rank)) {
                    m_gathered[*place].know(ns(side.range.begin), ns(side.range.end));
                    wait(*place, ns(side.range.begin), ns(std::min(last.range.begin, side.range.end)), last.rank);
                }
            }
        }
    }
    [[nodiscard]] std::optional<std::size_t> placeOf(int rank) const {
        const auto place = std::lower_bound(m_ranks.begin(), m_ranks.end(), rank);
        const bool isListed = place != m_ranks.end() && *place == rank;
        return isListed ? std::optional(static_cast<std::size_t>(place - m_ranks.begin())) : std::nullopt;
    }
    void gatherTransfers() {
        const auto groups = pipelineGroups(m_run);
        std::mutex mutex;
        takeInTurns(groups.size(), std::thread::hardware_concurrency(), [&](std::size_t i) {
            const auto chart = pipelineChart(m_run, groups[i], m_stop);
            const std::scoped_lock lock(mutex);
            for (const auto &edge : chart.edges) {
                if (edge.send != P2pEdge::kNone && edge.receive != P2pEdge::kNone) {
                    waitAtEnd(chart.p2p[edge.send], edge.sendWait, edge.to);
                    waitAtEnd(chart.p2p[edge.receive], edge.receiveWait, edge.from);
                }
            }
            return !m_stop.stop_requested();
        });
    }
    void waitAtEnd(const P2pOp &op, Nanos waited, int whom) {
        if (const auto place = placeOf(op.rank)) {
            const auto range = m_run.clock.toAligned(op.rank, op.range);
            wait(*place, ns(range.begin), std::min(ns(range.begin) + waited.count(), ns(range.end)), whom);
        }
    }
    void wait(std::size_t place, std::int64_t begin, std::int64_t end, int whom) {
        if (end - begin > m_least) {
            m_gathered[place].add(begin, end, kWhole, whom);
        }
    }

    const Run &m_run;
    std::vector<int> m_ranks;
    const std::stop_token &m_stop;
    std::int64_t m_least;  ///< ns; shorter waits may be due to the clocks
    std::vector<Gathered> m_gathered;
};

bool isOfAllRanks(SignalMetric metric) { return metric == SignalMetric::Waiting || metric == SignalMetric::WaitingFor; }

Gathered gatheredOf(const Run &run, int rank, SignalMetric metric, const std::stop_token &stop) {
    const auto &capture = *run.capture(rank);
    const auto offset = run.clock.offset(rank).count();
    Gathered gathered;
    if (metric == SignalMetric::Frequency) {
        gatherFrequency(capture, offset, stop, gathered);
    } else if (metric == SignalMetric::Flops) {
        gatherFlops(capture, offset, stop, gathered);
    } else if (metric == SignalMetric::Traffic) {
        gatherTraffic(capture, offset, gathered);
    } else {
        gatherBusy(capture, metric, offset, stop, gathered);
    }
    return gathered;
}

/// One bin of what is brought together.
struct Bin {
    double sum = 0;
    std::int64_t covered = 0;
    SignalPiece longest{};  ///< part of it in the bin

    void add(SignalPiece part) {
        sum += static_cast<double>(part.value) * static_cast<double>(part.length());
        covered += part.length();
        longest = part.length() > longest.length() ? part : longest;
    }
};

std::vector<SignalPiece> broughtTogether(const RankSignal &signal, std::size_t count, SignalMetric metric) {
    const auto first = signal.pieces.front().begin;
    const auto span = signal.pieces.back().end - first;
    const auto length =
        std::max<std::int64_t>(1, (span + static_cast<std::int64_t>(count) - 1) / static_cast<std::int64_t>(count));
    std::vector<SignalPiece> result;
    Bin bin;
    std::int64_t begin = first;
    const auto close = [&] {
        if (bin.covered > 0) {
            const auto over = static_cast<double>(isZeroBetween(metric) ? length : bin.covered);
            result.push_back({begin, begin + length, static_cast<float>(bin.sum / over), bin.longest.whom});
        }
        bin = {};
    };
    for (auto piece : signal.pieces) {
        while (piece.begin < piece.end) {
            if (piece.begin >= begin + length) {
                close();
                begin += (piece.begin - begin) / length * length;
            }
            const auto end = std::min(piece.end, begin + length);
            bin.add({piece.begin, end, piece.value, piece.whom});
            piece.begin = end;
        }
    }
    close();
    return result;
}

void limitPieces(RankSignals &signals, std::size_t most) {
    std::size_t total = 0;
    for (const auto &signal : signals.ranks) {
        total += signal.pieces.size();
    }
    const auto share = std::max<std::size_t>(1, most / std::max<std::size_t>(1, signals.ranks.size()));
    for (auto &signal : signals.ranks) {
        if (total > most && signal.pieces.size() > share) {
            const auto span = signal.pieces.back().end - signal.pieces.front().begin;
            signals.resolution = std::max(signals.resolution, Nanos{span / static_cast<std::int64_t>(share)});
            signal.pieces = broughtTogether(signal, share, signals.metric);
        }
    }
}

void nameStages(const Run &run, RankSignals &signals) {
    for (const auto &group : pipelineGroups(run)) {
        if (group.origin == GroupOrigin::AllRanks) {
            continue;  // in order of their numbers, for want of stages
        }
        for (std::size_t stage = 0; stage < group.ranks.size(); ++stage) {
            const auto it = std::lower_bound(signals.ranks.begin(), signals.ranks.end(), group.ranks[stage],
                                             [](const RankSignal &s, int rank) { return s.rank < rank; });
            if (it != signals.ranks.end() && it->rank == group.ranks[stage]) {
                it->stage = static_cast<int>(stage);
            }
        }
    }
}

}  // namespace

std::span<const SignalMetric> signalMetricList() {
    static const auto list = [] {
        std::array<SignalMetric, kMetricRows.size()> metrics{};
        std::transform(kMetricRows.begin(), kMetricRows.end(), metrics.begin(),
                       [](const MetricRow &row) { return row.metric; });
        return metrics;
    }();
    return list;
}
std::string_view signalMetricId(SignalMetric metric) { return rowOf(metric).id; }
std::string_view signalMetricUnit(SignalMetric metric) { return rowOf(metric).unit; }
bool isMuchBad(SignalMetric metric) { return rowOf(metric).isMuchBad; }
bool isZeroBetween(SignalMetric metric) { return metric != SignalMetric::Frequency; }

std::optional<AlignedRange> RankSignals::bounds() const {
    std::optional<AlignedRange> all;
    for (const auto &signal : ranks) {
        if (signal.known) {
            all = all ? AlignedRange{std::min(all->begin, signal.known->begin), std::max(all->end, signal.known->end)}
                      : *signal.known;
        }
    }
    return all;
}

RankSignals rankSignals(const Run &run, SignalMetric metric, const std::stop_token &stop, std::size_t most) {
    RankSignals signals{metric, run.id, {}, Nanos{0}, run.clock.uncertainty()};
    const auto ranks = run.ranks();
    signals.ranks.resize(ranks.size());
    auto waits = isOfAllRanks(metric) ? Waits(run, ranks, stop).gathered() : std::vector<Gathered>{};
    // Kernels are not kept where timelines are not; those are put into a copy, one after the other.
    RankByRank timelines(run);
    const bool readsAnew = timelines.readsAnew() && metric == SignalMetric::Flops;
    const auto &of = timelines.run();
    takeInTurns(ranks.size(), readsAnew ? 1 : std::thread::hardware_concurrency(), [&](std::size_t i) {
        const auto place = static_cast<std::size_t>(of.capture(ranks[i]) - of.captures.data());
        const auto timeline = readsAnew ? timelines.open(place) : nullptr;
        auto gathered = waits.empty() ? gatheredOf(of, ranks[i], metric, stop) : std::move(waits[i]);
        const bool addsUp = metric == SignalMetric::Flops || metric == SignalMetric::Traffic;
        signals.ranks[i] = {ranks[i], -1, addsUp ? gathered.sums() : gathered.firstOnes(), gathered.known()};
        return !stop.stop_requested();
    });
    limitPieces(signals, most);
    nameStages(run, signals);
    return signals;
}

}  // namespace stagescope
