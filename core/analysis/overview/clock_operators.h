#pragma once

#include "core/analysis/communication/comm_op.h"
#include "core/session/workspace.h"

#include <stop_token>
#include <vector>

namespace stagescope {

/// Operators by which clocks can be compared (clock_offsets.h): those of timelines; where a rank has none, also the
/// collectives that the profiler's own analysis of communication lists for all ranks, begin + elapsed time. The groups
/// of the latter have names of their own, so that the two are never taken for one another. Any thread, O(n log n).
[[nodiscard]] std::vector<CommOp> clockOperators(const Run &run, const std::stop_token &stop = {});

/// Those that only the profiler's own analysis lists.
[[nodiscard]] std::vector<CommOp> operatorsOfFiles(const Run &run, const std::stop_token &stop = {});

}  // namespace stagescope
