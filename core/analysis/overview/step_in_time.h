#pragma once

#include "core/base/time.h"
#include "core/session/workspace.h"

#include <cstdint>
#include <optional>

namespace stagescope {

/// Where a step lies on the common clock: from its first begin, of the host or of device work, to its last end; of one
/// rank, or without one of all that have it. Nothing where no rank has it. Any thread; O(ranks x steps).
[[nodiscard]] std::optional<AlignedRange> stepInTime(const Run &run, std::int64_t step,
                                                     std::optional<int> rank = std::nullopt);

/// Whether a stretch of time is what one looks at when `step` is meant: either is for the most part in the other. Who
/// has zoomed into a part of the step still looks at it; who sees the end of another step with a bit of this one does
/// not.
[[nodiscard]] bool showsStep(AlignedRange shown, AlignedRange step);

}  // namespace stagescope
