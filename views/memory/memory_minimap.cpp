#include "views/memory/memory_minimap.h"

#include "views/common/scene_canvas.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"
#include "views/common/theme.h"
#include "views/memory/snapshot_session.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>

#include <algorithm>

namespace stagescope {

MemoryMinimap::MemoryMinimap(SnapshotSession &session, QWidget *parent)
    : QWidget(parent), m_session(session), m_canvas(new SceneCanvas(this)) {
    setFixedHeight(kHeight);
    m_canvas->setBuilder([this](QSize size) {
        m_layout = sceneFor(size);
        return m_layout.scene;
    });
    m_canvas->setOverlay([this](QPainter &painter, const Scene &) { paintPlaces(painter, m_layout); });
    m_canvas->installEventFilter(this);
    const auto repaint = [this] { m_canvas->update(); };
    connect(&session, &SnapshotSession::historyChanged, m_canvas, &SceneCanvas::invalidate);
    connect(&session, &SnapshotSession::axisChanged, m_canvas, &SceneCanvas::invalidate);
    connect(&session, &SnapshotSession::selectionChanged, m_canvas, repaint);
    connect(&session.view(), &TimeView::rangeChanged, m_canvas, repaint);
}

void MemoryMinimap::resizeEvent(QResizeEvent *) { m_canvas->resize(size()); }

MemoryMinimapScene MemoryMinimap::sceneFor(QSize size) const {
    if (const auto &history = m_session.history()) {
        return buildMemoryMinimapScene(*history, m_session.axis(), size.width(), size.height(), sceneStyle(font()));
    }
    MemoryMinimapScene empty;
    empty.scene.width = size.width();
    empty.scene.height = size.height();
    empty.scene.rects.push_back({0, 0, size.width(), size.height(), {ColorRole::Background, 0}});
    return empty;
}

void MemoryMinimap::paintPicture(QPainter &painter, QSize size) {
    const auto layout = sceneFor(size);
    paintScene(painter, layout.scene, Theme::current());
    paintPlaces(painter, layout);
}

/// The range as a tint, what is in sight as a frame, the moment as a line.
void MemoryMinimap::paintPlaces(QPainter &painter, const MemoryMinimapScene &layout) const {
    if (m_session.history() == nullptr) {
        return;
    }
    const auto &plot = layout.plot;
    const auto pixel = [&](AlignedTime place) {
        return std::clamp(layout.axis.pixelOf(place), plot.x, plot.right() - 1);
    };
    const auto &theme = Theme::current();
    if (const auto range = m_session.range()) {
        auto tint = theme.color(ColorRole::Accent);
        tint.setAlpha(kRangeTint);
        const int from = pixel(m_session.axis().placeOf(range->begin + 1));
        const int to = std::max(from + 1, pixel(m_session.axis().placeOf(range->end + 1)));
        painter.fillRect(QRect(from, plot.y, to - from, plot.height), tint);
    }
    if (m_session.view().range() != m_session.view().limits()) {
        const int from = pixel(m_session.view().range().begin);
        const int to = std::max(from + 4, pixel(m_session.view().range().end));
        painter.setPen(theme.color(ColorRole::Text));
        painter.drawRect(QRect(from, plot.y - 2, to - from, plot.height + 3));
    }
    const int x = pixel(m_session.axis().placeOf(m_session.moment()));
    painter.fillRect(QRect(x - 1, plot.y - 2, 2, plot.height + 4), theme.color(ColorRole::Accent));
    painter.fillRect(QRect(x - 4, plot.y - 3, 8, 4), theme.color(ColorRole::Accent));
}

void MemoryMinimap::scrubTo(int x) {
    if (m_session.history() != nullptr) {
        m_session.setMoment(m_session.axis().momentAt(m_layout.axis.timeOf(x)));
    }
}

bool MemoryMinimap::key(int key, bool isCoarse) {
    if (m_session.history() == nullptr) {
        return false;
    }
    const auto events = m_session.history()->events();
    const auto stride = isCoarse ? std::max(1U, events / 100) : 1;
    const auto moment = m_session.moment();
    switch (key) {
        case Qt::Key_Left:
            m_session.setMoment(moment - std::min(moment, stride));
            return true;
        case Qt::Key_Right:
            m_session.setMoment(std::min(events, moment + stride));
            return true;
        case Qt::Key_Home:
            m_session.setMoment(0);
            return true;
        case Qt::Key_End:
            m_session.setMoment(events);
            return true;
        default:
            return false;
    }
}

bool MemoryMinimap::eventFilter(QObject *watched, QEvent *event) {
    if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseMove) {
        const auto *mouse = static_cast<QMouseEvent *>(event);
        if (mouse->buttons() & Qt::LeftButton) {
            scrubTo(mouse->position().toPoint().x());
            return true;
        }
    }
    if (event->type() == QEvent::KeyPress) {
        const auto *press = static_cast<QKeyEvent *>(event);
        if (key(press->key(), (press->modifiers() & Qt::ControlModifier) != 0)) {
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void MemoryMinimap::retranslate() {
    m_canvas->setAccessibleName(tr("Whole history: pick a time with the arrow keys"));
    m_canvas->setToolTip(tr("Drag to pick a time. Arrow keys: one event; with Ctrl: 1/100 of the history."));
    m_canvas->invalidate();
}

}  // namespace stagescope
