#pragma once

#include "core/analysis/flame/flame_tree.h"
#include "core/analysis/tables/analysis.h"

#include <optional>

namespace stagescope {

/// What the range and the step that are asked for mean for the host and the device of a rank; nothing where the rank
/// has no such step.
[[nodiscard]] std::optional<FlameOptions> flameOptions(const AnalysisInput &input, const Run &run,
                                                       const RankCapture &capture, FlameFrames frames);

}  // namespace stagescope
