// Marks on the timeline, and what a drag over its rows selects.
#include "core/session/marks.h"
#include "core/store/trace/trace_store.h"
#include "views/common/mark_painter.h"
#include "views/common/pan_zoom.h"
#include "views/common/scene_canvas.h"
#include "views/common/scene_painter.h"
#include "views/timeline/timeline_view.h"

#include <QtGui/QPainter>

namespace stagescope {

namespace {
constexpr int kStripHeight = 14;  ///< of names on the ruler
}

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

void TimelineView::runOnMarks(TimelineCommand command) {
    auto *marks = services().marks;
    if (marks == nullptr || !marks->isOpen()) {
        return;
    }
    using enum TimelineCommand;
    if (command == SetFlag) {
        setFlag();
    } else if (command == MarkRange) {
        markRange();
    } else if (command == UndoMark) {
        marks->undo();
    } else if (command == RedoMark) {
        marks->redo();
    } else if (const auto *inHand = marks->inHand()) {
        marks->remove(inHand->id);
    }
}

/// Under the pointer, when that is over the data.
std::optional<AlignedTime> TimelineView::pointedTime() const {
    const auto axis = optionsFor(m_canvas->size()).axis();
    const int x = m_canvas->mapFromGlobal(QCursor::pos()).x();
    const bool isOver = m_canvas->underMouse() && x >= axis.left && x < axis.left + axis.width;
    return isOver ? std::optional(axis.timeOf(x + 0.5)) : std::nullopt;
}

void TimelineView::setFlag() {
    auto *marks = services().marks;
    const auto item = itemRange();
    const auto visible = services().timeView->range();
    const auto middle = visible.begin + visible.duration() / 2;
    const auto time = pointedTime().value_or(item ? item->begin : middle);
    marks->add({time, time}, tr("Flag %1").arg(marks->nextNumber()).toStdString());
}

void TimelineView::markRange() {
    auto *marks = services().marks;
    const auto &selected = services().selection->state().range;
    const auto range = selected ? selected : itemRange();
    if (range && !range->isEmpty()) {
        marks->add(*range, tr("Range %1").arg(marks->nextNumber()).toStdString());
    }
}

/// A click on the ruler takes the mark there in hand; a range's time is selected, so that its statistics are shown.
bool TimelineView::takeMark(QPoint position) {
    auto *marks = services().marks;
    const auto area = markArea(optionsFor(m_canvas->size()));
    const auto id = markUnder(marks, area, textMetrics(m_canvas->font()), position.x(), position.y());
    if (!id) {
        return false;
    }
    marks->take(id);
    const auto *mark = marks->find(*id);
    if (!mark->isFlag()) {
        auto state = services().selection->state();
        state.items.clear();
        state.setRange(mark->range);
        services().selection->set(std::move(state), this);
    }
    return true;
}

MarkArea TimelineView::markArea(const TimelineSceneOptions &options) const {
    MarkArea area;
    area.axis = options.axis();
    area.stripTop = TimelineSceneOptions::kRulerHeight - kStripHeight;
    area.stripHeight = kStripHeight;
    area.top = TimelineSceneOptions::kRulerHeight;
    area.bottom = std::min(options.height, area.top + m_layout.height());
    return area;
}

void TimelineView::paintMarks(QPainter &painter, const TimelineSceneOptions &options) const {
    stagescope::paintMarks(painter, services().marks, markArea(options));
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
