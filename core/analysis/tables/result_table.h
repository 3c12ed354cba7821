#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace stagescope {

enum class ColumnType : std::uint8_t { Integer, Real, Text };

/// What a column is to a comparison of two tables of one kind (difference/table_difference.h).
enum class ColumnRole : std::uint8_t {
    Detail,  ///< nothing
    Key,     ///< what a row is about: rows of both sides with the same keys belong together
    Name,    ///< a key that is the name of an operator, which other devices call otherwise
    Sum,     ///< a figure that adds up where rows are put together: total, count
    Figure,  ///< one that does not: mean, largest
};

/// A documented column. `name` is stable, snake_case, and ends in its unit where it has one (start_ns, duration_us,
/// size_bytes). `meaning` is one English sentence that names clock, formula and source; the window shows the text of
/// message "column.<table>.<name>" instead where there is one.
struct ColumnSpec {
    std::string name;
    ColumnType type = ColumnType::Text;
    std::string unit;  ///< "ns", "us", "%", "bytes", "" ...
    std::string meaning;
    ColumnRole role = ColumnRole::Detail;
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
    std::int64_t origin = 0;              ///< ns since 1970: where the time axis begins that people read moments by

    /// Index of a column, or columns.size() when there is none.
    [[nodiscard]] std::size_t indexOf(std::string_view column) const;
    /// Empty text for an unknown column or an empty cell. As cellText.
    [[nodiscard]] std::string text(std::size_t row, std::string_view column) const;
};

/// Longer than this since a trace's first event is a time since 1970.
inline constexpr double kLongestTraceNs = 1e15;

/// As written to CSV: integers plain, reals shortest that reads back ("8873.756"), empty for unknown.
[[nodiscard]] std::string cellText(const Cell &cell);

}  // namespace stagescope
