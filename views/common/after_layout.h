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

}  // namespace stagescope
