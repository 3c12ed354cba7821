#include "core/scene/pipeline/pipeline_scene_parts.h"

#include <algorithm>

namespace stagescope::pipeline_scene {

namespace {

/// Background of a lane: what a rank does between its cells, within each step, is a bubble.
void drawBubbles(const ChartPen &chart, const PipelineRow &row) {
    chart.pen.fill(row.cells, ColorRole::AlternateBackground);
    for (const auto &[step, window] : chart.digest.windows) {
        chart.pen.fill(pixelsOf(chart.axis, window, row.cells), ColorRole::Bubble);
    }
    if (chart.input.bubbles && chart.input.step == kNoStep) {
        chart.pen.fill(pixelsOf(chart.axis, chart.input.bubbles->window, row.cells), ColorRole::Bubble);
    }
}

ColorRole colorOf(PipelinePhase phase) {
    switch (phase) {
        case PipelinePhase::Warmup:
            return ColorRole::PhaseWarmup;
        case PipelinePhase::Steady:
            return ColorRole::PhaseSteady;
        case PipelinePhase::Cooldown:
            return ColorRole::PhaseCooldown;
    }
    return ColorRole::PhaseSteady;
}

void drawPhases(const ChartPen &chart, const PipelineRow &row) {
    const auto &phases = chart.digest.phases;
    auto it = std::lower_bound(phases.begin(), phases.end(), row.rank,
                               [](const PhaseSpan &span, int rank) { return span.rank < rank; });
    for (; it != phases.end() && it->rank == row.rank; ++it) {
        chart.pen.fill(pixelsOf(chart.axis, chart.input.clock.toAligned(it->rank, it->range), row.phases),
                       colorOf(it->phase));
    }
}

void drawP2p(const ChartPen &chart, const PipelineRow &row, RankRange visible) {
    auto &pen = chart.pen;
    int drawnTo = row.p2p.x - 2;
    for (const auto &op : chart.digest.p2p(chart.input.chart, row.rank, visible)) {
        const Box box = pixelsOf(chart.axis, chart.input.clock.toAligned(op.rank, op.range), row.p2p);
        if (box.isEmpty() || box.right() <= drawnTo) {
            continue;
        }
        drawnTo = box.right();
        Box upper = box;
        if (op.kind == P2pOp::Kind::Batch) {
            pen.fill(upper.takeTop(box.height / 2), ColorRole::Send);
            pen.fill(upper, ColorRole::Receive);
        } else {
            pen.fill(box, op.kind == P2pOp::Kind::Send ? ColorRole::Send : ColorRole::Receive);
        }
        if (box.width >= kBorderFrom) {
            pen.vertical(box.x, box.y, box.height, ColorRole::Background);
        }
        pen.hit(box, CommOpRef{chart.input.run, op.rank, op.nth, op.name});
    }
}

void drawNoData(const ChartPen &chart, const PipelineRow &row) {
    auto &pen = chart.pen;
    pen.fill(row.cells, ColorRole::Bubble, true);
    const auto text = pen.words(Message(whyNoCells(chart.input, row.rank)));
    const int width = std::min(row.cells.width, pen.widthOf(text) + 16);
    const Box box{row.cells.x + (row.cells.width - width) / 2, row.cells.y, width, row.cells.height};
    if (row.cells.height >= pen.style().lineHeight) {
        pen.fill(box, ColorRole::Bubble);
        pen.text(box, text, ColorRole::MutedText, TextAlign::Center);
    }
}

}  // namespace

Box pixelsOf(const TimeAxis &axis, AlignedRange range, const Box &lane) {
    if (range.end < axis.range.begin || range.begin >= axis.range.end) {
        return {};
    }
    const int left = axis.pixelOf(range.begin);
    const int right = std::max(left + 1, axis.pixelOf(range.end));
    return {left, lane.y, right - left, lane.height};
}

void drawLanes(const ChartPen &chart, const PipelineRow &row) {
    if (hasEnvelope(chart)) {
        drawEnvelope(chart, row);
        return;
    }
    const auto visible = chart.input.clock.toRank(row.rank, chart.axis.range);
    if (chart.digest.cellsOf.count(row.rank) == 0) {
        drawNoData(chart, row);
    } else {
        drawBubbles(chart, row);
        drawCauses(chart, row);
        drawPhases(chart, row);
    }
    const Box lane = row.cells;
    int drawnTo = row.cells.x - 2;
    for (const auto &cell : chart.digest.cells(chart.input.chart, row.rank, visible)) {
        const Box box = pixelsOf(chart.axis, chart.input.clock.toAligned(cell.rank, cell.range), lane);
        if (!box.isEmpty() && box.right() > drawnTo) {
            drawnTo = box.right();
            drawCell(chart, cell, box);
        }
    }
    if (!row.p2p.isEmpty()) {
        drawP2p(chart, row, visible);
    }
}

bool hasMemory(const PipelineSceneOptions &options) {
    return options.memory != nullptr && !options.memory->lanes.empty() && !options.thumbnail && !options.envelope;
}

void drawMemory(const ChartPen &chart, const PipelineRow &row) {
    if (row.memory.isEmpty()) {
        return;
    }
    const auto *lane = chart.options.memory->of(row.rank);
    drawMemoryLane(chart.pen, lane == nullptr ? MemoryLane{} : *lane, chart.options.memory->span,
                   chart.input.clock.offset(row.rank), chart.axis, row.memory);
    if (lane == nullptr) {
        chart.pen.text(row.memory.inset(4, 0), chart.pen.words(chart.options.memory->whyNot(row.rank)),
                       ColorRole::MutedText);
    }
}

}  // namespace stagescope::pipeline_scene
