#pragma once

#include "core/scene/kit/scene_pen.h"

#include <cstdint>
#include <string_view>

namespace stagescope {

/// Of a quantity that begins at nothing, which is neither good nor bad, one half of the colours: to cool where more is
/// better, to warm where it is worse.
enum class HeatPart : std::uint8_t { All, Cool, Warm };
/// The colour of a badness from 0 to 1 (of Cool: 1 is nothing; of Warm: 0 is).
[[nodiscard]] Color heatColor(double badness, HeatPart part = HeatPart::All);

/// The legend of a heat map in a line: title, value that is good, the colours, value that is bad. Takes what it needs
/// from the left of the box, a gap included; without values the title alone. The colours, then the title give way to
/// `behind`: pixels that what the caller draws behind it needs.
void drawHeatScale(ScenePen &pen, Box &box, std::string_view title, std::string_view good, std::string_view bad,
                   int behind = 0, HeatPart part = HeatPart::All);

/// Height of the colours, and of swatches that stand beside them.
inline constexpr int kHeatScaleHeight = 12;

}  // namespace stagescope
