#include "core/analysis/overview/clock_offsets.h"

#include "core/analysis/overview/clock_operators.h"
#include "core/analysis/pipeline/recognition/p2p_edges.h"
#include "core/analysis/pipeline/time/measured_graph.h"
#include "core/base/extra_threads.h"
#include "core/base/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>

namespace stagescope {

namespace {

constexpr double kMadToSigma = 1.4826;   ///< of a normal distribution
constexpr double kLeastSpreadNs = 1000;  ///< of a comparison; keeps weights finite
constexpr int kSignificantSigmas = 3;
constexpr int kSweeps = 2000;
constexpr double kSettledNs = 0.01;

using Clock = std::size_t;
using ClockPair = std::pair<Clock, Clock>;  ///< first < second

/// Whether an operator ends on all of its ranks at once and is known to be the same one there: no sends and receives,
/// no broadcast (its root is done first), no kernel that says nothing of its group.
bool comparesClocks(const CommOp &op) {
    const auto has = [&](const char *part) { return op.name.find(part) != std::string::npos; };
    const bool isOneSided = !op.p2p.empty() || has("send") || has("receive") || has("Send") || has("roadcast") ||
                            op.type.find("broadcast") != std::string::npos;
    return !isOneSided && (op.name.starts_with("hcom_") || !op.group.empty() || !op.members.empty());
}

/// offset(first) - offset(second), as far as the pair itself tells.
struct Comparison {
    double difference = 0;
    double spread = 0;  ///< as ClockOffset::uncertainty
    ClockMethod method = ClockMethod::Unknown;
    std::size_t count = 0;
};

/// What causality says about offset(first) - offset(second).
struct Bounds {
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();
    std::size_t count = 0;
};

class ClockFit {
public:
    explicit ClockFit(const Run &run) {
        std::map<std::string, Clock> hosts;
        for (const int rank : run.ranks()) {
            const auto &host = run.capture(rank)->host;
            const auto clock = host.empty() ? m_count : hosts.try_emplace(host, m_count).first->second;
            m_clockOf[rank] = clock;
            m_count = std::max(m_count, clock + 1);
        }
    }

    [[nodiscard]] std::size_t clocks() const { return m_count; }

    void addChart(const PipelineChart &chart) {
        addTransfers(chart);
        addDependencies(chart);
    }
    void addTransfers(const PipelineChart &chart) {
        for (const auto &edge : chart.edges) {
            if (edge.send != P2pEdge::kNone && edge.receive != P2pEdge::kNone) {
                const auto &send = chart.p2p[edge.send];
                const auto &receive = chart.p2p[edge.receive];
                addEnds(send.rank, send.range.end, receive.rank, receive.range.end);
            }
        }
    }
    void addDependencies(const PipelineChart &chart) {
        for (const auto step : chart.steps) {
            if (const auto graph = measuredGraph(chart, step, {})) {
                addBounds(chart, *graph);
            }
        }
    }

    /// Each member of a collective is compared with its first one.
    void addCollectives(std::span<const CommOp> ops) {
        std::map<std::tuple<std::string_view, std::string_view, std::string_view, int>, const CommOp *> firsts;
        for (const auto &op : ops) {
            if (comparesClocks(op)) {
                const auto *first = firsts.try_emplace({op.group, op.members, op.name, op.nth}, &op).first->second;
                addEnds(first->rank, first->range.end, op.rank, op.range.end);
            }
        }
    }

