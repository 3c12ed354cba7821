#pragma once

#include "core/session/workspace.h"

#include <optional>

namespace stagescope {

/// From the first to the last time of a run that anything loaded knows: traces, steps, pipeline cells, P2P operations.
/// Times <= 0 are the profilers' "unknown" and do not count. "The first event" of a run, from which ranges on the
/// command line are told, is its begin. Nothing for a run without times. O(rows of the small tables). Any thread.
[[nodiscard]] std::optional<AlignedRange> timeBounds(const Run &run);
/// Over all runs.
[[nodiscard]] std::optional<AlignedRange> timeBounds(const Workspace &workspace);

}  // namespace stagescope
