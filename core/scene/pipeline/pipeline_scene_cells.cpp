// One cell of the pipeline chart: kind by hue, virtual chunk by lightness, number where it fits, marks of its evidence.
#include "core/scene/pipeline/pipeline_scene_parts.h"

#include <algorithm>
#include <cmath>

namespace stagescope::pipeline_scene {

namespace {

constexpr int kLeastDigit = 5;   ///< no font has narrower digits
constexpr int kChunkFrom = 24;   ///< narrower cells leave out the chunk
constexpr int kHatchHeight = 6;  ///< strip that marks weak evidence

/// What a cell without a microbatch says: "?" where several fit, else what it does.
std::string nameOf(const ChartPen &chart, const PipelineCell &cell) {
    if (isScheduled(cell.kind) || cell.kind == CellKind::Other) {
        return cell.numbering == Numbering::Uncertain ? "?" : cell.name;
    }
    return chart.pen.words(Message("pipeline.kind." + std::string(cellKindText(cell.kind))));
}

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

/// Inferred cells have a hatched edge above, host times one below, guesses from arrows both. Draws it and returns the
/// rest.
Box withoutEvidence(const ChartPen &chart, const PipelineCell &cell, Box box, Color color) {
    const auto evidence = cell.evidence;
    const int height = std::min(kHatchHeight, box.height / 3);
    if (height < 2) {
        return box;
    }
    if (evidence == CellEvidence::Inferred || evidence == CellEvidence::FlowArrows) {
        chart.pen.fill(box.takeTop(height), color, true);
    }
    if (evidence == CellEvidence::HostRange || evidence == CellEvidence::FlowArrows) {
        chart.pen.fill(box.takeBottom(height), color, true);
    }
    return box;
}

}  // namespace

void drawLabel(const ChartPen &chart, const Box &box, HalfLabel half, Color color) {
    if (half.microbatch < 0 || box.width < kLabelFrom) {
        return;
    }
    const auto number = std::to_string(half.microbatch);
    if (box.width < kLeastDigit * static_cast<int>(number.size())) {
        return;  // measuring a text costs more than all the rest of a cell
    }
    const auto &digest = chart.digest;
    const int margin = box.width < 24 ? 1 : 2;
    if (digest.isDual) {
        chart.pen.label(box, half.chunk == 1 ? number + "'" : number, color, margin);
        return;
    }
    const bool hasChunk = digest.chunks > 1 && half.chunk >= 0 && box.width >= kChunkFrom;
    if (!hasChunk || !chart.pen.label(box, number + "." + std::to_string(half.chunk), color, 4)) {
        chart.pen.label(box, number, color, margin);
    }
}

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

void drawCellHead(const ChartPen &chart, const PipelineCell &cell, const Box &box) {
    if (cell.kind == CellKind::Overlapped) {
        drawHalves(chart, cell, box);
        return;
    }
    const auto color = chart.colorOf(cell.kind, cell.chunk);
    chart.pen.fill(box, color);
    if (cell.microbatch >= 0) {
        drawLabel(chart, box, {cell.microbatch, cell.chunk}, color);
    } else if (box.width >= kLabelFrom) {
        chart.pen.label(box, nameOf(chart, cell), color);
    }
}

void drawCell(const ChartPen &chart, const PipelineCell &cell, const Box &box) {
    auto &pen = chart.pen;
    if (box.width >= kHitFrom) {
        pen.hit(box, cellRef(chart.input.run, chart.input.chart.group, cell));
    }
    const Box body = withoutEvidence(chart, cell, box, chart.colorOf(cell.kind, cell.chunk));
    if (!drawKernels(chart, cell, body) && !drawCellParts(chart, cell, body)) {
        drawCellHead(chart, cell, body);
    }
    if (box.width >= kBorderFrom) {
        if (cell.kind == CellKind::Overlapped) {
            pen.frame(box, ColorRole::Text);
        } else {
            pen.vertical(box.x, box.y, box.height, ColorRole::Background);
        }
    }
}

}  // namespace stagescope::pipeline_scene
