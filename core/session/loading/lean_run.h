#pragma once

#include "core/session/workspace.h"

#include <cstddef>
#include <functional>
#include <stop_token>
#include <vector>

namespace stagescope {

/// Asks a capture, the only one of the run it is given, all that will be asked of it without its timeline
/// (measuredOnce).
using MeasureCapture = std::function<void(const Run &one, const std::stop_token &stop)>;

/// A run for rules (RuleStudy) that keeps no timelines, of one that was loaded shallow: of each capture the small
/// tables stay, and what `measure` asks of its timeline is kept as facts; of the rest empty stores stay, which tell
/// that it was loaded. Rules, and tables that are made of one rank after the other, read each timeline once more
/// (Run::readTimeline). What cannot be read is told in the logs of the captures, what only a second reading loses in
/// that of the run. Captures that are not in use, of other ranks than `ranks` (empty: all), or of which nothing is left
/// to read, stay as they are. Memory: of all ranks busy intervals, cells, small tables and what rules match
/// (some 24 bytes for a kernel), a few timelines at a time, memory snapshots whole. `progress` (may be empty) gets the
/// number of captures that are done, and of how many. O(bytes of the files); blocks; any thread. Incomplete when
/// stopped.
[[nodiscard]] Run leanRun(Run shallow, const std::vector<int> &ranks, const MeasureCapture &measure,
                          const std::function<void(std::size_t, std::size_t)> &progress = {},
                          const std::stop_token &stop = {});

}  // namespace stagescope
