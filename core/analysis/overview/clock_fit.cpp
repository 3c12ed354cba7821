#include "core/analysis/overview/clock_fit.h"

#include "core/analysis/overview/clock_bounds.h"
#include "core/analysis/overview/clock_operators.h"
#include "core/analysis/pipeline/time/measured_graph.h"
#include "core/analysis/run/ranks.h"
#include "core/base/statistics.h"

#include <xxhash.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace stagescope {

namespace {

constexpr double kMadToSigma = 1.4826;   ///< of a normal distribution
constexpr double kLeastSpreadNs = 1000;  ///< of a comparison; keeps weights finite
constexpr double kWakeNs = 100'000;      ///< a thread that waits on the host goes on within this
constexpr std::size_t kEnough = 3;       ///< ends that tell for themselves
constexpr double kFarOffSpreads = 10;    ///< causality may move an offset by this or kFarOffNs, not by more
constexpr double kFarOffNs = 1e6;        ///< likewise what shows that one base time is of two clocks
constexpr int kSweeps = 2000;
constexpr double kSettledNs = 0.01;

/// Whether an operator ends on all of its ranks at once and is known to be the same one there: no sends and receives,
/// no broadcast (its root is done first), no kernel that says nothing of its group.
bool comparesClocks(const CommOp &op) {
    const auto has = [&](const char *part) { return op.name.find(part) != std::string::npos; };
    const bool isOneSided = !op.p2p.empty() || has("send") || has("receive") || has("Send") || has("roadcast") ||
                            op.type.find("broadcast") != std::string::npos;
    return !isOneSided && (op.name.starts_with("hcom_") || !op.group.empty() || !op.members.empty());
}

/// What its times count from: processes in one file have one clock even where the file does not say which.
std::string baseTimeOf(const RankCapture &capture) {
    const auto base = capture.environmentValue("session", "baseTimeNanoseconds");
    const bool isPart = capture.files.size() == 1 && !capture.files.front().process.empty();
    return base.empty() && isPart ? capture.files.front().path : base;
}

std::string identityOf(const CommOp &op) {
    return op.group + '\n' + op.members + '\n' + op.name + '\n' + std::to_string(op.nth);
}

}  // namespace

struct ClockFit::Link {
    Clock other;
    double difference;  ///< offset(this) - offset(other)
    double weight;
    const Comparison *comparison;
};

ClockFit::ClockFit(const Run &run) {
    for (const int rank : run.ranks()) {
        const auto *capture = run.capture(rank);
        addClock(rank, capture->host, baseTimeOf(*capture));
        if (isGuessed(run, *capture)) {
            addGuess(rank);
        }
    }
}

void ClockFit::addClock(int rank, const std::string &host, const std::string &baseTime) {
    const auto clock = host.empty() ? m_count : m_hosts.try_emplace(host, m_count).first->second;
    m_clockOf[rank] = clock;
    if (!baseTime.empty()) {
        m_bases[clock] = baseTime;
    }
    m_count = std::max(m_count, clock + 1);
}

void ClockFit::addTransfers(const PipelineChart &chart) {
    for (const auto &edge : chart.edges) {
        if (edge.send != P2pEdge::kNone && edge.receive != P2pEdge::kNone) {
            const auto &send = chart.p2p[edge.send];
            const auto &receive = chart.p2p[edge.receive];
            addEnds(m_transferEnds, {send.rank, send.range.end}, {receive.rank, receive.range.end}, kLeastSpreadNs);
        }
    }
}

/// producer's end + its offset <= consumer's begin + its offset.
void ClockFit::addDependencies(const PipelineChart &chart) {
    const auto add = [&](const MeasuredGraph &graph, const auto &node, std::size_t producing) {
        const auto &producer = graph.nodes[producing];
        const auto a = clockOf(chart.cells[producer.cell].rank);
        const auto b = clockOf(chart.cells[node.cell].rank);
        if (!a || !b || *a == *b) {
            return;
        }
        const auto room = static_cast<double>(ns(node.range.begin) - ns(producer.range.end));
        auto &bounds = m_bounds[std::minmax(*a, *b)];
        ++bounds.count;
        if (*a < *b) {
            bounds.most = std::min(bounds.most, room);
        } else {
            bounds.least = std::max(bounds.least, -room);
        }
    };
    for (const auto step : chart.steps) {
        const auto graph = measuredGraph(chart, step, {});
        for (std::size_t i = 0; graph && i < graph->nodes.size(); ++i) {
            for (const auto &input : graph->nodes[i].inputs) {
                if (input.producer != MeasuredGraph::kNone) {
                    add(*graph, graph->nodes[i], input.producer);
                }
            }
        }
    }
}

void ClockFit::addCollectives(std::span<const CommOp> ops) {
    for (const auto &op : ops) {
        if (comparesClocks(op)) {
            const auto text = identityOf(op);
            const auto hash = XXH3_128bits(text.data(), text.size());
            const End end{op.rank, op.range.end};
            const auto &first = m_firsts.try_emplace({hash.low64, hash.high64}, end).first->second;
            addEnds(m_collectiveEnds, first, end, op.group == kHostGroup ? kWakeNs : kLeastSpreadNs);
        }
    }
}

