// One cell of the pipeline chart: kind by hue, virtual chunk by lightness, number where it fits, marks of its evidence.
#include "core/scene/pipeline_scene_parts.h"

#include <algorithm>
#include <cmath>

namespace stagescope::pipeline_scene {

namespace {

constexpr int kLabelFrom = 11;   ///< narrower cells carry no number
constexpr int kBorderFrom = 5;   ///< narrower cells have no border
constexpr int kHitFrom = 8;      ///< narrower cells are found by pipelineItemAt
constexpr int kHatchHeight = 6;  ///< strip that marks weak evidence

/// Microbatch and chunk of a half, in the way that papers write them: "3.1", "3'" for DualPipe's reverse direction.
struct HalfLabel {
    int microbatch;
    int chunk;
};

void drawLabel(const ChartPen &chart, const Box &box, HalfLabel half, Color color) {
    if (half.microbatch < 0 || box.width < kLabelFrom) {
        return;
    }
    const auto number = std::to_string(half.microbatch);
    const auto &digest = chart.digest;
    const int margin = box.width < 24 ? 1 : 2;
    if (digest.isDual) {
        chart.pen.label(box, half.chunk == 1 ? number + "'" : number, color, margin);
        return;
    }
    const bool hasChunk = digest.chunks > 1 && half.chunk >= 0;
    if (!hasChunk || !chart.pen.label(box, number + "." + std::to_string(half.chunk), color, 4)) {
        chart.pen.label(box, number, color, margin);
    }
}

/// What a cell without a microbatch says: "?" where several fit, else its name.
std::string nameOf(const PipelineCell &cell) { return cell.numbering == Numbering::Uncertain ? "?" : cell.name; }

/// How much of an overlapped cell is drawn as its forward half: as long as its kernels are, else the mean of the chart.
double forwardShareOf(const ChartPen &chart, const PipelineCell &cell) {
    Nanos forward{0};
    Nanos all{0};
    for (const auto &part : cell.parts) {
        all += part.range.duration();
        forward += part.kind == CellKind::Forward ? part.range.duration() : Nanos{0};
    }
    return forward.count() <= 0 || forward == all
               ? chart.digest.forwardShare
               : static_cast<double>(forward.count()) / static_cast<double>(all.count());
}

/// Inferred cells have a hatched edge above, host times one below, guesses from arrows both.
void drawEvidence(const ChartPen &chart, const PipelineCell &cell, Box box, Color color) {
    const auto evidence = cell.evidence;
    const int height = std::min(kHatchHeight, box.height / 3);
    if (height < 2) {
        return;
    }
    if (evidence == CellEvidence::Inferred || evidence == CellEvidence::FlowArrows) {
        chart.pen.fill(box.takeTop(height), color, true);
    }
    if (evidence == CellEvidence::HostRange || evidence == CellEvidence::FlowArrows) {
        chart.pen.fill(box.takeBottom(height), color, true);
    }
}

}  // namespace

Color ChartPen::colorOf(CellKind kind, int chunk) const {
    return {stagescope::colorOf(kind), 0, isScheduled(kind) ? digest.shadeOf(chunk) : std::uint8_t{0}};
}

void drawHalves(const ChartPen &chart, const PipelineCell &cell, const Box &box) {
    Box backward = box;
    const auto width = static_cast<int>(std::lround(box.width * forwardShareOf(chart, cell)));
    const Box forward = backward.takeLeft(std::clamp(width, 1, std::max(1, box.width - 1)));
    const auto forwardColor = chart.colorOf(CellKind::Forward, cell.chunk);
    const auto backwardColor = chart.colorOf(CellKind::Backward, cell.backwardChunk);
    chart.pen.fill(forward, forwardColor);
    chart.pen.fill(backward, backwardColor);
    if (cell.numbering == Numbering::Uncertain) {
        chart.pen.label(box, "?", box.width > 2 * forward.width ? backwardColor : forwardColor);
        return;
    }
    drawLabel(chart, forward, {cell.microbatch, cell.chunk}, forwardColor);
    drawLabel(chart, backward, {cell.backwardMicrobatch, cell.backwardChunk}, backwardColor);
}

void drawCell(const ChartPen &chart, const PipelineCell &cell, const Box &box) {
    auto &pen = chart.pen;
    const auto color = chart.colorOf(cell.kind, cell.chunk);
    const bool isOverlapped = cell.kind == CellKind::Overlapped;
    if (drawCellParts(chart, cell, box)) {
        // All there is to draw.
    } else if (isOverlapped) {
        drawHalves(chart, cell, box);
    } else {
        pen.fill(box, color);
        if (cell.microbatch >= 0) {
            drawLabel(chart, box, {cell.microbatch, cell.chunk}, color);
        } else if (box.width >= kLabelFrom) {
            pen.label(box, nameOf(cell), color);
        }
    }
    drawEvidence(chart, cell, box, color);
    if (box.width >= kBorderFrom) {
        if (isOverlapped) {
            pen.frame(box, ColorRole::Text);
        } else {
            pen.vertical(box.x, box.y, box.height, ColorRole::Background);
        }
    }
    if (box.width >= kHitFrom) {
        pen.hit(box, cellRef(chart.input.run, chart.input.chart.group, cell));
    }
}

}  // namespace stagescope::pipeline_scene
