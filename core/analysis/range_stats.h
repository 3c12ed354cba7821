#pragma once

#include "core/analysis/result_table.h"
#include "core/base/time.h"
#include "core/session/workspace.h"

#include <stop_token>
#include <vector>

namespace stagescope {

/// Slices of each name within a range of the common clock, on the ranks of the main run (empty = all loaded ones):
/// count, and total, mean, least and greatest duration. Durations are cut to the range; host, device and communication
/// are counted apart, computed overlap lanes not at all. Nested slices count in their parents' time too. Rows by total,
/// greatest first. O(slices in the range); any thread; stopped: what was counted so far.
[[nodiscard]] ResultTable rangeStats(const Workspace &workspace, AlignedRange range, const std::vector<int> &ranks,
                                     const std::stop_token &stop = {});

}  // namespace stagescope
