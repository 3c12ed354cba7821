#include "views/common/input_filter.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QMouseEvent>
#include <QtGui/QWheelEvent>
#include <QtWidgets/QWidget>

namespace stagescope {

InputFilter::InputFilter(QWidget *widget, QObject *parent) : QObject(parent) { widget->installEventFilter(this); }

bool InputFilter::eventFilter(QObject *, QEvent *event) {
    switch (event->type()) {
        case QEvent::MouseButtonPress:
            return press(*static_cast<QMouseEvent *>(event));
        case QEvent::MouseMove:
            return move(*static_cast<QMouseEvent *>(event));
        case QEvent::MouseButtonRelease:
            return release(*static_cast<QMouseEvent *>(event));
        case QEvent::Wheel:
            return wheel(*static_cast<QWheelEvent *>(event));
        case QEvent::KeyPress:
            return key(*static_cast<QKeyEvent *>(event));
        default:
            return false;
    }
}

}  // namespace stagescope
