#include "core/scene/kit/heat_scale.h"

#include "core/scene/kit/spacing.h"

#include <algorithm>
#include <cmath>

namespace stagescope {

namespace {

constexpr int kScaleWidth = 160;
constexpr int kLeastScale = 40;  ///< where there is little room

}  // namespace

Color heatColor(double badness, HeatPart part) {
    const double from = part == HeatPart::Warm ? 0.5 : 0;
    const double share = from + badness * (part == HeatPart::All ? 1 : 0.5);
    return {ColorRole::Heat, static_cast<std::uint32_t>(std::lround(std::clamp(share, 0.0, 1.0) * kMaxHeat))};
}

void drawHeatScale(ScenePen &pen, Box &box, std::string_view title, std::string_view good, std::string_view bad,
                   int behind, HeatPart part) {
    const int line = pen.style().lineHeight;
    const bool hasBar = !good.empty() || !bad.empty();
    const int figures = hasBar ? pen.widthOf(good) + pen.widthOf(bad) + 3 * kPad : 0;
    const int rest = figures + behind + kPad;
    const auto write = [&](std::string_view text, ColorRole role) {
        const int width = std::min(pen.widthOf(text), box.width);
        pen.text({box.x, box.y, width, line}, text, role);
        box.takeLeft(std::min(width + kPad, box.width));
    };
    const int least = hasBar ? kLeastScale : 0;
    const int titleWidth = std::min(pen.widthOf(title), std::max(box.width - rest - least, box.width / 3));
    const int scaleWidth = std::clamp(box.width - rest - titleWidth, kLeastScale, kScaleWidth);
    pen.text({box.x, box.y, titleWidth, line}, title, ColorRole::Text);
    box.takeLeft(std::min(titleWidth + kPad, box.width));
    if (!hasBar) {
        return;
    }
    write(good, ColorRole::MutedText);
    const Box bar = box.takeLeft(std::min(scaleWidth, box.width));
    for (int x = 0; x < bar.width; ++x) {
        const double badness = static_cast<double>(x) / std::max(1, bar.width - 1);
        pen.fill({bar.x + x, bar.y + (line - kHeatScaleHeight) / 2, 1, kHeatScaleHeight}, heatColor(badness, part));
    }
    box.takeLeft(std::min(kPad, box.width));
    write(bad, ColorRole::MutedText);
}

}  // namespace stagescope
