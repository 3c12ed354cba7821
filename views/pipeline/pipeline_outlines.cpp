#include "views/pipeline/pipeline_outlines.h"

#include "core/session/marks.h"
#include "core/session/selection.h"
#include "views/common/mark_painter.h"
#include "views/common/scene_style.h"
#include "views/common/theme.h"

#include <QtGui/QPainter>

#include <algorithm>

namespace stagescope {

namespace {
constexpr int kRankBar = 4;
constexpr int kRangeAlpha = 40;

/// The selected stretch of time: a tint over all rows between two lines.
void paintRange(QPainter &painter, const PipelineScene &layout, AlignedRange range) {
    if (!range.overlaps(layout.axis.range)) {
        return;
    }
    const int left = std::max(layout.axis.left, layout.axis.pixelOf(range.begin));
    const int right = std::max(left + 1, layout.axis.pixelOf(range.end));
    const int top = layout.rows.front().cells.y;
    const int height = std::min(layout.rowsHeight, layout.viewportHeight);
    auto color = Theme::current().color(ColorRole::Accent);
    painter.fillRect(left, top, 1, height, color);
    painter.fillRect(right - 1, top, 1, height, color);
    color.setAlpha(kRangeAlpha);
    painter.fillRect(left, top, right - left, height, color);
}

/// Marks stand over the rows, their names at the foot of the ruler.
MarkArea markArea(const PipelineScene &layout) {
    constexpr int kStrip = 14;
    const auto &first = layout.rows.front();
    const int top = std::max(layout.path.isEmpty() ? first.cells.y : layout.path.y, kStrip);
    return {layout.axis, top - kStrip, kStrip, top, top + std::min(layout.rowsHeight, layout.viewportHeight)};
}
}  // namespace

std::optional<AlignedSpan> placeInChart(const PipelineInput &input, const Workspace *workspace, const ItemRef &item) {
    if (runOf(item) != input.run) {
        return std::nullopt;
    }
    if (const auto *ref = std::get_if<CellRef>(&item)) {
        const auto position = cellPosition(input, *ref);
        return position ? std::optional(AlignedSpan{
                              ref->rank, input.clock.toAligned(ref->rank, input.chart.cells[*position].range)})
                        : std::nullopt;
    }
    if (const auto *ref = std::get_if<BubbleRef>(&item)) {
        const auto *bubble = bubbleOf(input, *ref);
        return bubble != nullptr ? std::optional(AlignedSpan{ref->rank, bubble->range}) : std::nullopt;
    }
    if (const auto *ref = std::get_if<CommOpRef>(&item)) {
        const auto position = p2pPosition(input, *ref);
        return position ? std::optional(AlignedSpan{ref->rank,
                                                    input.clock.toAligned(ref->rank, input.chart.p2p[*position].range)})
                        : std::nullopt;
    }
    if (const auto *ref = std::get_if<MomentRef>(&item)) {
        const auto at = input.clock.toAligned(ref->rank, rankTime(ref->at));
        return AlignedSpan{ref->rank, {at, at + Nanos{1}}};
    }
    if (const auto *ref = std::get_if<SliceRef>(&item); ref != nullptr && workspace != nullptr) {
        return locateSlice(*workspace, *ref);
    }
    return std::nullopt;
}

void paintPipelineSelection(QPainter &painter, const PipelineInput &input, const PipelineScene &layout,
                            const Workspace *workspace, const SelectionState &state, const Marks *marks) {
    const QRect area(0, 0, layout.scene.width, layout.scene.height);
    if (state.range && !layout.rows.empty()) {
        paintRange(painter, layout, *state.range);
    }
    if (!layout.rows.empty()) {
        paintMarks(painter, marks, markArea(layout));
    }
    for (const auto &rank : state.ranks) {
        const auto *row = layout.rowOf(rank.rank);
        if (rank.run == input.run && row != nullptr) {
            painter.fillRect(QRect(row->box.x, row->box.y, kRankBar, row->box.height - 1).intersected(area),
                             Theme::current().color(ColorRole::Accent));
        }
    }
    for (const auto &item : state.items) {
        if (std::holds_alternative<RankRef>(item) || paintItemOutlines(painter, layout.scene, item, area)) {
            continue;
        }
        const auto place = placeInChart(input, workspace, item);
        const auto *row = place ? layout.rowOf(place->rank) : nullptr;
        if (row != nullptr && place->range.begin < layout.axis.range.end &&
            place->range.end >= layout.axis.range.begin) {
            const int left = layout.axis.pixelOf(place->range.begin);
            const int right = std::max(left + 1, layout.axis.pixelOf(place->range.end));
            const bool isMoment = std::holds_alternative<MomentRef>(item) && !row->memory.isEmpty();
            const bool isTransfer = std::holds_alternative<CommOpRef>(item) && !row->p2p.isEmpty();
            const auto &lane = isMoment ? row->memory : isTransfer ? row->p2p : row->cells;
            paintOutline(painter, QRect(left, lane.y, right - left, lane.height), area);
        }
    }
}

void paintPipelineEdges(QPainter &painter, const PipelineInput &input, const PipelineScene &layout,
                        const std::vector<ItemRef> &items) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const auto &item : items) {
        for (const auto &line : pipelineEdgeLines(input, layout, item)) {
            // A seam in the colour of the background keeps the arrow apart from cells of its own colour.
            painter.setPen(QPen(Theme::current().color(ColorRole::Background), 4));
            painter.drawLine(line.x1, line.y1, line.x2, line.y2);
        }
        for (const auto &line : pipelineEdgeLines(input, layout, item)) {
            painter.setPen(QPen(Theme::current().color(line.color), 2));
            painter.drawLine(line.x1, line.y1, line.x2, line.y2);
        }
    }
    painter.restore();
}

}  // namespace stagescope
