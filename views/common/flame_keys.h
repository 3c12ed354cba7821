#pragma once

#include "core/scene/kit/flame_scene.h"

#include <QtGui/QKeyEvent>

#include <optional>

namespace stagescope {

/// Where a key leads in a flame graph: into the widest box below, out, or to a neighbour. Nothing for other keys.
[[nodiscard]] inline std::optional<FlameMove> flameMoveOf(const QKeyEvent &key) {
    switch (key.key()) {
        case Qt::Key_Down:
        case Qt::Key_Return:
            return FlameMove::In;
        case Qt::Key_Up:
        case Qt::Key_Backspace:
            return FlameMove::Out;
        case Qt::Key_Left:
            return FlameMove::Left;
        case Qt::Key_Right:
            return FlameMove::Right;
        default:
            return std::nullopt;
    }
}

}  // namespace stagescope
