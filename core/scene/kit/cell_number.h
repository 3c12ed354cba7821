#pragma once

#include "core/analysis/tables/result_table.h"
#include "core/base/time.h"

#include <string>

namespace stagescope {

/// A cell as people read it on a screen: three or four digits and a unit that suits the size: "6.89 %", "29.68 GiB"
/// (2^30 bytes), "1.23 ms". Moments (start_ns, begin_ms, end_us ...) keep their microseconds; those since 1970 count
/// from `origin` as the axis of time does, and keep all their digits where it is 0. Differences have a sign: "+1.23
/// ms"; minus is U+2212. Names and words stay as cellText gives them, which is what copies and CSV hold.
[[nodiscard]] std::string shownCell(const Cell &cell, const ColumnSpec &column, std::int64_t origin = 0);
/// A duration as shownCell has it.
[[nodiscard]] std::string shownTime(Nanos duration);
/// Whether shownCell gives a column's numbers with their unit, so that its head need not.
[[nodiscard]] bool hasShownUnit(const ColumnSpec &column);

}  // namespace stagescope
