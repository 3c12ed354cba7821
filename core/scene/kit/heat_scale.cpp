#include "core/scene/kit/heat_scale.h"

#include "core/scene/kit/spacing.h"

#include <algorithm>

namespace stagescope {

namespace {

constexpr int kScaleWidth = 160;

}  // namespace

void drawHeatScale(ScenePen &pen, Box &box, std::string_view title, std::string_view good, std::string_view bad) {
    const int line = pen.style().lineHeight;
    const auto write = [&](std::string_view text, ColorRole role) {
        const int width = std::min(pen.widthOf(text), box.width);
        pen.text({box.x, box.y, width, line}, text, role);
        box.takeLeft(std::min(width + kPad, box.width));
    };
    write(title, ColorRole::Text);
    if (good.empty() && bad.empty()) {
        return;
    }
    write(good, ColorRole::MutedText);
    const Box bar = box.takeLeft(std::min(kScaleWidth, box.width));
    for (int x = 0; x < bar.width; ++x) {
        const auto level = static_cast<std::uint32_t>(x * static_cast<int>(kMaxHeat) / std::max(1, bar.width - 1));
        pen.fill({bar.x + x, bar.y + (line - kHeatScaleHeight) / 2, 1, kHeatScaleHeight}, {ColorRole::Heat, level});
    }
    box.takeLeft(std::min(kPad, box.width));
    write(bad, ColorRole::MutedText);
}

}  // namespace stagescope
