#pragma once

#include "core/analysis/pipeline/chart/pipeline_group.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace stagescope {

/// The cells of one step of a pipeline as a graph of what had to wait for what: the order of each rank, and the
/// dependencies of the recognised schedule between its ranks (those of simulator.h).
struct MeasuredGraph {
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    struct Input {
        std::size_t producer = kNone;  ///< node
        std::size_t edge = kNone;      ///< index into PipelineChart::edges, where the transfer was recorded
    };
    /// One scheduled cell.
    struct Node {
        std::size_t cell = kNone;  ///< index into PipelineChart::cells
        std::size_t row = 0;       ///< position of its rank in the group
        CellKind kind = CellKind::Other;
        int stage = -1;  ///< of the forward half; -1 where the cell has no number
        AlignedRange range;
        Nanos waited{0};  ///< within the range, for transfers (PipelineCell::waits)
        Nanos work{0};  ///< of its stage, between the node before and this one, that no schedule orders (stage_work.h)
        std::size_t before = kNone;     ///< node before it on its rank
        std::array<Input, 2> inputs{};  ///< producers, on other ranks or the own one; the first ones are used
        bool lacksInput = false;        ///< something it had to wait for is not known

        /// Of the cell alone: its range without waits.
        [[nodiscard]] Nanos duration() const { return range.duration() - waited; }
        /// What it costs its stage.
        [[nodiscard]] Nanos cost() const { return duration() + work; }
    };

    std::int64_t step = 0;
    AlignedRange window;                         ///< first begin to last end of all nodes
    std::vector<Node> nodes;                     ///< by (row, begin)
    std::vector<std::vector<std::size_t>> rows;  ///< nodes of each rank of the group, by begin; empty = no data
    bool isWhole = false;  ///< each action of the schedule has its cell: counterfactuals mean something

    [[nodiscard]] Nanos busy(std::size_t row) const;  ///< sum of the costs of its nodes
};

/// Nothing when the step has no scheduled cells. O(cells log cells), any thread.
[[nodiscard]] std::optional<MeasuredGraph> measuredGraph(const PipelineChart &chart, std::int64_t step,
                                                         const ClockAlignment &clock);

/// Cells that begin (overlapped ones: either half) more than 1 us before what they need has ended on another rank, by a
/// clock, in all steps of a chart: none by a right clock. O(cells log cells).
[[nodiscard]] std::size_t earlyCellsOf(const PipelineChart &chart, const ClockAlignment &clock);

/// What a node waited for longest: the cell before it on its rank, with the work in between, or an input; the same rank
/// where both ended together.
[[nodiscard]] MeasuredGraph::Input latestPredecessor(const MeasuredGraph &graph, const MeasuredGraph::Node &node);

/// Nodes in an order in which each stands behind what it waits for; shorter than the graph when the measured order
/// contradicts the dependencies. O(nodes).
[[nodiscard]] std::vector<std::size_t> dependencyOrder(const MeasuredGraph &graph);

using TransferTime = std::function<Nanos(const MeasuredGraph::Node &consumer, const MeasuredGraph::Input &input)>;
/// How long what is received was on its way: from when both ends were there to the end of the receive, >= 0. Of an edge
/// whose receive was recorded.
[[nodiscard]] Nanos timeToArrive(const PipelineChart &chart, const P2pEdge &edge);
/// Median of that over the edges of a step; 0 when there are none.
[[nodiscard]] Nanos medianTransfer(const PipelineChart &chart, std::int64_t step);
/// The transfer of an input as recorded, the median of the step where it was not. Refers to the chart.
[[nodiscard]] TransferTime measuredTransfers(const PipelineChart &chart, std::int64_t step);

/// What a replay of the graph costs; empty functions mean: as measured, 0, 0.
struct ReplayCosts {
    /// Of a node together with the work before it.
    std::function<Nanos(const MeasuredGraph::Node &node)> duration{};
    /// From the end of a producer on another rank until its consumer may begin.
    TransferTime transfer{};
    /// From the time at which all inputs are there until the node begins.
    std::function<Nanos(const MeasuredGraph::Node &node)> launch{};
};
/// The same order and dependencies, other durations: each node begins as soon as it can. Times from 0; by node.
struct Replay {
    std::vector<AlignedRange> times;
    Nanos makespan{0};
};
/// O(nodes). Nothing when the measured order contradicts the dependencies (a cycle).
[[nodiscard]] std::optional<Replay> replayGraph(const MeasuredGraph &graph, const ReplayCosts &costs);

}  // namespace stagescope