void ClockFit::addComparisons(const ClockFit &other) {
    m_firsts.insert(other.m_firsts.begin(), other.m_firsts.end());
    for (const auto &[own, theirs] :
         {std::pair(&m_collectiveEnds, &other.m_collectiveEnds), std::pair(&m_transferEnds, &other.m_transferEnds)}) {
        for (const auto &[pair, ends] : *theirs) {
            auto &all = (*own)[pair];
            all.differences.insert(all.differences.end(), ends.differences.begin(), ends.differences.end());
            all.leastSpread = std::max(all.leastSpread, ends.leastSpread);
        }
    }
}

std::vector<ClockOffset> ClockFit::solve() {
    compare();
    fit();
    shareBases();
    std::vector<ClockOffset> result;
    for (const auto &[rank, clock] : m_clockOf) {
        auto offset = m_offsets[clock];
        offset.rank = rank;
        result.push_back(offset);
    }
    return result;
}

/// Clocks of one base time of which none was compared with another are one.
void ClockFit::shareBases() {
    std::map<std::string, std::vector<Clock>> clocksOf;
    for (const auto &[clock, base] : m_bases) {
        clocksOf[base].push_back(clock);
    }
    for (const auto &[base, clocks] : clocksOf) {
        const bool isCompared = std::any_of(
            clocks.begin(), clocks.end(), [&](Clock clock) { return m_offsets[clock].method != ClockMethod::Unknown; });
        for (std::size_t i = 0; clocks.size() > 1 && !isCompared && i < clocks.size(); ++i) {
            m_offsets[clocks[i]].method = ClockMethod::Shared;
            m_offsets[clocks[i]].uncertainty = Nanos{0};
        }
    }
}

std::optional<ClockFit::Clock> ClockFit::clockOf(int rank) const {
    const auto it = m_clockOf.find(rank);
    return it == m_clockOf.end() || m_guessed.contains(rank) ? std::nullopt : std::optional(it->second);
}

/// All sides of a transfer finish together, so the difference of their ends is that of the clocks.
void ClockFit::addEnds(EndsOfPairs &all, const End &a, const End &b, double leastSpread) {
    const auto clockA = clockOf(a.rank);
    const auto clockB = clockOf(b.rank);
    if (!clockA || !clockB || *clockA == *clockB) {
        return;
    }
    const auto difference = static_cast<double>((b.time - a.time).count());
    auto &ends = all[std::minmax(*clockA, *clockB)];
    ends.differences.push_back(*clockA < *clockB ? difference : -difference);
    ends.leastSpread = std::max(ends.leastSpread, leastSpread);
}

ClockFit::Comparison ClockFit::comparisonOf(std::vector<double> differences, double leastSpread) {
    Comparison comparison;
    comparison.difference = median(differences);
    comparison.method = ClockMethod::Matched;
    comparison.count = differences.size();
    for (auto &difference : differences) {
        difference = std::abs(difference - comparison.difference);
    }
    comparison.spread = std::max(kMadToSigma * median(differences), leastSpread);
    return comparison;
}

bool ClockFit::sharesBase(const ClockPair &pair) const {
    const auto first = m_bases.find(pair.first);
    const auto second = m_bases.find(pair.second);
    return first != m_bases.end() && second != m_bases.end() && first->second == second->second;
}

/// By clock the number of the set that enough collectives link it with.
std::vector<ClockFit::Clock> ClockFit::setsOfCollectives() const {
    std::vector<Clock> sets(m_count);
    std::iota(sets.begin(), sets.end(), Clock{0});
    const auto setOf = [&](Clock clock) {
        while (sets[clock] != clock) {
            clock = sets[clock] = sets[sets[clock]];
        }
        return clock;
    };
    for (const auto &[pair, ends] : m_collectiveEnds) {
        if (ends.differences.size() >= kEnough) {
            sets[setOf(pair.second)] = setOf(pair.first);
        }
    }
    for (Clock clock = 0; clock < m_count; ++clock) {
        sets[clock] = setOf(clock);
    }
    return sets;
}

void ClockFit::compare() {
    auto matched = m_collectiveEnds;
    const auto sets = setsOfCollectives();
    for (const auto &[pair, ends] : m_transferEnds) {
        // Where there are enough of them collectives tell alone: a sender may be done before its receiver is.
        if (sets[pair.first] != sets[pair.second]) {
            auto &all = matched[pair];
            all.differences.insert(all.differences.end(), ends.differences.begin(), ends.differences.end());
            all.leastSpread = std::max(all.leastSpread, ends.leastSpread);
        }
    }
    for (auto &[pair, ends] : matched) {
        const bool isEnough = !sharesBase(pair) || ends.differences.size() >= kEnough;
        const auto comparison = isEnough ? comparisonOf(std::move(ends.differences), ends.leastSpread) : Comparison{};
        // Ends differ by some 10 us on devices of one host, too: clocks of two are further apart.
        if (isEnough && (!sharesBase(pair) || std::abs(comparison.difference) > kFarOffNs)) {
            m_comparisons[pair] = comparison;
        }
    }
    for (const auto &[pair, bounds] : m_bounds) {
        const bool isKnown = m_comparisons.contains(pair) || sharesBase(pair);
        // An empty interval contradicts itself (drift, a wrong association): it tells nothing.
        if (isKnown || !std::isfinite(bounds.least) || !std::isfinite(bounds.most) || bounds.least > bounds.most) {
            continue;
        }
        m_comparisons[pair] = {(bounds.least + bounds.most) / 2,
                               std::max((bounds.most - bounds.least) / 2, kLeastSpreadNs), ClockMethod::Causality,
                               bounds.count};
    }
}

