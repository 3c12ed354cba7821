#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace stagescope {

enum class ColumnType : std::uint8_t { Integer, Real, Text };

/// A documented column. `name` is stable, snake_case, and ends in its unit where it has one (start_ns, duration_us,
/// size_bytes). `meaning` is one English sentence that names clock, formula and source; the window shows the text of
/// message "column.<table>.<name>" instead where there is one.
struct ColumnSpec {
    std::string name;
    ColumnType type = ColumnType::Text;
    std::string unit;  ///< "ns", "us", "%", "bytes", "" ...
    std::string meaning;
};

/// An empty cell (monostate) means "not known", never 0.
using Cell = std::variant<std::monostate, std::int64_t, double, std::string>;

/// What every analysis gives: named, typed, documented columns. Feeds the table view, CSV, HTML and the command line
/// alike.
struct ResultTable {
    std::string id;
    std::vector<ColumnSpec> columns;
    std::vector<std::vector<Cell>> rows;  ///< each as long as columns
    std::vector<std::string> notes;       ///< what was assumed or left out, one English sentence each

    /// Index of a column, or columns.size() when there is none.
    [[nodiscard]] std::size_t indexOf(std::string_view column) const;
    /// Empty text for an unknown column or an empty cell. As cellText.
    [[nodiscard]] std::string text(std::size_t row, std::string_view column) const;
};

/// As written to CSV: integers plain, reals shortest that reads back ("8873.756"), empty for unknown.
[[nodiscard]] std::string cellText(const Cell &cell);

}  // namespace stagescope
