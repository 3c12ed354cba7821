#include "views/common/scene_style.h"

#include "views/common/scene_painter.h"
#include "views/common/texts/message_texts.h"
#include "views/common/theme.h"

#include <QtGui/QFontMetrics>
#include <QtGui/QPainter>

#include <algorithm>
#include <vector>

namespace stagescope {

namespace {
constexpr int kOutline = 2;
}

SceneStyle sceneStyle(const QFont &font) {
    return {textMetrics(font), messageTextFunction(), QFontMetrics(font).height() + 2};
}

void paintOutline(QPainter &painter, QRect box, const QRect &area) {
    const QRect outer = box.adjusted(-kOutline, -kOutline, kOutline, kOutline);
    const auto color = Theme::current().color(ColorRole::Accent);
    const auto part = [&](int x, int y, int width, int height) {
        painter.fillRect(QRect(x, y, width, height).intersected(area), color);
    };
    part(outer.x(), outer.y(), outer.width(), kOutline);
    part(outer.x(), outer.bottom() - kOutline + 1, outer.width(), kOutline);
    part(outer.x(), outer.y(), kOutline, outer.height());
    part(outer.right() - kOutline + 1, outer.y(), kOutline, outer.height());
}

bool paintItemOutlines(QPainter &painter, const Scene &scene, const ItemRef &item, const QRect &area) {
    bool found = false;
    for (const auto &hit : scene.hits) {
        if (hit.item == item) {
            paintOutline(painter, QRect(hit.x, hit.y, hit.width, hit.height), area);
            found = true;
        }
    }
    return found;
}

void cutBelow(Scene &scene, int height) {
    const auto isBelow = [&](const auto &box) { return box.y + box.height > height; };
    for (auto &rect : scene.rects) {
        rect.height = std::min(rect.height, height - rect.y);
    }
    std::erase_if(scene.rects, [](const SceneRect &r) { return r.height <= 0; });
    std::erase_if(scene.texts, isBelow);
    std::erase_if(scene.hits, isBelow);
    scene.height = height;
}

}  // namespace stagescope
