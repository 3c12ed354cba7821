#pragma once

#include "core/analysis/tables/analysis.h"

#include <stop_token>
#include <string_view>

namespace stagescope {

/// For leanRun: what is asked of a capture, the only one of the run, before rules are: its pipeline, clocks, steps,
/// memory, and what it can answer. All of it lies in functions that measure once. O(rows of its timeline).
void measureForRules(const Run &one, const std::stop_token &stop);

/// Whether a table (analysisById) is made of what rules say and of nothing else of a run, so that a lean one will do.
[[nodiscard]] bool asksRulesAlone(std::string_view table);

}  // namespace stagescope
