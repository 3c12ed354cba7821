#include "app/window/window_place.h"

#include <QtGui/QGuiApplication>
#include <QtGui/QScreen>
#include <QtGui/QWindow>
#include <QtWidgets/QWidget>

#include <algorithm>

namespace stagescope {

QRect fittedInto(const QRect &wanted, const QRect &available, const QMargins &frame) {
    const QRect room = available.marginsRemoved(frame);
    const QSize size = wanted.size().boundedTo(room.size());
    const int x = std::clamp(wanted.x(), room.x(), room.x() + room.width() - size.width());
    const int y = std::clamp(wanted.y(), room.y(), room.y() + room.height() - size.height());
    return {{x, y}, size};
}

bool keepOnScreen(QWidget *window) {
    if (QGuiApplication::platformName() == QStringLiteral("offscreen") ||
        window->windowState() & (Qt::WindowMaximized | Qt::WindowFullScreen | Qt::WindowMinimized)) {
        return true;
    }
    const QRect available = window->screen()->availableGeometry();
    if (!window->isVisible()) {
        window->resize(window->size().boundedTo(available.size()));
        return false;
    }
    const auto frame = window->windowHandle()->frameMargins();
    const QRect fitted = fittedInto(window->geometry(), available, frame);
    if (fitted != window->geometry()) {
        window->setGeometry(fitted);
    }
    return !frame.isNull();
}

}  // namespace stagescope
