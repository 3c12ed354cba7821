#pragma once

#include "core/analysis/tables/analysis.h"
#include "core/analysis/tables/result_table.h"
#include "core/base/result.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// What a statement may use.
struct AskLimits {
    std::size_t mostRows = 1'000'000;    ///< of the result; more end the statement
    std::chrono::milliseconds time{0};   ///< 0: as long as it takes
    std::size_t mostText = 4UL << 20;    ///< bytes of one value
    std::size_t mostMemory = 1UL << 30;  ///< bytes of the result and of what aggregates gather
    /// Not a limit: what t0() gives, the first event of the main run (timeBounds), ns. Nothing: NULL.
    std::optional<std::int64_t> firstEvent{};
    std::map<std::string, double> values{};  ///< of parameters in the statement: ":limit_us"
};

/// What a statement reads.
struct AskReads {
    std::set<std::string> tables{};  ///< ids of analyses, also of those that views are over
    bool needsTimelines = false;     ///< slice, track, counter or flow: all timelines have to be in memory
};
/// Names of the schemas that a statement finds further profiles in, in the order of the runs of a workspace: the
/// baseline is "baseline", others are "run2", "run3" ...
[[nodiscard]] std::vector<std::string> askSchemas(const Workspace &workspace);

/// `schemas`: as askSchemas gives them. Errors: BadArgument with SQLite's words and the place in the statement; so is
/// anything but reading (ATTACH, PRAGMA, INSERT, CREATE ...). `mistakeAt`: that place, in bytes, where it is known,
/// else 0; may be null. O(length of the statement).
[[nodiscard]] Result<AskReads> readsOf(const std::string &sql, std::size_t *mistakeAt = nullptr,
                                       const std::vector<std::string> &schemas = {"baseline"});

/// Answers one SELECT about a workspace. Views (ask_views.h) have one naming in ns and bytes; slice, track, counter and
/// flow (trace_relations.h) are the timelines themselves; other tables are those of the analyses by their ids, with
/// the same columns and units; their parameters are hidden columns (`FROM free_gaps WHERE "by" = 'cause'`), but those
/// that limit the number of rows (rows, top) are without limit unless given. An unknown value is NULL. Besides:
/// `tables` (id, title) and `columns` (name, table_id, type, unit, meaning); functions median, percentile, p50, p95,
/// p99, covered_ns, sum_by, count_by, t0 (the first event of the main run, ns), and sets of spans
/// (span_relations.h): overlap, gaps, minus and so on. Of further runs of the workspace the same tables and views are
/// in schemas of their own (askSchemas): `baseline.kernel`. The input's workspace outlives the call; its ranks, step
/// and range restrict each table. Errors: as readsOf; Limit where a limit was reached; Cancelled. Any thread; O(rows
/// read), sorting by SQLite.
[[nodiscard]] Result<ResultTable> ask(const AnalysisInput &input, const std::string &sql, const AskLimits &limits,
                                      const std::stop_token &stop);

}  // namespace stagescope
