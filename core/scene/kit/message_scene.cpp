#include "core/scene/kit/message_scene.h"

namespace stagescope {

namespace {
constexpr int kColumn = 620;  ///< widest line that reads well
}

Scene buildMessageScene(int width, int height, std::string_view title, std::string_view text, const SceneStyle &style) {
    Scene scene;
    scene.width = width;
    scene.height = height;
    ScenePen pen(scene, style);
    const int column = std::max(0, std::min(kColumn, width - 48));
    const auto lines = wrapped(text, column, style.metrics);
    const int line = style.lineHeight + 2;
    const int total = (static_cast<int>(lines.size()) + 2) * line;
    Box area{(width - column) / 2, std::max(8, (height - total) * 2 / 5), column, total};
    pen.text(area.takeTop(line), title, ColorRole::Text, TextAlign::Center, true);
    area.takeTop(line / 2);
    for (const auto &part : lines) {
        pen.text(area.takeTop(line), part, ColorRole::MutedText, TextAlign::Center);
    }
    return scene;
}

}  // namespace stagescope
