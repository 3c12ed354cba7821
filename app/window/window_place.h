#pragma once

#include <QtCore/QMargins>
#include <QtCore/QRect>

class QWidget;

namespace stagescope {

/// Where a window may stand: `wanted` (without its frame) moved, and shrunk where it must be, so that it lies within
/// `available` with its frame.
[[nodiscard]] QRect fittedInto(const QRect &wanted, const QRect &available, const QMargins &frame);

/// Keeps a window and its frame on the screen. Before it is shown only its size is bounded: where it goes is the window
/// manager's to say. Windows that fill the screen, and those of the offscreen platform, whose screen measures nothing,
/// are left alone. False while the window manager has not told the frame. GUI thread.
bool keepOnScreen(QWidget *window);

}  // namespace stagescope
