// The baseline, and the ideal of a step or the answer to a what-if question, below what was measured.
#include "core/scene/pipeline/pipeline_scene_parts.h"

#include <algorithm>
#include <cmath>

namespace stagescope::pipeline_scene {

namespace {

constexpr int kEndWidth = 2;  ///< of the line at the baseline's end

const std::vector<IdealCell> &idealCellsOf(const ChartPen &chart) {
    static const std::vector<IdealCell> none;
    if (chart.options.question != nullptr) {
        return *chart.options.question;
    }
    return chart.options.ghost ? chart.input.ideal[static_cast<std::size_t>(*chart.options.ghost)] : none;
}

void drawIdeal(const ChartPen &chart, const IdealCell &cell, const Box &box) {
    auto &pen = chart.pen;
    Box rest = box;
    if (cell.kind == CellKind::Overlapped) {
        const auto color = chart.colorOf(CellKind::Forward, cell.chunk);
        const Box forward = rest.takeLeft(static_cast<int>(std::lround(box.width * chart.digest.forwardShare)));
        pen.fill(forward, color);
        drawLabel(chart, forward, {cell.microbatch, cell.chunk}, color);
    }
    const bool isBoth = cell.kind == CellKind::Overlapped;
    const auto color =
        isBoth ? chart.colorOf(CellKind::Backward, cell.backwardChunk) : chart.colorOf(cell.kind, cell.chunk);
    pen.fill(rest, color);
    drawLabel(chart, rest,
              isBoth ? HalfLabel{cell.backwardMicrobatch, cell.backwardChunk} : HalfLabel{cell.microbatch, cell.chunk},
              color);
    if (box.width >= kBorderFrom) {
        pen.vertical(box.x, box.y, box.height, ColorRole::Background);
    }
}

void drawLane(const ChartPen &chart, const std::vector<IdealCell> &cells, int rank, const Box &lane) {
    if (lane.isEmpty()) {
        return;
    }
    chart.pen.fill(lane, ColorRole::AlternateBackground);
    auto it = std::lower_bound(cells.begin(), cells.end(), rank,
                               [](const IdealCell &cell, int wanted) { return cell.rank < wanted; });
    int drawnTo = lane.x - 2;
    for (; it != cells.end() && it->rank == rank && it->range.begin < chart.axis.range.end; ++it) {
        const Box box = pixelsOf(chart.axis, it->range, lane);
        if (!box.isEmpty() && box.right() > drawnTo) {
            drawnTo = box.right();
            drawIdeal(chart, *it, box);
        }
    }
}

}  // namespace

bool hasBaseline(const ChartPen &chart) {
    return !chart.options.thumbnail && !hasEnvelope(chart) && chart.input.baseline.has_value();
}

bool hasGhost(const ChartPen &chart) {
    return !chart.options.thumbnail && !hasEnvelope(chart) && !idealCellsOf(chart).empty();
}

void drawGhosts(const ChartPen &chart, const PipelineRow &row) {
    drawLane(chart, idealCellsOf(chart), row.rank, row.ghost);
    if (chart.input.baseline) {
        drawLane(chart, chart.input.baseline->cells, row.rank, row.baseline);
        if (!row.baseline.isEmpty() && chart.input.bubbles) {
            const auto end = chart.input.bubbles->window.begin + chart.input.baseline->window;
            chart.pen.fill({chart.axis.pixelOf(end), row.box.y, kEndWidth, row.box.height}, ColorRole::Baseline);
        }
    }
}

}  // namespace stagescope::pipeline_scene
