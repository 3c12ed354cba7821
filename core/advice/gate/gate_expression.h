#pragma once

#include "core/analysis/run/step_noise.h"
#include "core/analysis/tables/analysis.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <variant>
#include <vector>

namespace stagescope {

// What a gate asks, in this grammar:
//
//   EXPRESSION = FIGURE ( ">" | ">=" | "<" | "<=" | "=" | "!=" ) LIMIT
//   FIGURE     = SOURCE [ WHERE ] | AGGREGATE "(" SOURCE [ WHERE ] ")" | AGGREGATE "(" AGGREGATE "(" ... ")" ")"
//   SOURCE     = short name (gate_metrics.h) | TABLE "." COLUMN
//   WHERE      = "where" CONDITION { "and" CONDITION }
//   CONDITION  = COLUMN ( "=" | "!=" | ">" | ">=" | "<" | "<=" | "~" ) ( NUMBER [ UNIT ] | "TEXT" | 'TEXT' | WORD )
//   AGGREGATE  = "mean" | "median" | "min" | "max" | "sum" | "p95" | "count"
//   LIMIT      = NUMBER [ UNIT ] | ( "+" | "-" ) NUMBER [ "%" | UNIT | "points" ]
//
// A figure is made in two stages: the inner aggregate makes one value of the rows of each step (its ranks, operators
// ...), the outer one makes one value of those of the steps. A single one is both, but a count is added up; none is
// the median, which the first, slow steps do not move. A table without a column "step" is one step, and findings are.
// A limit with a sign is a change against the baseline, "%" a share of the baseline's value, "points" percentage
// points of a figure in percent. Numbers without a unit are in that of the figure. "~": contains, whatever the case.

enum class GateComparison : std::uint8_t { Less, LessEqual, Greater, GreaterEqual, Equal, NotEqual, Contains };

struct GateCondition {
    std::size_t column = 0;  ///< of the table
    GateComparison comparison = GateComparison::Equal;
    std::variant<double, std::string> value;  ///< a number where the column has numbers, in its unit
};

/// What is measured of a run.
struct GateFigure {
    const AnalysisEntry *table = nullptr;  ///< of analysisList()
    std::size_t column = 0;
    Aggregate within = Aggregate::Median;
    Aggregate over = Aggregate::Median;
    std::vector<GateCondition> conditions{};
    std::string unit{};  ///< of its value; empty = a number
    double factor = 1;   ///< from the unit of the column to that
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

/// What is wrong with an expression, and where: a byte of its text, or its end.
struct GateError {
    std::string detail;
    std::size_t at = 0;
};

/// Any text. Names are looked up in the lists of tables and short names; those that are not there come with the nearest
/// ones. O(length + names). Any thread.
[[nodiscard]] tl::expected<GateExpression, GateError> parseGate(std::string_view text);
/// A figure alone.
[[nodiscard]] tl::expected<GateFigure, GateError> parseGateFigure(std::string_view text);

}  // namespace stagescope
