#pragma once

#include "core/analysis/run/step_noise.h"
#include "core/analysis/tables/analysis.h"
#include "core/ask/row_filter.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace stagescope {

// What a gate asks, in this grammar:
//
//   EXPRESSION = FIGURE ( ">" | ">=" | "<" | "<=" | "=" | "!=" ) LIMIT
//   FIGURE     = SOURCE [ WHERE ] | AGGREGATE "(" SOURCE [ WHERE ] ")" | AGGREGATE "(" AGGREGATE "(" ... ")" ")"
//   SOURCE     = short name (gate_metrics.h) | TABLE "." COLUMN
//   WHERE      = "where" FILTER, what a filter of rows takes (core/ask/row_filter.h): the conditions of SQL, of which
//                one compares
//   AGGREGATE  = "mean" | "median" | "typical" | "min" | "max" | "sum" | "p95" | "count"
//   LIMIT      = NUMBER [ UNIT ] | ( "+" | "-" ) NUMBER [ "%" | UNIT | "points" ]
//
// A figure is made in two stages: the inner aggregate makes one value of the rows of each step (its ranks, operators
// ...), the outer one makes one value of those of the steps. A single one is both, but a count is added up; none is
// the median, which the first, slow steps do not move; "typical" takes the value of the step that stands for the run,
// and says so where it has no rows and the median stands for it. A table without a column "step" is one step, and
// findings are. A limit with a sign is a change against the baseline,
// "%" a share of the baseline's value, "points" percentage points of a figure in percent. Numbers without a unit are in
// that of the figure. A filter outside of parentheses ends before the last comparison.

enum class GateComparison : std::uint8_t { Less, LessEqual, Greater, GreaterEqual, Equal, NotEqual };

/// What is measured of a run.
struct GateFigure {
    const AnalysisEntry *table = nullptr;  ///< of analysisList()
    std::size_t column = 0;
    Aggregate within = Aggregate::Median;
    Aggregate over = Aggregate::Median;
    std::optional<RowFilter> where{};  ///< on the rows of the table
    std::string unit{};                ///< of its value; empty = a number
    double factor = 1;                 ///< from the unit of the column to that
};

struct GateLimit {
    enum class Kind : std::uint8_t { Absolute, Change, ChangePercent };
    Kind kind = Kind::Absolute;
    double number = 0;  ///< in the unit of the figure, or percent of the baseline
};

struct GateExpression {
    std::string text;
    GateFigure figure;
    GateComparison comparison = GateComparison::Greater;
    GateLimit limit;

    [[nodiscard]] bool needsBaseline() const { return limit.kind != GateLimit::Kind::Absolute; }
};

/// What is wrong with an expression, and where.
using GateError = FilterError;

/// Any text. Names are looked up in the lists of tables and short names; those that are not there come with the nearest
/// ones. O(length + names). Any thread.
[[nodiscard]] tl::expected<GateExpression, GateError> parseGate(std::string_view text);
/// A figure alone.
[[nodiscard]] tl::expected<GateFigure, GateError> parseGateFigure(std::string_view text);

}  // namespace stagescope
