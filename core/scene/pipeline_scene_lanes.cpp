#include "core/scene/pipeline_scene_parts.h"

#include <algorithm>
#include <cmath>

namespace stagescope::pipeline_scene {

namespace {

constexpr int kLabelFrom = 14;   ///< narrower cells carry no number
constexpr int kBorderFrom = 5;   ///< narrower cells have no border
constexpr int kHatchHeight = 6;  ///< strip that marks host times

/// A stretch of time in whole pixels of the axis, at least one wide; empty when it is out of sight.
Box pixelsOf(const TimeAxis &axis, AlignedRange range, const Box &lane) {
    if (range.end < axis.range.begin || range.begin >= axis.range.end) {
        return {};
    }
    const int left = axis.pixelOf(range.begin);
    const int right = std::max(left + 1, axis.pixelOf(range.end));
    return {left, lane.y, right - left, lane.height};
}

void drawOverlapped(ScenePen &pen, const Box &box, double fShare, const PipelineCell &cell) {
    Box backward = box;
    const Box forward = backward.takeLeft(std::max(1, static_cast<int>(std::lround(box.width * fShare))));
    pen.fill(forward, ColorRole::Forward);
    pen.fill(backward, ColorRole::Backward);
    if (box.width >= kBorderFrom) {
        pen.frame(box, ColorRole::Text);
    }
    // "7F+13B": the two microbatches on their own parts; any other name stands on the larger one.
    const auto plus = cell.name.find('+');
    const auto digitsOf = [](std::string_view part) {
        return std::string(part.substr(0, std::min(part.size(), part.find_first_not_of("0123456789"))));
    };
    if (plus != std::string::npos) {
        pen.label(forward, digitsOf(std::string_view(cell.name).substr(0, plus)), ColorRole::Forward);
        pen.label(backward, digitsOf(std::string_view(cell.name).substr(plus + 1)), ColorRole::Backward);
    } else if (cell.microbatch >= 0) {
        pen.label(backward, std::to_string(cell.microbatch), ColorRole::Backward);
    }
}

void drawCell(ScenePen &pen, const PipelineInput &input, const PipelineCell &cell, const Box &box, double fShare) {
    if (cell.kind == CellKind::Overlapped) {
        drawOverlapped(pen, box, fShare, cell);
    } else {
        const auto role = colorOf(cell.kind);
        pen.fill(box, role);
        if (box.width >= kBorderFrom) {
            pen.vertical(box.x, box.y, box.height, ColorRole::Background);
        }
        if (box.width >= kLabelFrom) {
            const bool isOther = cell.kind == CellKind::Other;
            pen.label(box, isOther || cell.microbatch < 0 ? cell.name : std::to_string(cell.microbatch), role);
        }
    }
    if (cell.evidence == CellEvidence::HostRange) {
        Box strip = box;
        pen.fill(strip.takeBottom(kHatchHeight), colorOf(cell.kind), true);
    }
    pen.hit(box, cellRef(input.run, input.chart.group, cell));
}

/// Background of a lane: what a rank does between its cells, within each step, is a bubble.
void drawBubbles(ScenePen &pen, const PipelineInput &input, const PipelineRow &row, const TimeAxis &axis) {
    pen.fill(row.cells, ColorRole::AlternateBackground);
    if (input.bubbles) {
        const Box box = pixelsOf(axis, input.bubbles->window, row.cells);
        pen.fill(box, ColorRole::Bubble);
    }
}

void drawP2p(ScenePen &pen, const PipelineInput &input, const PipelineRow &row, const TimeAxis &axis) {
    int drawnTo = row.p2p.x - 2;
    for (const auto &op : input.chart.p2p) {
        if (op.rank != row.rank) {
            continue;
        }
        const Box box = pixelsOf(axis, input.clock.toAligned(op.rank, op.range), row.p2p);
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
        pen.hit(box, CommOpRef{input.run, op.rank, op.nth, op.name});
    }
}

void drawNoData(ScenePen &pen, const PipelineInput &input, const PipelineRow &row) {
    pen.fill(row.cells, ColorRole::Bubble, true);
    const auto text =
        pen.words(Message(isMissing(input, row.rank) ? "pipeline.rank_missing" : "pipeline.rank_no_cells"));
    const int width = std::min(row.cells.width, pen.widthOf(text) + 16);
    const Box box{row.cells.x + (row.cells.width - width) / 2, row.cells.y, width, row.cells.height};
    if (row.cells.height >= pen.style().lineHeight) {
        pen.fill(box, ColorRole::Bubble);
        pen.text(box, text, ColorRole::MutedText, TextAlign::Center);
    }
}

}  // namespace

void drawLanes(ScenePen &pen, const PipelineInput &input, const PipelineRow &row, const TimeAxis &axis, double fShare) {
    const auto byRank = [](const PipelineCell &cell, int rank) { return cell.rank < rank; };
    const auto &cells = input.chart.cells;
    auto it = std::lower_bound(cells.begin(), cells.end(), row.rank, byRank);
    if (it == cells.end() || it->rank != row.rank) {
        drawNoData(pen, input, row);
    } else {
        drawBubbles(pen, input, row, axis);
    }
    int drawnTo = row.cells.x - 2;
    for (; it != cells.end() && it->rank == row.rank; ++it) {
        const Box box = pixelsOf(axis, input.clock.toAligned(it->rank, it->range), row.cells);
        if (!box.isEmpty() && box.right() > drawnTo) {
            drawnTo = box.right();
            drawCell(pen, input, *it, box, fShare);
        }
    }
    if (!row.p2p.isEmpty()) {
        drawP2p(pen, input, row, axis);
    }
}

}  // namespace stagescope::pipeline_scene
