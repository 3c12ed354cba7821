#include "core/scene/pipeline/pipeline_input.h"

#include "core/analysis/pipeline/chart/cell_sources.h"

#include <algorithm>

namespace stagescope {

std::optional<PipelineTiming> pipelineTiming(const PipelineChart &chart, std::int64_t step,
                                             const ClockAlignment &clock) {
    auto graph = measuredGraph(chart, step, clock);
    if (!graph) {
        return std::nullopt;
    }
    PipelineTiming timing;
    timing.path = criticalPath(chart, *graph);
    timing.slack = slackOf(chart, *graph).value_or(std::vector<Nanos>{});
    timing.nodeOf.assign(chart.cells.size(), MeasuredGraph::kNone);
    timing.stopOf.assign(chart.cells.size(), MeasuredGraph::kNone);
    for (std::size_t i = 0; i < graph->nodes.size(); ++i) {
        timing.nodeOf[graph->nodes[i].cell] = i;
    }
    for (std::size_t i = 0; i < timing.path.stops.size(); ++i) {
        timing.stopOf[graph->nodes[timing.path.stops[i].node].cell] = i;
    }
    timing.graph = std::move(*graph);
    return timing;
}

PipelineInput pipelineInput(const Run &run, const PipelineGroup &group, std::optional<std::int64_t> step,
                            const std::stop_token &stop) {
    PipelineInput input;
    input.run = run.id;
    input.chart = pipelineChart(run, group, stop);
    input.clock = run.clock;
    input.digest = pipelineDigest(input.chart, input.clock);
    for (const int rank : group.ranks) {
        if (const auto *capture = run.capture(rank)) {
            if (!capture->host.empty()) {
                input.hosts[rank] = capture->host;
            }
            if (mayTellMoreCells(*capture)) {
                input.unread.push_back(rank);
            }
        } else {
            input.missing.push_back(rank);
        }
    }
    const auto &steps = input.chart.steps;
    input.typical = typicalStepOf(run, input.digest.windows, stop);
    if (step && std::find(steps.begin(), steps.end(), *step) != steps.end()) {
        input.step = step;
    } else if (!steps.empty()) {
        // Cells outside of all steps are the last choice.
        input.step = input.typical.value_or(steps.front());
    }
    if (input.step) {
        input.timing = pipelineTiming(input.chart, *input.step, run.clock);
        if (input.timing) {
            input.bubbles = stepBubbles(input.chart, input.timing->graph, run.clock);
        }
        for (const auto costs : {IdealCosts::UniformMeans, IdealCosts::StageMeans}) {
            input.ideal[static_cast<std::size_t>(costs)] = idealCells(input.chart, *input.step, run.clock, costs);
        }
    }
    return input;
}

std::optional<AlignedRange> wholeStep(const PipelineInput &input) {
    if (!input.bubbles) {
        return std::nullopt;
    }
    auto whole = input.bubbles->window;
    for (const auto &cell : input.chart.cells) {
        if (cell.step == input.step) {
            const auto range = input.clock.toAligned(cell.rank, cell.range);
            whole = {std::min(whole.begin, range.begin), std::max(whole.end, range.end)};
        }
    }
    return whole;
}

std::optional<std::size_t> cellPosition(const PipelineInput &input, const CellRef &ref) {
    const auto part = input.digest.cellsOf.find(ref.rank);
    const auto kind = cellKindFromText(ref.kind);
    if (ref.run != input.run || ref.group != input.chart.group.id || part == input.digest.cellsOf.end() || !kind) {
        return std::nullopt;
    }
    for (std::size_t i = part->second.first; i < part->second.end; ++i) {
        const auto &cell = input.chart.cells[i];
        if (cell.step == ref.step && cell.kind == *kind && cell.chunk == ref.chunk &&
            cell.microbatch == ref.microbatch && cell.nth == ref.nth) {
            return i;
        }
    }
    return std::nullopt;
}

std::optional<std::size_t> p2pPosition(const PipelineInput &input, const CommOpRef &ref) {
    const auto part = input.digest.p2pOf.find(ref.rank);
    if (ref.run != input.run || part == input.digest.p2pOf.end()) {
        return std::nullopt;
    }
    for (std::size_t i = part->second.first; i < part->second.end; ++i) {
        const auto &op = input.chart.p2p[i];
        if (op.nth == ref.nth && op.name == ref.name) {
            return i;
        }
    }
    return std::nullopt;
}

const Bubble *bubbleOf(const PipelineInput &input, const BubbleRef &ref) {
    if (ref.run != input.run || ref.group != input.chart.group.id || !input.bubbles ||
        input.bubbles->step != ref.step) {
        return nullptr;
    }
    const auto *row = input.bubbles->of(ref.rank);
    const auto nth = static_cast<std::size_t>(ref.nth);
    return row != nullptr && ref.nth >= 0 && nth < row->bubbles.size() ? &row->bubbles[nth] : nullptr;
}

std::optional<BubbleRef> bubbleRefAt(const PipelineInput &input, int rank, AlignedTime time) {
    const auto *row = input.bubbles ? input.bubbles->of(rank) : nullptr;
    const auto *bubble = row == nullptr ? nullptr : row->bubbleAt(time);
    if (bubble == nullptr) {
        return std::nullopt;
    }
    return BubbleRef{input.run, input.chart.group.id, input.bubbles->step, rank,
                     static_cast<int>(bubble - row->bubbles.data())};
}

CellRef cellRefAt(const PipelineInput &input, std::size_t position) {
    return cellRef(input.run, input.chart.group, input.chart.cells[position]);
}

CommOpRef p2pRefAt(const PipelineInput &input, std::size_t position) {
    const auto &op = input.chart.p2p[position];
    return {input.run, op.rank, op.nth, op.name};
}

const IdealCell *idealOf(const PipelineInput &input, std::size_t position, IdealCosts costs) {
    const auto &cells = input.ideal[static_cast<std::size_t>(costs)];
    const auto it =
        std::find_if(cells.begin(), cells.end(), [position](const IdealCell &c) { return c.measured == position; });
    return it == cells.end() ? nullptr : &*it;
}

}  // namespace stagescope
