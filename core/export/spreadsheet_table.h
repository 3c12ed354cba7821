#pragma once

#include "core/analysis/tables/result_table.h"
#include "core/session/workspace.h"

namespace stagescope {

/// A table for spreadsheets, which keep 15 digits of a number: after each column of times since 1970 in ns (start_ns,
/// begin_ns ...) one of ms (start_ms), counted from the begin of the step that the time lies in or follows, of the
/// row's rank where the table names it, else of the lowest rank that has steps. Empty before the first step. Times as
/// in the file (start_raw_ns) have no such column: steps are known on the common clock. O(rows log steps).
[[nodiscard]] ResultTable withStepTimes(ResultTable table, const Workspace &workspace);

/// Heads in words with the unit in brackets: start_ns is "start (ns)".
[[nodiscard]] ResultTable withTitles(ResultTable table);

}  // namespace stagescope
