#pragma once

#include "core/base/result.h"

struct sqlite3;

namespace stagescope {

/// Aggregates for statements: median(x), percentile(x, 0 to 100), p50, p95, p99 (linear between neighbours, as numpy's
/// default; NULL values are left away; NULL of none), covered_ns(begin, dur): length of the union of spans, so that
/// overlapping ones count once.
[[nodiscard]] Status addAskFunctions(sqlite3 *connection);

}  // namespace stagescope
