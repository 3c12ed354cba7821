#pragma once

#include "core/analysis/run/step_noise.h"
#include "core/analysis/tables/result_table.h"

#include <cstddef>
#include <optional>

namespace stagescope {

/// How the rows of a result become a table of two sides. Columns by their places.
struct PivotChoice {
    std::size_t rows = 0;                    ///< a row for each of its values
    std::optional<std::size_t> columns{};    ///< a column for each of its values; nothing: one column
    std::optional<std::size_t> values{};     ///< what is put together; nothing: rows are counted
    Aggregate aggregate = Aggregate::Count;  ///< of known values; a count needs none
};

/// Columns of a pivot; those of the rarest values beyond are put together as "others", and a note says so.
inline constexpr std::size_t kMostPivotColumns = 200;
/// Cells of a pivot; the rarest values of the column of rows that would make more are left out, and a note says so.
inline constexpr std::size_t kMostPivotCells = 2'000'000;

/// A row for each value of the column of rows, sorted by it; unknown ones first. A cell without any value is unknown,
/// not 0. Columns are named by their values ("(none)" of unknown ones) and have the unit of what was put together; the
/// id is "pivot". An empty table where the choice is of columns that are not there. O(rows log rows).
[[nodiscard]] ResultTable pivotOf(const ResultTable &table, const PivotChoice &choice);

}  // namespace stagescope
