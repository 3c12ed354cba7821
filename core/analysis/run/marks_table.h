#pragma once

#include "core/analysis/tables/result_table.h"
#include "core/base/time_mark.h"

#include <vector>

namespace stagescope {

/// Marks as a table ("marks"): name, kind (flag, range), start_ns on the common clock, duration_us, color (#RRGGBB).
[[nodiscard]] ResultTable marksTable(const std::vector<TimeMark> &marks);

}  // namespace stagescope
