#pragma once

#include "core/analysis/tables/result_table.h"

#include <string>

namespace stagescope {

/// How a CSV is written.
struct CsvForm {
    bool hasBom = false;  ///< a byte order mark first, for spreadsheets that take anything else for another encoding
    bool isRaw = false;   ///< texts exactly as the profile has them; otherwise as spreadsheetText makes them harmless
};
/// As the window and the report write their tables.
inline constexpr CsvForm kCsvForSpreadsheets{.hasBom = true};

/// RFC 4180: a header of column names, CRLF after every line, fields with comma, quote or line break quoted. UTF-8;
/// bytes that are not become U+FFFD. Reals print as the shortest decimal that reads back. O(bytes).
[[nodiscard]] std::string tableToCsv(const ResultTable &table, CsvForm form = {});

/// {"table": id, "columns": [{"name", "type", "unit", "meaning"}], "notes": [...], "rows": [{column: value, ...}]}.
/// Unknown cells are null, integers are written whole: times in ns need a reader that keeps 64 bits. UTF-8 as above.
/// O(bytes).
[[nodiscard]] std::string tableToJson(const ResultTable &table);

/// {column: value, ...} of each row on a line of its own, as jq, DuckDB and pandas read them; otherwise as above,
/// without what is said of the columns. O(bytes).
[[nodiscard]] std::string tableToJsonLines(const ResultTable &table);

/// "integer", "real", "text"
[[nodiscard]] std::string_view columnTypeText(ColumnType type);

}  // namespace stagescope