    std::vector<ClockOffset> solve() {
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

private:
    [[nodiscard]] std::optional<Clock> clockOf(int rank) const {
        const auto it = m_clockOf.find(rank);
        return it == m_clockOf.end() ? std::nullopt : std::optional(it->second);
    }

    /// All sides of a transfer finish together, so the difference of their ends is that of the clocks.
    void addEnds(int rankA, RankTime endA, int rankB, RankTime endB) {
        const auto a = clockOf(rankA);
        const auto b = clockOf(rankB);
        if (!a || !b || *a == *b) {
            return;
        }
        const auto difference = static_cast<double>((endB - endA).count());
        m_ends[std::minmax(*a, *b)].push_back(*a < *b ? difference : -difference);
    }

    /// producer's end + its offset <= consumer's begin + its offset.
    void addBounds(const PipelineChart &chart, const MeasuredGraph &graph) {
        for (const auto &node : graph.nodes) {
            for (const auto &input : node.inputs) {
                if (input.producer == MeasuredGraph::kNone) {
                    continue;
                }
                const auto &producer = graph.nodes[input.producer];
                const auto a = clockOf(chart.cells[producer.cell].rank);
                const auto b = clockOf(chart.cells[node.cell].rank);
                if (!a || !b || *a == *b) {
                    continue;
                }
                const auto room = static_cast<double>(ns(node.range.begin) - ns(producer.range.end));
                auto &bounds = m_bounds[std::minmax(*a, *b)];
                ++bounds.count;
                if (*a < *b) {
                    bounds.most = std::min(bounds.most, room);
                } else {
                    bounds.least = std::max(bounds.least, -room);
                }
            }
        }
    }

    void compare() {
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

    /// Gauss-Seidel over the graph of clocks: each takes the weighted mean of what its neighbours say. Converges since
    /// each linked set has one clock that stands still.
    void fit() {
        struct Link {
            Clock other;
            double difference;  ///< offset(this) - offset(other)
            double weight;
            const Comparison *comparison;
        };
        std::vector<std::vector<Link>> links(m_count);
        for (const auto &[pair, c] : m_comparisons) {
            const double weight = 1.0 / (c.spread * c.spread);
            links[pair.first].push_back({pair.second, c.difference, weight, &c});
            links[pair.second].push_back({pair.first, -c.difference, weight, &c});
        }
        std::vector<double> offsets(m_count, 0.0);
        m_offsets.assign(m_count, {});
        const auto order = spread(links, offsets);
        for (int sweep = 0; sweep < kSweeps; ++sweep) {
            double moved = 0;
            for (const auto clock : order) {
                double sum = 0;
                double weight = 0;
                for (const auto &link : links[clock]) {
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
            const auto best = std::min_element(links[clock].begin(), links[clock].end(),
                                               [](const Link &a, const Link &b) { return a.weight > b.weight; });
            auto &offset = m_offsets[clock];
            offset.method = best->comparison->method;
            offset.offset = Nanos{std::llround(offsets[clock])};
            offset.uncertainty = Nanos{std::llround(best->comparison->spread)};
            for (const auto &link : links[clock]) {
                offset.comparisons += link.comparison->count;
            }
        }
    }

    /// First offsets along a breadth-first tree; the order leaves out the reference of each linked set.
    template <class Links>
    std::vector<Clock> spread(const Links &links, std::vector<double> &offsets) {
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

    std::size_t m_count = 0;
    std::map<int, Clock> m_clockOf;
    std::map<ClockPair, std::vector<double>> m_ends;
    std::map<ClockPair, Bounds> m_bounds;
    std::map<ClockPair, Comparison> m_comparisons;
    std::vector<ClockOffset> m_offsets;
};

}  // namespace

std::string_view clockMethodText(ClockMethod method) {
    switch (method) {
        case ClockMethod::Reference:
            return "reference";
        case ClockMethod::Matched:
            return "matched";
        case ClockMethod::Causality:
            return "causality";
        case ClockMethod::Unknown:
            break;
    }
    return "unknown";
}

std::vector<ClockOffset> clockOffsets(const Run &run, std::span<const PipelineChart> charts,
                                      std::span<const CommOp> collectives, const std::stop_token &stop) {
    ClockFit rough(run);
    for (const auto &chart : charts) {
        if (stop.stop_requested()) {
            return {};
        }
        rough.addDependencies(chart);
    }
    // Sends and receives are paired by overlap, which clocks that are far apart spoil.
    const auto roughly = alignmentOf(rough.solve());
    ClockFit fit(run);
    for (const auto &chart : charts) {
        if (stop.stop_requested()) {
            return {};
        }
        if (roughly.isShifted()) {
            auto paired = chart;
            pairP2p(paired, roughly);
            fit.addChart(paired);
        } else {
            fit.addChart(chart);
        }
    }
    fit.addCollectives(collectives);
    return fit.solve();
}

std::vector<PipelineChart> rawCharts(const Run &run, const std::stop_token &stop) {
    Run raw = run;
    raw.clock = {};
    const auto groups = pipelineGroups(raw);
    std::vector<PipelineChart> charts(groups.size());
    takeInTurns(groups.size(), std::thread::hardware_concurrency(), [&](std::size_t i) {
        charts[i] = pipelineChart(raw, groups[i], stop);
        return !stop.stop_requested();
    });
    return charts;
}

ClockAlignment alignmentOf(std::span<const ClockOffset> offsets) {
    ClockAlignment alignment;
    std::optional<Nanos> uncertainty;
    bool isSignificant = false;
    for (const auto &offset : offsets) {
        if (offset.method == ClockMethod::Unknown) {
            continue;
        }
        uncertainty = std::max(uncertainty.value_or(Nanos{0}), offset.uncertainty);
        const int sigmas = offset.method == ClockMethod::Matched ? kSignificantSigmas : 1;
        isSignificant = isSignificant || std::chrono::abs(offset.offset) > sigmas * offset.uncertainty;
    }
    for (const auto &offset : offsets) {
        if (isSignificant) {
            alignment.setOffset(offset.rank, offset.offset);
        }
    }
    if (uncertainty) {
        alignment.setUncertainty(*uncertainty);
    }
    return alignment;
}

bool hasSeveralClocks(const Run &run) { return ClockFit(run).clocks() > 1; }

ClockAlignment measuredAlignment(const Run &run, const std::stop_token &stop) {
    if (!hasSeveralClocks(run)) {
        return {};
    }
    return alignmentOf(clockOffsets(run, rawCharts(run, stop), clockOperators(run, stop), stop));
}

}  // namespace stagescope
