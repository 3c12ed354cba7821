#include "core/analysis/pipeline/time/measured_graph.h"

#include "core/analysis/pipeline/time/stage_work.h"
#include "core/base/statistics.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace stagescope {

namespace {

using Node = MeasuredGraph::Node;

enum class Product : std::uint8_t { Activation, Gradient };
/// What a cell hands on: product, direction (DualPipe's two copies), stage, microbatch.
using ProductKey = std::tuple<Product, int, int, int>;

/// One half of a cell in terms of the schedule.
struct Half {
    CellKind kind;
    int stage;
    int direction;
    int microbatch;
};

class GraphBuilder {
public:
    GraphBuilder(const PipelineChart &chart, std::int64_t step, const ClockAlignment &clock)
        : m_chart(chart), m_step(step), m_clock(clock) {}

    std::optional<MeasuredGraph> build() {
        addNodes();
        if (m_graph.nodes.empty()) {
            return std::nullopt;
        }
        m_graph.step = m_step;
        findEdges();
        for (std::size_t i = 0; i < m_graph.nodes.size(); ++i) {
            for (const auto &half : halves(m_graph.nodes[i])) {
                offer(half, i);
            }
        }
        for (std::size_t i = 0; i < m_graph.nodes.size(); ++i) {
            connect(i);
        }
        m_graph.isWhole = isWhole();
        return std::move(m_graph);
    }

private:
    void addNodes() {
        const auto &ranks = m_chart.group.ranks;
        const auto work = stageWork(m_chart);
        m_graph.rows.resize(ranks.size());
        for (std::size_t i = 0; i < m_chart.cells.size(); ++i) {
            const auto &cell = m_chart.cells[i];
            const auto row = static_cast<std::size_t>(std::find(ranks.begin(), ranks.end(), cell.rank) - ranks.begin());
            if (cell.step == m_step && isScheduled(cell.kind) && row < ranks.size()) {
                Node node;
                node.cell = i;
                node.row = row;
                node.kind = cell.kind;
                node.range = m_clock.toAligned(cell.rank, cell.range);
                node.waited = cell.waited();
                node.work = work[i];
                m_graph.nodes.push_back(node);
            }
        }
        std::stable_sort(m_graph.nodes.begin(), m_graph.nodes.end(), [](const Node &a, const Node &b) {
            return std::tie(a.row, a.range.begin) < std::tie(b.row, b.range.begin);
        });
        m_graph.window = m_graph.nodes.empty() ? AlignedRange{} : m_graph.nodes.front().range;
        for (std::size_t i = 0; i < m_graph.nodes.size(); ++i) {
            auto &node = m_graph.nodes[i];
            auto &order = m_graph.rows[node.row];
            node.before = order.empty() ? MeasuredGraph::kNone : order.back();
            order.push_back(i);
            m_graph.window.begin = std::min(m_graph.window.begin, node.range.begin);
            m_graph.window.end = std::max(m_graph.window.end, node.range.end);
            const auto parts = halves(node);
            node.stage = parts.empty() ? -1 : parts.front().stage;
        }
    }

    [[nodiscard]] StagePlacement placement() const { return placementOf(m_chart.match->best().kind); }
    [[nodiscard]] int stageCount() const {
        const auto &options = m_chart.match->best();
        return placement() == StagePlacement::Dual ? options.stages : options.stages * chunksOf(options);
    }
    [[nodiscard]] Half halfOf(CellKind kind, std::size_t row, int chunk, int microbatch) const {
        const int own = std::max(chunk, 0);
        return {kind, stageOf(placement(), m_chart.match->best().stages, static_cast<int>(row), own),
                placement() == StagePlacement::Dual ? own : 0, microbatch};
    }
    /// None for a cell without a number, two for an overlapped one.
    [[nodiscard]] std::vector<Half> halves(const Node &node) const {
        const auto &cell = m_chart.cells[node.cell];
        if (!m_chart.match || cell.microbatch < 0) {
            return {};
        }
        if (cell.kind != CellKind::Overlapped) {
            return {halfOf(cell.kind, node.row, cell.chunk, cell.microbatch)};
        }
        return {halfOf(CellKind::Forward, node.row, cell.chunk, cell.microbatch),
                halfOf(CellKind::Backward, node.row, cell.backwardChunk, cell.backwardMicrobatch)};
    }

