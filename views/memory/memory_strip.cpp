#include "views/memory/memory_strip.h"

#include "views/common/scene_canvas.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"
#include "views/common/theme.h"
#include "views/memory/snapshot_desk.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>

#include <algorithm>

namespace stagescope {

MemoryStrip::MemoryStrip(SnapshotDesk &desk, QWidget *parent)
    : QWidget(parent), m_desk(desk), m_canvas(new SceneCanvas(this)) {
    setFixedHeight(kHeight);
    m_canvas->setBuilder([this](QSize size) {
        m_layout = sceneFor(size);
        return m_layout.scene;
    });
    m_canvas->setOverlay([this](QPainter &painter, const Scene &) { paintPlaces(painter, m_layout); });
    m_canvas->installEventFilter(this);
    const auto repaint = [this] { m_canvas->update(); };
    connect(&desk, &SnapshotDesk::historyChanged, m_canvas, &SceneCanvas::invalidate);
    connect(&desk, &SnapshotDesk::axisChanged, m_canvas, &SceneCanvas::invalidate);
    connect(&desk, &SnapshotDesk::selectionChanged, m_canvas, repaint);
    connect(&desk.view(), &TimeView::rangeChanged, m_canvas, repaint);
}

void MemoryStrip::resizeEvent(QResizeEvent *) { m_canvas->resize(size()); }

MemoryStripScene MemoryStrip::sceneFor(QSize size) const {
    if (const auto &history = m_desk.history()) {
        return buildMemoryStripScene(*history, m_desk.axis(), size.width(), size.height(), sceneStyle(font()));
    }
    MemoryStripScene empty;
    empty.scene.width = size.width();
    empty.scene.height = size.height();
    empty.scene.rects.push_back({0, 0, size.width(), size.height(), {ColorRole::Background, 0}});
    return empty;
}

void MemoryStrip::paintPicture(QPainter &painter, QSize size) {
    const auto layout = sceneFor(size);
    paintScene(painter, layout.scene, Theme::current());
    paintPlaces(painter, layout);
}

/// The range as a tint, what is in sight as a frame, the moment as a line.
void MemoryStrip::paintPlaces(QPainter &painter, const MemoryStripScene &layout) const {
    if (m_desk.history() == nullptr) {
        return;
    }
    const auto &plot = layout.plot;
    const auto pixel = [&](AlignedTime place) {
        return std::clamp(layout.axis.pixelOf(place), plot.x, plot.right() - 1);
    };
    const auto &theme = Theme::current();
    if (const auto range = m_desk.range()) {
        auto tint = theme.color(ColorRole::Accent);
        tint.setAlpha(kRangeTint);
        const int from = pixel(m_desk.axis().placeOf(range->begin + 1));
        const int to = std::max(from + 1, pixel(m_desk.axis().placeOf(range->end + 1)));
        painter.fillRect(QRect(from, plot.y, to - from, plot.height), tint);
    }
    if (m_desk.view().range() != m_desk.view().limits()) {
        const int from = pixel(m_desk.view().range().begin);
        const int to = std::max(from + 4, pixel(m_desk.view().range().end));
        painter.setPen(theme.color(ColorRole::Text));
        painter.drawRect(QRect(from, plot.y - 2, to - from, plot.height + 3));
    }
    const int x = pixel(m_desk.axis().placeOf(m_desk.moment()));
    painter.fillRect(QRect(x - 1, plot.y - 2, 2, plot.height + 4), theme.color(ColorRole::Accent));
    painter.fillRect(QRect(x - 4, plot.y - 3, 8, 4), theme.color(ColorRole::Accent));
}

void MemoryStrip::scrubTo(int x) {
    if (m_desk.history() != nullptr) {
        m_desk.setMoment(m_desk.axis().momentAt(m_layout.axis.timeOf(x)));
    }
}

bool MemoryStrip::key(int key, bool isCoarse) {
    if (m_desk.history() == nullptr) {
        return false;
    }
    const auto events = m_desk.history()->events();
    const auto stride = isCoarse ? std::max(1U, events / 100) : 1;
    const auto moment = m_desk.moment();
    switch (key) {
        case Qt::Key_Left:
            m_desk.setMoment(moment - std::min(moment, stride));
            return true;
        case Qt::Key_Right:
            m_desk.setMoment(std::min(events, moment + stride));
            return true;
        case Qt::Key_Home:
            m_desk.setMoment(0);
            return true;
        case Qt::Key_End:
            m_desk.setMoment(events);
            return true;
        default:
            return false;
    }
}

bool MemoryStrip::eventFilter(QObject *watched, QEvent *event) {
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

void MemoryStrip::retranslate() {
    m_canvas->setAccessibleName(tr("The whole history: choose a moment with the arrow keys"));
    m_canvas->setToolTip(tr("Drag to choose a moment. Arrow keys: an event, with Ctrl a hundredth of the history."));
    m_canvas->invalidate();
}

}  // namespace stagescope
