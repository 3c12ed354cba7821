#pragma once

#include <QtCore/QTimer>

#include <utility>

namespace stagescope {

/// Calls back when panels that open by the same click have taken their room: they ask for their height in one turn of
/// the event loop, and the layout follows in the next. Not when `context` is gone by then. GUI thread.
template <class Call>
void afterLayout(QObject *context, Call call) {
    QTimer::singleShot(0, context, [context, call = std::move(call)] { QTimer::singleShot(0, context, call); });
}

/// Empties a list or tree of items and lets `fill` put in new ones. All of it is painted anew: where a row was current,
/// Qt 6.4 would paint that row alone, and of the others what stood there before would stay. GUI thread.
template <class Items, class Fill>
void refill(Items *items, const Fill &fill) {
    items->clear();
    fill();
    items->doItemsLayout();  // were it still to be done when the row is painted, its call to paint the rest gets lost
}

}  // namespace stagescope
