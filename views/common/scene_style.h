#pragma once

#include "core/scene/kit/scene_pen.h"

#include <QtGui/QFont>

class QPainter;
class QRect;

namespace stagescope {

/// The style of scenes drawn with a font, texts in the current language. GUI thread.
[[nodiscard]] SceneStyle sceneStyle(const QFont &font);

/// Leaves out what lies below a height box by box: a vector file keeps what a painter's clip would hide.
void cutBelow(Scene &scene, int height);

/// Outline of the selection: two pixels in the accent colour around a box, cut to `area` in numbers.
void paintOutline(QPainter &painter, QRect box, const QRect &area);
/// Outlines of all hit boxes of a scene that mean this item; true when there was one.
bool paintItemOutlines(QPainter &painter, const Scene &scene, const ItemRef &item, const QRect &area);

}  // namespace stagescope
