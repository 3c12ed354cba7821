#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

struct sqlite3;

namespace stagescope {

class AskSource;

/// Aggregates for statements: median(x), percentile(x, 0 to 100), p50, p95, p99 (linear between neighbours, as numpy's
/// default; NULL values are left away; NULL of none), covered_ns(begin, dur): length of the union of spans, so that
/// overlapping ones count once; sum_by(key, x) and count_by(key): a JSON object for json_each, the greatest first,
/// faster than GROUP BY over millions of rows.
/// And t0(): `firstEvent`, so that times can be told from there; NULL where it is not known. The sources, one for
/// each profile, outlive the connection; an aggregate that would take more than their budget ends the statement.
/// Views use: ns_of(us), common_ns(profile, rank, time of its own clock), item_of(profile, 'rank' or 'step', number).
[[nodiscard]] Status addAskFunctions(sqlite3 *connection, std::span<const std::unique_ptr<AskSource>> sources,
                                     std::optional<std::int64_t> firstEvent);

}  // namespace stagescope
