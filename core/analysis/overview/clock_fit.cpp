#include "core/analysis/overview/clock_fit.h"

#include "core/analysis/pipeline/time/measured_graph.h"
#include "core/base/statistics.h"

#include <xxhash.h>

#include <algorithm>
#include <cmath>

namespace stagescope {

namespace {

constexpr double kMadToSigma = 1.4826;   ///< of a normal distribution
constexpr double kLeastSpreadNs = 1000;  ///< of a comparison; keeps weights finite
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
        addClock(rank, run.capture(rank)->host);
    }
}

void ClockFit::addClock(int rank, const std::string &host) {
    const auto clock = host.empty() ? m_count : m_hosts.try_emplace(host, m_count).first->second;
    m_clockOf[rank] = clock;
    m_count = std::max(m_count, clock + 1);
}

void ClockFit::addTransfers(const PipelineChart &chart) {
    for (const auto &edge : chart.edges) {
        if (edge.send != P2pEdge::kNone && edge.receive != P2pEdge::kNone) {
            const auto &send = chart.p2p[edge.send];
            const auto &receive = chart.p2p[edge.receive];
            addEnds({send.rank, send.range.end}, {receive.rank, receive.range.end});
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
            addEnds(first, end);
        }
    }
}

void ClockFit::addComparisons(const ClockFit &other) {
    m_firsts.insert(other.m_firsts.begin(), other.m_firsts.end());
    for (const auto &[pair, differences] : other.m_ends) {
        auto &own = m_ends[pair];
        own.insert(own.end(), differences.begin(), differences.end());
    }
}

std::vector<ClockOffset> ClockFit::solve() {
    compare();
    fit();
    std::vector<ClockOffset> result;
    for (const auto &[rank, clock] : m_clockOf) {
        auto offset = m_offsets[clock];
        offset.rank = rank;
        result.push_back(offset);
    }
    return result;
}

std::optional<ClockFit::Clock> ClockFit::clockOf(int rank) const {
    const auto it = m_clockOf.find(rank);
    return it == m_clockOf.end() ? std::nullopt : std::optional(it->second);
}

/// All sides of a transfer finish together, so the difference of their ends is that of the clocks.
void ClockFit::addEnds(const End &a, const End &b) {
    const auto clockA = clockOf(a.rank);
    const auto clockB = clockOf(b.rank);
    if (!clockA || !clockB || *clockA == *clockB) {
        return;
    }
    const auto difference = static_cast<double>((b.time - a.time).count());
    m_ends[std::minmax(*clockA, *clockB)].push_back(*clockA < *clockB ? difference : -difference);
}

void ClockFit::compare() {
    for (auto &[pair, differences] : m_ends) {
        Comparison comparison;
        comparison.difference = median(differences);
        comparison.method = ClockMethod::Matched;
        comparison.count = differences.size();
        for (auto &difference : differences) {
            difference = std::abs(difference - comparison.difference);
        }
        comparison.spread = std::max(kMadToSigma * median(differences), kLeastSpreadNs);
        m_comparisons[pair] = comparison;
    }
    for (const auto &[pair, bounds] : m_bounds) {
        if (m_ends.contains(pair) || !std::isfinite(bounds.least) || !std::isfinite(bounds.most)) {
            continue;
        }
        // An empty interval means drift or a wrong association: the middle still errs least on both sides.
        m_comparisons[pair] = {(bounds.least + bounds.most) / 2,
                               std::max(std::abs(bounds.most - bounds.least) / 2, kLeastSpreadNs),
                               ClockMethod::Causality, bounds.count};
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
    const auto order = spread(neighbours, offsets);
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

/// First offsets along a breadth-first tree; the order leaves out the reference of each linked set.
std::vector<ClockFit::Clock> ClockFit::spread(const std::vector<std::vector<Link>> &links,
                                              std::vector<double> &offsets) {
    std::vector<Clock> order;
    std::vector<bool> isSeen(m_count, false);
    for (Clock start = 0; start < m_count; ++start) {
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