    void offer(const Half &half, std::size_t node) {
        if (half.kind == CellKind::Forward) {
            m_products[{Product::Activation, half.direction, half.stage, half.microbatch}] = node;
        } else if (givesGradient(half.kind)) {
            m_products[{Product::Gradient, half.direction, half.stage, half.microbatch}] = node;
        }
    }

    /// What a half waits for; nothing for the first forward of a microbatch.
    [[nodiscard]] std::optional<ProductKey> needOf(const Half &half) const {
        if (half.kind == CellKind::Forward) {
            return half.stage == 0 ? std::nullopt
                                   : std::optional(ProductKey{Product::Activation, half.direction, half.stage - 1,
                                                              half.microbatch});
        }
        if (half.kind == CellKind::BackwardWeight) {
            return ProductKey{Product::Gradient, half.direction, half.stage, half.microbatch};
        }
        const bool isLast = half.stage + 1 == stageCount();
        return ProductKey{isLast ? Product::Activation : Product::Gradient, half.direction,
                          isLast ? half.stage : half.stage + 1, half.microbatch};
    }

    void connect(std::size_t index) {
        auto &node = m_graph.nodes[index];
        const auto parts = halves(node);
        node.lacksInput = parts.empty();
        std::size_t count = 0;
        for (const auto &half : parts) {
            const auto need = needOf(half);
            if (!need) {
                continue;
            }
            const auto found = m_products.find(*need);
            if (found == m_products.end()) {
                node.lacksInput = true;
                continue;
            }
            const auto edge = m_edges.find({m_graph.nodes[found->second].cell, node.cell});
            node.inputs[count++] = {found->second, edge == m_edges.end() ? MeasuredGraph::kNone : edge->second};
        }
    }

    void findEdges() {
        for (std::size_t i = 0; i < m_chart.edges.size(); ++i) {
            const auto &edge = m_chart.edges[i];
            if (edge.producer != P2pEdge::kNone && edge.consumer != P2pEdge::kNone) {
                m_edges[{edge.producer, edge.consumer}] = i;
            }
        }
    }

    [[nodiscard]] bool isWhole() const {
        const bool isMissing = std::any_of(m_chart.unmatched.begin(), m_chart.unmatched.end(),
                                           [&](const auto &u) { return u.step == m_step; });
        const bool hasGap =
            std::any_of(m_graph.nodes.begin(), m_graph.nodes.end(), [](const Node &node) { return node.lacksInput; });
        const bool hasEmptyRow =
            std::any_of(m_graph.rows.begin(), m_graph.rows.end(), [](const auto &row) { return row.empty(); });
        return m_chart.match && !isMissing && !hasGap && !hasEmptyRow;
    }

    const PipelineChart &m_chart;
    std::int64_t m_step;
    const ClockAlignment &m_clock;
    MeasuredGraph m_graph;
    std::map<ProductKey, std::size_t> m_products;
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> m_edges;  ///< (producer, consumer) cells
};

}  // namespace

MeasuredGraph::Input latestPredecessor(const MeasuredGraph &graph, const Node &node) {
    MeasuredGraph::Input latest{node.before, MeasuredGraph::kNone};
    auto until =
        node.before == MeasuredGraph::kNone ? AlignedTime::min() : graph.nodes[node.before].range.end + node.work;
    for (const auto &input : node.inputs) {
        if (input.producer != MeasuredGraph::kNone && graph.nodes[input.producer].range.end > until) {
            latest = input;
            until = graph.nodes[input.producer].range.end;
        }
    }
    return latest;
}

std::vector<std::size_t> dependencyOrder(const MeasuredGraph &graph) {
    std::vector<std::vector<std::size_t>> consumers(graph.nodes.size());
    std::vector<int> open(graph.nodes.size(), 0);
    const auto link = [&](std::size_t from, std::size_t to) {
        if (from != MeasuredGraph::kNone) {
            consumers[from].push_back(to);
            ++open[to];
        }
    };
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        link(graph.nodes[i].before, i);
        for (const auto &input : graph.nodes[i].inputs) {
            link(input.producer, i);
        }
    }
    std::vector<std::size_t> order;
    order.reserve(graph.nodes.size());
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        if (open[i] == 0) {
            order.push_back(i);
        }
    }
    for (std::size_t at = 0; at < order.size(); ++at) {
        for (const auto consumer : consumers[order[at]]) {
            if (--open[consumer] == 0) {
                order.push_back(consumer);
            }
        }
    }
    return order;
}

