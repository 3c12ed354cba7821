#pragma once

#include "core/analysis/tables/analysis.h"

namespace stagescope {

/// profiler_counters: the figures of msprof's files of counters and statistics, one a row.
[[nodiscard]] AnalysisEntry makeProfilerCountersEntry();

}  // namespace stagescope
