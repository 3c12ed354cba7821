#pragma once

#include "core/ask/filter_sql.h"
#include "core/base/result.h"

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// A condition on the rows of a table, in the words of SQL's WHERE and those of filterSql. What the filter line of a
/// table, `table --where` and the conditions of a gate are. Value type.
class RowFilter {
public:
    /// What somebody who types into a window waits for.
    static constexpr std::chrono::milliseconds kMostTime{2000};

    /// Errors: as filterSql, and what SQLite does not understand; an aggregate is no condition. O(length * columns).
    [[nodiscard]] static tl::expected<RowFilter, FilterError> parse(std::string_view text,
                                                                    std::span<const ColumnSpec> columns,
                                                                    const ColumnNames &names = {});

    /// For each row whether the condition holds; nothing where a value that is not known would decide. Columns are
    /// found by their names, one that the table lacks is not known. `most`: the time that it may take, 0: as long as it
    /// takes. Errors: BadArgument, as SQLite says them; Limit where the time is over. Any thread; O(rows).
    [[nodiscard]] Result<std::vector<std::optional<bool>>> answers(const ResultTable &table,
                                                                   std::chrono::milliseconds most = kMostTime) const;
    /// The table with the rows for which it holds, however long that takes.
    [[nodiscard]] Result<ResultTable> applied(ResultTable table) const;

    /// Where both hold; they are about the same columns.
    [[nodiscard]] RowFilter with(const RowFilter &other) const;

    /// A lone word, or a number, is a condition of SQL too; whoever types it means a text.
    [[nodiscard]] bool isComparison() const { return m_filter.isComparison; }
    /// Texts that are compared with a column of this name.
    [[nodiscard]] std::vector<std::string> textsFor(std::string_view column) const;

private:
    std::vector<ColumnSpec> m_columns;
    FilterSql m_filter;
};

}  // namespace stagescope
