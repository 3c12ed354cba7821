#include "views/common/pan_zoom.h"

#include "core/base/number_text.h"
#include "views/common/physical_key.h"
#include "views/common/theme.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>
#include <QtGui/QWheelEvent>
#include <QtWidgets/QApplication>
#include <QtWidgets/QWidget>

#include <algorithm>
#include <cmath>

namespace stagescope {

namespace {

constexpr double kKeyZoom = 0.75;
constexpr double kWheelZoom = 0.8;  ///< for one notch
constexpr double kPanStep = 0.1;    ///< of the visible range
constexpr int kScrollStep = 54;     ///< three lines of a track
constexpr int kFitTwiceMs = 600;
constexpr double kNotch = 120.0;

}  // namespace

PanZoomController::PanZoomController(QWidget *widget, TimeView *timeView, Selection *selection,
                                     std::function<TimeAxis()> axis, QObject *parent)
    : InputFilter(widget, parent),
      m_widget(widget),
      m_timeView(timeView),
      m_selection(selection),
      m_axis(std::move(axis)) {}

PanZoomController::Drag PanZoomController::dragFor(const QMouseEvent &event) {
    const auto modifiers = event.modifiers();
    if (event.button() == Qt::MiddleButton) {
        return Drag::Pan;
    }
    if (event.button() != Qt::LeftButton) {
        return Drag::None;
    }
    if (modifiers & (Qt::ControlModifier | Qt::ShiftModifier)) {
        return Drag::Pan;
    }
    return modifiers & Qt::AltModifier ? Drag::Box : Drag::Area;
}

bool PanZoomController::press(const QMouseEvent &event) {
    m_from = event.position().toPoint();
    m_to = m_from;
    m_wanted = m_from.x() >= m_axis().left ? dragFor(event) : Drag::None;
    m_drag = m_wanted == Drag::None ? Drag::None : Drag::Pressed;
    return false;
}

bool PanZoomController::move(const QMouseEvent &event) {
    if (m_drag == Drag::None || event.buttons() == Qt::NoButton) {
        m_drag = Drag::None;
        return false;
    }
    const auto position = event.position().toPoint();
    if (m_drag == Drag::Pressed && (position - m_from).manhattanLength() >= QApplication::startDragDistance()) {
        m_drag = m_wanted;
    }
    if (m_drag == Drag::Pan) {
        const auto axis = m_axis();
        m_timeView->pan(Nanos{std::llround((m_to.x() - position.x()) * axis.nsPerPixel())});
        Q_EMIT scrolled(m_to.y() - position.y());
    }
    m_to = position;
    if (isDragging()) {
        m_widget->update();
    }
    return m_drag != Drag::Pressed;
}

AlignedRange PanZoomController::draggedRange() const {
    const auto axis = m_axis();
    const auto at = [&](int x) { return axis.timeOf(std::clamp(x, axis.left, axis.left + axis.width)); };
    return {at(std::min(m_from.x(), m_to.x())), at(std::max(m_from.x(), m_to.x()))};
}

bool PanZoomController::release(const QMouseEvent &event) {
    const auto drag = m_drag;
    m_to = event.position().toPoint();
    const auto range = draggedRange();
    m_drag = Drag::None;
    if (drag == Drag::Area && !range.isEmpty()) {
        setRange(range, m_rows ? m_rows(m_from.y(), m_to.y()).lanes : std::vector<LaneRef>{});
        Q_EMIT areaSelected(range);
    } else if (drag == Drag::Box && !range.isEmpty()) {
        m_timeView->setRange(range);
    }
    m_widget->update();
    return drag == Drag::Area || drag == Drag::Box || drag == Drag::Pan;
}

bool PanZoomController::wheel(const QWheelEvent &event) {
    const QPoint angle = event.angleDelta();
    const int vertical = angle.y() != 0 ? angle.y() : angle.x();
    if (event.modifiers() & Qt::ControlModifier) {
        m_timeView->zoom(std::pow(kWheelZoom, vertical / kNotch), m_axis().timeOf(event.position().x()));
    } else if (event.modifiers() & Qt::ShiftModifier) {
        pan(-kPanStep * vertical / kNotch);
    } else {
        if (angle.x() != 0) {
            pan(-kPanStep * angle.x() / kNotch);
        }
        if (angle.y() != 0) {
            Q_EMIT scrolled(static_cast<int>(-angle.y() * kScrollStep / kNotch));
        }
    }
    return true;
}

bool PanZoomController::key(const QKeyEvent &event) {
    const bool isShifted = event.modifiers() == Qt::ShiftModifier;
    if (event.modifiers() == Qt::ControlModifier && event.key() == Qt::Key_0) {
        m_timeView->fitAll();
        return true;
    }
    if (event.key() == Qt::Key_Backspace && (isShifted || event.modifiers() == Qt::NoModifier)) {
        isShifted ? m_timeView->redo() : m_timeView->undo();
        return true;
    }
    if (isShifted && event.key() == Qt::Key_Z) {
        zoomIntoRange();
        return true;
    }
    if (event.key() == Qt::Key_Escape && isDragging()) {
        m_drag = Drag::None;
        m_widget->update();
        return true;
    }
    // Arrows of the number pad carry a modifier of their own.
    return (event.modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier && letterKey(event);
}

bool PanZoomController::letterKey(const QKeyEvent &event) {
    switch (physicalLetter(event)) {
        case Qt::Key_W:
            zoomAtPointer(kKeyZoom);
            return true;
        case Qt::Key_S:
            zoomAtPointer(1 / kKeyZoom);
            return true;
        case Qt::Key_A:
        case Qt::Key_Left:
            pan(-kPanStep);
            return true;
        case Qt::Key_D:
        case Qt::Key_Right:
            pan(kPanStep);
            return true;
        case Qt::Key_Up:
        case Qt::Key_Down:
            Q_EMIT scrolled(event.key() == Qt::Key_Up ? -kScrollStep : kScrollStep);
            return true;
        case Qt::Key_F:
            fitSelection();
            return true;
        case Qt::Key_M:
            toggleItemRange();
            return true;
        default:
            return false;
    }
}

void PanZoomController::zoomAtPointer(double factor) {
    const auto axis = m_axis();
    const int x = m_widget->mapFromGlobal(QCursor::pos()).x();
    const bool isInside = m_widget->underMouse() && x >= axis.left && x < axis.left + axis.width;
    m_timeView->zoom(factor, axis.timeOf(isInside ? x : axis.left + axis.width / 2));
}

void PanZoomController::pan(double screens) {
    m_timeView->pan(Nanos{std::llround(screens * static_cast<double>(m_timeView->range().duration().count()))});
}

void PanZoomController::fitSelection() {
    const bool isSecond = m_lastFit.isValid() && m_lastFit.elapsed() < kFitTwiceMs;
    const auto item = m_itemRange ? m_itemRange() : std::nullopt;
    const auto range = item ? item : selectedRange();
    if (isSecond || !range) {
        m_lastFit.invalidate();
        m_timeView->fitAll();
        return;
    }
    m_lastFit.start();
    const Nanos margin = range->duration() / 20;
    m_timeView->setRange({range->begin - margin, range->end + margin});
}

void PanZoomController::toggleItemRange() {
    const auto item = m_itemRange ? m_itemRange() : std::nullopt;
    const bool isSet = selectedRange() && selectedRange() == item;
    setRange(isSet ? std::nullopt : item);
}

void PanZoomController::zoomIntoRange() {
    if (const auto range = selectedRange()) {
        m_timeView->setRange(*range);
    }
}

std::optional<AlignedRange> PanZoomController::selectedRange() const {
    return m_ownRange ? m_ownRange->get() : m_selection != nullptr ? m_selection->state().range : std::nullopt;
}

void PanZoomController::setRange(std::optional<AlignedRange> range, std::vector<LaneRef> lanes) {
    if (m_ownRange) {
        m_ownRange->set(range);
    } else if (m_selection != nullptr) {
        auto state = m_selection->state();
        state.setRange(range, std::move(lanes));
        m_selection->set(std::move(state), m_widget);
    }
}

void PanZoomController::paint(QPainter &painter) const {
    if (!isDragging()) {
        return;
    }
    const auto axis = m_axis();
    const auto clamped = [&](int x) { return std::clamp(x, axis.left, axis.left + axis.width - 1); };
    const int left = clamped(std::min(m_from.x(), m_to.x()));
    const int right = clamped(std::max(m_from.x(), m_to.x()));
    QColor color = Theme::current().color(m_drag == Drag::Box ? ColorRole::Computing : ColorRole::Accent);
    painter.setPen(color);
    painter.drawLine(left, 0, left, m_widget->height());
    painter.drawLine(right, 0, right, m_widget->height());
    color.setAlpha(36);
    const bool hasRows = m_drag == Drag::Area && m_rows;
    const auto rows = hasRows ? m_rows(m_from.y(), m_to.y()) : DraggedRows{0, m_widget->height(), {}};
    painter.fillRect(QRect(left, rows.top, right - left, rows.bottom - rows.top), color);
    const auto length = draggedRange().duration();
    const auto text = m_ownRange ? m_ownRange->text(length) : QString::fromStdString(shownDuration(length));
    const QRect box = painter.fontMetrics().boundingRect(text).adjusted(-6, -3, 6, 3);
    const int x = std::clamp((left + right - box.width()) / 2, axis.left,
                             std::max(axis.left, axis.left + axis.width - box.width()));
    const QRect place(x, std::clamp(m_to.y() - 2 * box.height(), 0, m_widget->height()), box.width(), box.height());
    painter.fillRect(place, Theme::current().color(ColorRole::HeaderBackground));
    painter.setPen(Theme::current().color(ColorRole::Text));
    painter.drawText(place, Qt::AlignCenter, text);
}

}  // namespace stagescope
