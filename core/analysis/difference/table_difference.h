#pragma once

#include "core/analysis/difference/common_names.h"
#include "core/analysis/tables/analysis.h"
#include "core/analysis/tables/result_table.h"
#include "core/base/result.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace stagescope {

/// Whether a table says what its rows are about (ColumnRole::Key), so that it can be compared with itself.
[[nodiscard]] bool isComparable(const AnalysisEntry &entry);

/// The table of which tableDifference gave this one; null for any other.
[[nodiscard]] const AnalysisEntry *comparedTable(std::string_view table);

/// What a column of a table of two sides is made of.
struct ComparedColumn {
    const AnalysisEntry *entry;  ///< never null; lives as long as the program
    const ColumnSpec *own;       ///< of the entry; never null
    std::string_view part;       ///< "before", "after", "change", "ratio"; empty: a key
};
/// Of a table that tableDifference gave, by the names of both; nothing for any other, and for columns that it adds.
[[nodiscard]] std::optional<ComparedColumn> comparedColumn(std::string_view table, std::string_view column);

/// How rows of two tables of one kind are laid side by side.
struct TableComparison {
    /// Keys that are left out, since both sides differ in them anyway: "rank", "step".
    std::vector<std::string> ignored{};
    /// What names of operators become before they are compared; null: what they are.
    const CommonNames *names = nullptr;
};

/// Rows with the same keys, side by side: the keys, `side` (both, before, after), then per figure `x_before`,
/// `x_after`, `x_change` (after - before) and `x_ratio` (after / before), each before the unit ("total_before_us"). A
/// figure that one side lacks is empty there; for sums it then counts as 0 in the change. Rows of one side with the
/// same keys are put together: sums add up, other figures stay only where all agree. The first
/// sum in time or bytes comes first among the figures, and the row with its largest change among the rows. Columns of
/// no role are left out. O(n log n). Any thread.
[[nodiscard]] ResultTable tableDifference(const ResultTable &before, const ResultTable &after,
                                          const TableComparison &how = {});

/// The table of both sides of a question, as tableDifference. BadArgument for a table that has no keys; else as the
/// table itself and twoSides. Names become common where one side ran on an NPU and the other on a GPU, or where `names`
/// is given.
[[nodiscard]] Result<ResultTable> runDifference(const AnalysisEntry &entry, const AnalysisInput &input,
                                                const CommonNames *names, const std::stop_token &stop);

}  // namespace stagescope
