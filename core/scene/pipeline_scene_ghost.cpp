// The ideal of a step behind what was measured.
#include "core/scene/pipeline_scene_parts.h"

#include <algorithm>
#include <cmath>

namespace stagescope::pipeline_scene {

namespace {

constexpr int kInset = 6;
constexpr int kInsetFrom = 26;   ///< lower lanes keep their height for the cells
constexpr int kOutlineFrom = 3;  ///< narrower boxes are tints only

const std::vector<IdealCell> &idealCellsOf(const ChartPen &chart) {
    static const std::vector<IdealCell> none;
    if (chart.options.question != nullptr)
        return *chart.options.question;
    return chart.options.ghost ? chart.input.ideal[static_cast<std::size_t>(*chart.options.ghost)] : none;
}

void drawIdeal(const ChartPen &chart, const IdealCell &cell, const Box &box) {
    auto &pen = chart.pen;
    const auto paleOf = [](CellKind kind) { return Color{stagescope::colorOf(kind), 0, kGhostShade}; };
    if (cell.kind == CellKind::Overlapped) {
        Box backward = box;
        const Box forward = backward.takeLeft(static_cast<int>(std::lround(box.width * chart.digest.forwardShare)));
        pen.fill(forward, paleOf(CellKind::Forward));
        pen.fill(backward, paleOf(CellKind::Backward));
    } else {
        pen.fill(box, paleOf(cell.kind));
    }
    if (box.width >= kOutlineFrom) {
        pen.frame(box, cell.kind == CellKind::Overlapped ? Color{ColorRole::MutedText, 0}
                                                         : Color{stagescope::colorOf(cell.kind), 0});
    }
}

}  // namespace

bool hasGhost(const ChartPen &chart) { return !idealCellsOf(chart).empty(); }

Box cellLane(const ChartPen &chart, const PipelineRow &row) {
    return hasGhost(chart) && row.cells.height >= kInsetFrom ? row.cells.inset(0, kInset) : row.cells;
}

void drawGhost(const ChartPen &chart, const PipelineRow &row) {
    const auto &cells = idealCellsOf(chart);
    // Cells of a rank follow each other, so their ends are in order too.
    auto it = std::lower_bound(
        cells.begin(), cells.end(), std::pair(row.rank, chart.axis.range.begin),
        [](const IdealCell &cell, const auto &from) { return std::pair(cell.rank, cell.range.end) < from; });
    int drawnTo = row.cells.x - 2;
    for (; it != cells.end() && it->rank == row.rank && it->range.begin < chart.axis.range.end; ++it) {
        const Box box = pixelsOf(chart.axis, it->range, row.cells);
        if (!box.isEmpty() && box.right() > drawnTo) {
            drawnTo = box.right();
            drawIdeal(chart, *it, box);
        }
    }
}

}  // namespace stagescope::pipeline_scene
