// The ideal of a step, or the answer to a what-if question, below what was measured.
#include "core/scene/pipeline_scene_parts.h"

#include <algorithm>
#include <cmath>

namespace stagescope::pipeline_scene {

namespace {

constexpr int kBorderFrom = 5;  ///< narrower cells have no border

const std::vector<IdealCell> &idealCellsOf(const ChartPen &chart) {
    static const std::vector<IdealCell> none;
    if (chart.options.question != nullptr)
        return *chart.options.question;
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

}  // namespace

bool hasGhost(const ChartPen &chart) {
    return !chart.options.thumbnail && !hasEnvelope(chart) && !idealCellsOf(chart).empty();
}

void drawGhost(const ChartPen &chart, const PipelineRow &row) {
    if (row.ghost.isEmpty()) {
        return;
    }
    chart.pen.fill(row.ghost, ColorRole::AlternateBackground);
    const auto &cells = idealCellsOf(chart);
    // Cells of a rank follow each other, so their ends are in order too.
    auto it = std::lower_bound(
        cells.begin(), cells.end(), std::pair(row.rank, chart.axis.range.begin),
        [](const IdealCell &cell, const auto &from) { return std::pair(cell.rank, cell.range.end) < from; });
    int drawnTo = row.ghost.x - 2;
    for (; it != cells.end() && it->rank == row.rank && it->range.begin < chart.axis.range.end; ++it) {
        const Box box = pixelsOf(chart.axis, it->range, row.ghost);
        if (!box.isEmpty() && box.right() > drawnTo) {
            drawnTo = box.right();
            drawIdeal(chart, *it, box);
        }
    }
}

}  // namespace stagescope::pipeline_scene
