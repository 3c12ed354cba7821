#pragma once

#include "core/analysis/tables/analysis.h"

#include <stop_token>
#include <string_view>

namespace stagescope {

/// For leanRun: what is asked of a capture, the only one of the run, before rules are: its pipeline, clocks, steps,
/// memory, and what it can answer. All of it lies in functions that measure once. O(rows of its timeline).
void measureForRules(const Run &one, const std::stop_token &stop);

/// Whether a table (analysisById) asks nothing of timelines but what rules and measureForRules do, so that a lean run
/// tells it whole.
[[nodiscard]] bool isOfLeanRun(std::string_view table);

}  // namespace stagescope
