#pragma once

#include "core/scene/kit/scene_pen.h"

#include <string_view>

namespace stagescope {

/// The legend of a heat map in a line: title, value that is good, the colours, value that is bad. Takes what it needs
/// from the left of the box, a gap included; without values the title alone. The colours, then the title give way to
/// `behind`: pixels that what the caller draws behind it needs.
void drawHeatScale(ScenePen &pen, Box &box, std::string_view title, std::string_view good, std::string_view bad,
                   int behind = 0);

/// Height of the colours, and of swatches that stand beside them.
inline constexpr int kHeatScaleHeight = 12;

}  // namespace stagescope