std::vector<std::vector<ClockFit::Link>> ClockFit::links() const {
    std::vector<std::vector<Link>> result(m_count);
    for (const auto &[pair, c] : m_comparisons) {
        const double weight = 1.0 / (c.spread * c.spread);
        result[pair.first].push_back({pair.second, c.difference, weight, &c});
        result[pair.second].push_back({pair.first, -c.difference, weight, &c});
    }
    return result;
}

/// Gauss-Seidel over the graph of clocks: each takes the weighted mean of what its neighbours say. Converges since
/// each linked set has one clock that stands still.
void ClockFit::fit() {
    const auto neighbours = links();
    std::vector<double> offsets(m_count, 0.0);
    m_offsets.assign(m_count, {});
    std::vector<Clock> references(m_count);
    const auto order = spread(neighbours, offsets, references);
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
        double moved = 0;
        for (const auto clock : order) {
            double sum = 0;
            double weight = 0;
            for (const auto &link : neighbours[clock]) {
                sum += link.weight * (offsets[link.other] + link.difference);
                weight += link.weight;
            }
            moved = std::max(moved, std::abs(sum / weight - offsets[clock]));
            offsets[clock] = sum / weight;
        }
        if (moved < kSettledNs) {
            break;
        }
    }
    respectBounds(references, offsets);
    for (const auto clock : order) {
        const auto best = std::min_element(neighbours[clock].begin(), neighbours[clock].end(),
                                           [](const Link &a, const Link &b) { return a.weight > b.weight; });
        auto &offset = m_offsets[clock];
        offset.method = best->comparison->method;
        offset.offset = Nanos{std::llround(offsets[clock])};
        offset.uncertainty = Nanos{std::llround(best->comparison->spread)};
        for (const auto &link : neighbours[clock]) {
            offset.comparisons += link.comparison->count;
        }
    }
}

/// Moves offsets as little as may be so that no cell begins before what it needs has ended. All stay where causality
/// contradicts itself or asks for more than the comparisons can be wrong by. Clocks of a set are moved together, so
/// that its reference stays.
void ClockFit::respectBounds(const std::vector<Clock> &references, std::vector<double> &offsets) const {
    constexpr double kRoundingNs = 1;
    std::vector<ClockBound> bounds;
    for (const auto &[pair, bound] : m_bounds) {
        const bool isTight = bound.most - bound.least < 4 * kRoundingNs;
        if (references[pair.first] == references[pair.second] && !sharesBase(pair) && !isTight) {
            bounds.push_back({pair.first, pair.second, bound.least + kRoundingNs, bound.most - kRoundingNs});
        }
    }
    const auto moved = offsetsWithin(offsets, bounds);
    if (!moved) {
        return;
    }
    std::vector<double> spreads(m_count, 0);
    for (const auto &[pair, comparison] : m_comparisons) {
        for (const auto clock : {pair.first, pair.second}) {
            spreads[clock] = std::max(spreads[clock], comparison.spread);
        }
    }
    for (Clock clock = 0; clock < m_count; ++clock) {
        if (std::abs((*moved)[clock] - offsets[clock]) > std::max(kFarOffSpreads * spreads[clock], kFarOffNs)) {
            return;
        }
    }
    for (Clock clock = 0; clock < m_count; ++clock) {
        offsets[clock] = (*moved)[clock] - (*moved)[references[clock]];
    }
}

/// First offsets along a breadth-first tree; the order leaves out the reference of each linked set.
std::vector<ClockFit::Clock> ClockFit::spread(const std::vector<std::vector<Link>> &links, std::vector<double> &offsets,
                                              std::vector<Clock> &references) {
    std::vector<Clock> order;
    std::vector<bool> isSeen(m_count, false);
    for (Clock start = 0; start < m_count; ++start) {
        references[start] = isSeen[start] ? references[start] : start;
        if (isSeen[start] || links[start].empty()) {
            continue;
        }
        isSeen[start] = true;
        m_offsets[start].method = ClockMethod::Reference;
        m_offsets[start].uncertainty = Nanos{0};
        std::vector<Clock> open = {start};
        while (!open.empty()) {
            const auto clock = open.back();
            open.pop_back();
            for (const auto &link : links[clock]) {
                if (!isSeen[link.other]) {
                    isSeen[link.other] = true;
                    references[link.other] = start;
                    offsets[link.other] = offsets[clock] - link.difference;
                    order.push_back(link.other);
                    open.push_back(link.other);
                }
            }
        }
    }
    return order;
}

}  // namespace stagescope
