#pragma once

#include "core/scene/timeline/timeline_scene.h"
#include "core/session/workspace.h"

#include <optional>
#include <stop_token>

namespace stagescope {

/// Where on the time axis an item lies that is not a slice: a cell of the pipeline chart, a communication operation, a
/// step, a rank, an operator's memory (its slice where a trace has it), a moment (an empty range). `rank` is left open
/// for a step (all ranks). Nothing for an item that the workspace does not hold, and for a slice (timelineRangeOf).
/// Reads the pipeline chart: milliseconds; on the pool.
[[nodiscard]] std::optional<TimelineHighlight> timelineTarget(const Workspace &workspace, const ItemRef &item,
                                                              const TimelineShifts &shifts = {},
                                                              const std::stop_token &stop = {});

/// Shifts that put the first step of every other run (its first event, where no steps are known) at that of the main
/// run, since runs were made at different times.
[[nodiscard]] TimelineShifts runShifts(const Workspace &workspace);

}  // namespace stagescope
