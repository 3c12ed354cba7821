#pragma once

#include <QtCore/QObject>

class QKeyEvent;
class QMouseEvent;
class QWheelEvent;
class QWidget;

namespace stagescope {

/// Sees the mouse, wheel and keys of one widget before the widget does. Owned by its parent; the widget must outlive
/// it. GUI thread.
class InputFilter : public QObject {
public:
    bool eventFilter(QObject *watched, QEvent *event) final;

protected:
    InputFilter(QWidget *widget, QObject *parent);

    /// True = the widget does not get the event.
    virtual bool press(const QMouseEvent &event) = 0;
    virtual bool move(const QMouseEvent &event) = 0;
    virtual bool release(const QMouseEvent &event) = 0;
    virtual bool wheel(const QWheelEvent &event) = 0;
    virtual bool key(const QKeyEvent &event) = 0;
};

}  // namespace stagescope
