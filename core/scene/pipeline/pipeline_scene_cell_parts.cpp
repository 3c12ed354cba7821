// What a cell is made of, where its kernels are known: a lane of computation, a lane of communication.
#include "core/base/intervals.h"
#include "core/scene/pipeline/pipeline_scene_parts.h"

#include <algorithm>

namespace stagescope::pipeline_scene {

namespace {

constexpr int kPartsFrom = 48;
constexpr int kLeastPartLane = 9;
constexpr int kOutlineFrom = 3;

struct CellLanes {
    Box head;
    Box compute;
    Box communication;
};

CellLanes lanesOf(const PipelineCell &cell, Box box, int lineHeight) {
    const bool hasCommunication = std::any_of(cell.parts.begin(), cell.parts.end(), [](const CellPart &part) {
        return part.lane == CellPart::Lane::Communication;
    });
    CellLanes lanes;
    lanes.head = box.takeTop(lineHeight);
    if (hasCommunication) {
        lanes.communication = box.takeBottom(box.height * 2 / 5);
    }
    lanes.compute = box;
    return lanes;
}

/// The kind whose colour a half of a cell has: "B" of an overlapped one is drawn as its backward.
Color colorOfPart(const ChartPen &chart, const PipelineCell &cell, const CellPart &part) {
    const bool isBackwardHalf = cell.kind == CellKind::Overlapped && part.kind != CellKind::Forward;
    return chart.colorOf(part.kind, isBackwardHalf ? cell.backwardChunk : cell.chunk);
}

/// Communication during which nothing computes: outlined.
void outlineExposed(const ChartPen &chart, const PipelineCell &cell, const Box &lane) {
    std::vector<Interval> computing;
    std::vector<Interval> communicating;
    for (const auto &part : cell.parts) {
        const auto range = chart.input.clock.toAligned(cell.rank, part.range);
        (part.lane == CellPart::Lane::Compute ? computing : communicating).push_back({ns(range.begin), ns(range.end)});
    }
    for (const auto &gap : subtracted(merged(std::move(communicating)), merged(std::move(computing)))) {
        const Box box = pixelsOf(chart.axis, {alignedTime(gap.begin), alignedTime(gap.end)}, lane);
        if (box.width >= kOutlineFrom) {
            chart.pen.frame(box, ColorRole::Error);
            chart.pen.frame(box.inset(1, 1), ColorRole::Error);
        }
    }
}

}  // namespace

bool drawCellParts(const ChartPen &chart, const PipelineCell &cell, const Box &box) {
    auto &pen = chart.pen;
    const int line = pen.style().lineHeight;
    if (cell.parts.empty() || box.width < kPartsFrom || box.height < line + 2 * kLeastPartLane) {
        return false;
    }
    const auto lanes = lanesOf(cell, box, line);
    drawCellHead(chart, cell, lanes.head);
    // Named parts of one kind of work leave nothing open: what has no name is that work too.
    const bool isOneWork = cell.kind != CellKind::Overlapped && lanes.communication.isEmpty();
    pen.fill({box.x, lanes.head.bottom(), box.width, box.height - lanes.head.height},
             isOneWork ? chart.colorOf(cell.kind, cell.chunk) : Color{ColorRole::Background, 0});
    for (const auto &part : cell.parts) {
        const Box &lane = part.lane == CellPart::Lane::Compute ? lanes.compute : lanes.communication;
        const Box piece =
            pixelsOf(chart.axis, chart.input.clock.toAligned(cell.rank, part.range), lane.inset(0, 1)).cutTo(box);
        const auto color = colorOfPart(chart, cell, part);
        pen.fill(piece, color, part.isRecompute);
        if (piece.width >= kOutlineFrom) {
            pen.vertical(piece.x, piece.y, piece.height, ColorRole::Background);
        }
        if (piece.height >= line - 4) {
            pen.label(piece, part.name, color);
        }
    }
    outlineExposed(chart, cell, lanes.communication.inset(0, 1));
    return true;
}

}  // namespace stagescope::pipeline_scene
