#pragma once

#include "core/analysis/pipeline/schedule/simulator.h"
#include "core/analysis/tables/result_table.h"

namespace stagescope {

/// A simulated schedule as a table, one row per action in order of rank and time: rank, position, kind, stage,
/// microbatch, chunk, the same of an overlapped action's backward half, begin and end. Any thread, O(actions).
[[nodiscard]] ResultTable scheduleTable(const Schedule &schedule, const Simulation &simulation);

/// rankFigures as a table, with the share of idle time and its formula.
[[nodiscard]] ResultTable scheduleFigures(const Schedule &schedule, const Simulation &simulation);

}  // namespace stagescope
