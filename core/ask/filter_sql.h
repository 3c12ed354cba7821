#pragma once

#include "core/analysis/tables/result_table.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

namespace stagescope {

/// What is wrong with a filter, and where: a byte of its text, or its end.
struct FilterError {
    std::string detail;
    std::size_t at = 0;
};

/// What columns are called besides by their names, by their places: "Duration" of duration_us.
using ColumnNames = std::vector<std::vector<std::string>>;

/// A condition as SQLite takes it.
struct FilterSql {
    std::string sql;
    bool isComparison = false;  ///< something is compared: a lone word is no condition that somebody would write
    std::vector<std::pair<std::size_t, std::string>> texts{};  ///< those that stand against a column, with its place

    /// The byte of the filter's text that a byte of the statement stands for; its end beyond the last one.
    [[nodiscard]] std::size_t placeOf(std::size_t sqlAt) const;
    struct Place {
        std::size_t sqlAt;
        std::size_t textAt;
    };
    std::vector<Place> places{};  ///< of its words, by their order
};

/// Makes SQL of what a user writes: the conditions of WHERE, and besides
///     duration_us > 2 ms      a number with a unit becomes one in the unit of the column that it is compared with
///     duration > 2 ms         a name without the unit at its end, or one of `names`, where only one column has it
///     name ~ matmul           contains, whatever the case: operator MATCH, which the connection has to know
///     name = matmul, "matmul" texts without quotes, or with double ones, where a column of texts is compared
/// Errors: names that are no column, units that do not convert, a statement in place of a condition. O(length *
/// columns).
[[nodiscard]] tl::expected<FilterSql, FilterError> filterSql(std::string_view text, std::span<const ColumnSpec> columns,
                                                             const ColumnNames &names = {});

/// Whether somebody who types this into a line that also takes plain texts may mean a condition: it has a sign or a
/// word that compares. O(length).
[[nodiscard]] bool looksLikeComparison(std::string_view text);

}  // namespace stagescope
