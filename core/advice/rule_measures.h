#pragma once

#include "core/analysis/tables/analysis.h"

#include <stop_token>

namespace stagescope {

/// For leanRun: what rules and tables ask of a capture, the only one of the run, together with others: its pipeline,
/// clocks, steps, memory, and what it can answer. All of it lies in functions that measure once. O(rows of its
/// timeline).
void measureForRules(const Run &one, const std::stop_token &stop);

}  // namespace stagescope
