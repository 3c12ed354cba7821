#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>

struct sqlite3;

namespace stagescope {

/// Aggregates for statements: median(x), percentile(x, 0 to 100), p50, p95, p99 (linear between neighbours, as numpy's
/// default; NULL values are left away; NULL of none), covered_ns(begin, dur): length of the union of spans, so that
/// overlapping ones count once.
/// And t0(): `firstEvent`, so that times can be told from there; NULL where it is not known.
[[nodiscard]] Status addAskFunctions(sqlite3 *connection, std::optional<std::int64_t> firstEvent);

}  // namespace stagescope
