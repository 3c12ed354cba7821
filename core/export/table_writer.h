#pragma once

#include "core/analysis/result_table.h"

#include <string>

namespace stagescope {

/// RFC 4180: a header of column names, CRLF after every line, fields with comma, quote or line break quoted. UTF-8;
/// bytes that are not become U+FFFD. `bom` puts a byte order mark first, for spreadsheets that take anything else for
/// another encoding. Reals print as the shortest decimal that reads back. O(bytes).
[[nodiscard]] std::string tableToCsv(const ResultTable &table, bool bom = false);

/// {"table": id, "columns": [{"name", "type", "unit", "meaning"}], "notes": [...], "rows": [{column: value, ...}]}.
/// Unknown cells are null, integers are written whole: times in ns need a reader that keeps 64 bits. UTF-8 as above.
/// O(bytes).
[[nodiscard]] std::string tableToJson(const ResultTable &table);

/// "integer", "real", "text"
[[nodiscard]] std::string_view columnTypeText(ColumnType type);

}  // namespace stagescope
