// Marks on the timeline, and what a drag over its rows selects.
#include "views/common/pan_zoom.h"
#include "views/common/scene_canvas.h"
#include "views/timeline/timeline_marks.h"
#include "views/timeline/timeline_view.h"

#include <QtGui/QCursor>

namespace stagescope {

void TimelineView::connectMarks() {
    m_gestures->setRows([this](int fromY, int toY) {
        auto box = timelineBox(m_layout, optionsFor(m_canvas->size()), fromY, toY, m_boxesByDepth);
        return PanZoomController::DraggedRows{box.top, box.bottom, std::move(box.lanes)};
    });
    if (const auto *marks = services().marks) {
        connect(marks, &Marks::changed, m_canvas, qOverload<>(&QWidget::update));
        connect(marks, &Marks::taken, m_canvas, qOverload<>(&QWidget::update));
    }
}

/// Under the pointer, when that is over the data.
std::optional<AlignedTime> TimelineView::pointedTime() const {
    const auto axis = optionsFor(m_canvas->size()).axis();
    const int x = m_canvas->mapFromGlobal(QCursor::pos()).x();
    const bool isOver = m_canvas->underMouse() && x >= axis.left && x < axis.left + axis.width;
    return isOver ? std::optional(axis.timeOf(x + 0.5)) : std::nullopt;
}

/// Where the pointer is on the data, else where the selected item begins, else in the middle.
void TimelineView::runOnMarks(TimelineCommand command) {
    const auto item = itemRange();
    const auto visible = services().timeView->range();
    const auto middle = visible.begin + visible.duration() / 2;
    const auto time = pointedTime().value_or(item ? item->begin : middle);
    const auto &selected = services().selection->state().range;
    stagescope::runOnMarks(services().marks, command, time, selected ? selected : item);
}

/// The track of the selected slice, else of the chosen row, else of that under the pointer.
void TimelineView::listTrack() {
    const auto laneOf = [](const TimelineSource &source, TrackId track) {
        return LaneRef{source.rank.run, source.source, track, 0, LaneRef::kAllDepths, source.offset};
    };
    const auto slice = selectedSlice();
    const auto *source = slice ? timelineSourceOf(m_layout, *slice) : nullptr;
    const auto chosen = chosenRow();
    const int y = m_canvas->mapFromGlobal(QCursor::pos()).y();
    const auto *row = chosen                   ? m_layout.find(*chosen)
                      : m_canvas->underMouse() ? timelineRowAt(m_layout, optionsFor(m_canvas->size()), y)
                                               : nullptr;
    if (source != nullptr) {
        Q_EMIT slicesRequested(laneOf(*source, slice->track));
    } else if (row != nullptr && row->kind == TimelineRowKind::Track) {
        Q_EMIT slicesRequested(laneOf(m_layout.sourceOf(*row), row->node.track));
    }
}

}  // namespace stagescope
