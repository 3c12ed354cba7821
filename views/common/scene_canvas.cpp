#include "views/common/scene_canvas.h"

#include "views/common/scene_painter.h"
#include "views/common/theme.h"

#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QApplication>

#include <time.h>

namespace stagescope {

namespace {
std::chrono::nanoseconds threadCpuTime() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return std::chrono::seconds(t.tv_sec) + std::chrono::nanoseconds(t.tv_nsec);
}
}  // namespace

SceneCanvas::SceneCanvas(QWidget *parent) : QWidget(parent) {
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
}

void SceneCanvas::setBuilder(Builder builder) {
    m_builder = std::move(builder);
    invalidate();
}

void SceneCanvas::setOverlay(Overlay overlay) {
    m_overlay = std::move(overlay);
    update();
}

void SceneCanvas::invalidate() {
    m_stale = true;
    update();
}

const Scene &SceneCanvas::scene() {
    refresh();
    return m_scene;
}

void SceneCanvas::setFrameTimeShown(bool shown) {
    m_frameTimeShown = shown;
    update();
}

void SceneCanvas::refresh() {
    if (!m_stale || !m_builder || width() <= 0 || height() <= 0) {
        return;
    }
    m_stale = false;
    const auto start = threadCpuTime();
    m_scene = m_builder(size());
    const auto pixels = size() * devicePixelRatioF();
    if (m_image.size() != pixels) {
        m_image = QImage(pixels, QImage::Format_RGB32);
        m_image.setDevicePixelRatio(devicePixelRatioF());
    }
    rasterScene(m_image, m_scene, Theme::current(), font());
    m_frameTime = threadCpuTime() - start;
}

void SceneCanvas::paintEvent(QPaintEvent *) {
    refresh();
    QPainter painter(this);
    if (m_image.isNull()) {
        painter.fillRect(rect(), Theme::current().color(ColorRole::Background));
    } else {
        painter.drawImage(0, 0, m_image);
    }
    if (m_overlay) {
        m_overlay(painter, m_scene);
    }
    if (m_frameTimeShown) {
        const auto text = QStringLiteral("%1 ms").arg(static_cast<double>(m_frameTime.count()) / 1e6, 0, 'f', 2);
        const QRect box = fontMetrics().boundingRect(text).adjusted(-6, -3, 6, 3);
        const QRect place(width() - box.width() - 4, 4, box.width(), box.height());
        painter.fillRect(place, Theme::current().color(ColorRole::HeaderBackground));
        painter.setPen(Theme::current().color(ColorRole::Text));
        painter.drawText(place, Qt::AlignCenter, text);
    }
    if (m_focusShown) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
}

void SceneCanvas::focusInEvent(QFocusEvent *event) {
    const auto reason = event->reason();
    m_focusShown = reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason;
    QWidget::focusInEvent(event);
}

void SceneCanvas::focusOutEvent(QFocusEvent *event) {
    m_focusShown = false;
    QWidget::focusOutEvent(event);
}

void SceneCanvas::resizeEvent(QResizeEvent *) { invalidate(); }

void SceneCanvas::changeEvent(QEvent *event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange ||
        event->type() == QEvent::LanguageChange) {
        invalidate();
    }
    QWidget::changeEvent(event);
}

void SceneCanvas::mousePressEvent(QMouseEvent *event) { m_pressed = event->position().toPoint(); }

void SceneCanvas::mouseReleaseEvent(QMouseEvent *event) {
    const auto position = event->position().toPoint();
    const bool dragged = (position - m_pressed).manhattanLength() >= QApplication::startDragDistance();
    if (event->button() == Qt::LeftButton && !dragged) {
        Q_EMIT clicked(position, scene().itemAt(position.x(), position.y()), event->modifiers());
    }
}

void SceneCanvas::mouseDoubleClickEvent(QMouseEvent *event) {
    const auto position = event->position().toPoint();
    Q_EMIT doubleClicked(position, scene().itemAt(position.x(), position.y()));
}

void SceneCanvas::mouseMoveEvent(QMouseEvent *event) {
    if (event->buttons() == Qt::NoButton) {
        Q_EMIT hovered(event->position().toPoint());
    }
}

void SceneCanvas::leaveEvent(QEvent *) { Q_EMIT hovered(QPoint(-1, -1)); }

}  // namespace stagescope
