#pragma once

#include "core/analysis/operators/kernel_bound.h"
#include "core/scene/kit/scene_pen.h"

#include <cstdint>
#include <optional>
#include <set>

namespace stagescope {

/// What the colours of kernels tell: their names, or what bounds them.
enum class KernelColoring : std::uint8_t { ByName, ByBound };

/// The colour of a kernel by its bound, the same in all views; grey where that was not measured.
[[nodiscard]] Color boundColor(std::optional<KernelBound> bound);
[[nodiscard]] Message boundText(std::optional<KernelBound> bound);

/// The colours of the bounds that are in sight, and of kernels that were not measured, in a line; where nothing was
/// measured the reason instead. What does not fit is left out from the end.
void drawBoundLegend(ScenePen &pen, Box line, const std::set<KernelBound> &present, const Message &whyNone);

}  // namespace stagescope