Nanos MeasuredGraph::busy(std::size_t row) const {
    Nanos sum{0};
    for (const auto node : rows[row]) {
        sum += nodes[node].cost();
    }
    return sum;
}

std::optional<MeasuredGraph> measuredGraph(const PipelineChart &chart, std::int64_t step, const ClockAlignment &clock) {
    return GraphBuilder(chart, step, clock).build();
}

namespace {

/// The halves of an overlapped cell may run one after the other: one of them may begin later than the cell.
bool isEarly(const MeasuredGraph &graph, const Node &node) {
    constexpr Nanos kSameTime{1000};
    const auto isBefore = [&](AlignedTime time) {
        return std::count_if(node.inputs.begin(), node.inputs.end(), [&](const MeasuredGraph::Input &input) {
            return input.producer != MeasuredGraph::kNone && graph.nodes[input.producer].row != node.row &&
                   time + kSameTime < graph.nodes[input.producer].range.end;
        });
    };
    const std::ptrdiff_t halves = node.kind == CellKind::Overlapped ? 2 : 1;
    return isBefore(node.range.begin) >= halves || isBefore(node.range.end) > 0;
}

}  // namespace

std::size_t earlyCellsOf(const PipelineChart &chart, const ClockAlignment &clock) {
    std::size_t count = 0;
    for (const auto step : chart.steps) {
        if (const auto graph = measuredGraph(chart, step, clock)) {
            count += static_cast<std::size_t>(std::count_if(graph->nodes.begin(), graph->nodes.end(),
                                                            [&](const Node &node) { return isEarly(*graph, node); }));
        }
    }
    return count;
}

Nanos timeToArrive(const PipelineChart &chart, const P2pEdge &edge) {
    return std::max(chart.p2p[edge.receive].range.duration() - edge.receiveWait, Nanos{0});
}

Nanos medianTransfer(const PipelineChart &chart, std::int64_t step) {
    std::vector<Nanos> transfers;
    for (const auto &edge : chart.edges) {
        if (edge.step == step && edge.receive != P2pEdge::kNone) {
            transfers.push_back(timeToArrive(chart, edge));
        }
    }
    return median(std::move(transfers));
}

TransferTime measuredTransfers(const PipelineChart &chart, std::int64_t step) {
    return [&chart, median = medianTransfer(chart, step)](const Node &, const MeasuredGraph::Input &input) {
        return input.edge == MeasuredGraph::kNone ? median : std::max(chart.edges[input.edge].transfer, Nanos{0});
    };
}

std::optional<Replay> replayGraph(const MeasuredGraph &graph, const ReplayCosts &costs) {
    const auto order = dependencyOrder(graph);
    if (order.size() != graph.nodes.size()) {
        return std::nullopt;
    }
    Replay replay;
    replay.times.resize(graph.nodes.size());
    for (const auto index : order) {
        const auto &node = graph.nodes[index];
        auto begin = node.before == MeasuredGraph::kNone ? alignedTime(0) : replay.times[node.before].end;
        begin += costs.duration ? Nanos{0} : node.work;
        for (const auto &input : node.inputs) {
            if (input.producer != MeasuredGraph::kNone) {
                const bool crosses = graph.nodes[input.producer].row != node.row;
                const auto way = crosses && costs.transfer ? costs.transfer(node, input) : Nanos{0};
                begin = std::max(begin, replay.times[input.producer].end + way);
            }
        }
        begin += costs.launch ? costs.launch(node) : Nanos{0};
        const auto end = begin + (costs.duration ? costs.duration(node) : node.duration());
        replay.times[index] = {begin, end};
        replay.makespan = std::max(replay.makespan, end - alignedTime(0));
    }
    return replay;
}

}  // namespace stagescope
