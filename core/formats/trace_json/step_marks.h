#pragma once

#include "core/formats/trace_json/launches.h"
#include "core/store/trace/trace_store.h"

#include <vector>

namespace stagescope {

/// Steps that a trace marks, one entry for each mark, by begin: the ranges that the user chose (StepPattern), else the
/// profiler's own marks, else ranges by which programs mark their steps (program_steps of the dialects). Marks without
/// a number are numbered in their order, from 0. Never ranges of a stream. O(slices).
[[nodiscard]] std::vector<HostStep> stepMarks(const TraceStore &trace);

}  // namespace stagescope
