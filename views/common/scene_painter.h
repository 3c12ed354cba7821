#pragma once

#include "core/scene/kit/scene.h"
#include "views/common/theme.h"

#include <QtGui/QFont>
#include <QtGui/QImage>

class QPainter;

namespace stagescope {

/// Replays a Scene. GUI thread (or any one thread with a painter on an image of its own).
/// paintScene draws with the painter (vector output: SVG, print); rasterScene fills an image's scanlines directly,
/// about four times as fast for thousands of small boxes, and draws texts with a painter on it. Both give the same
/// picture.
void paintScene(QPainter &painter, const Scene &scene, const Theme &theme);
/// image: Format_RGB32, of scene.width * dpr by scene.height * dpr pixels.
void rasterScene(QImage &image, const Scene &scene, const Theme &theme, const QFont &font);

/// Text width by a font, for scene builders.
[[nodiscard]] TextMetrics textMetrics(const QFont &font);

}  // namespace stagescope
