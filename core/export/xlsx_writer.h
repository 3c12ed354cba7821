#pragma once

#include "core/analysis/tables/result_table.h"
#include "core/base/result.h"

#include <string>

namespace stagescope {

/// A workbook of Excel: the table on one sheet, with a header of column names that stays in sight, and what its columns
/// mean, with the notes, on another. Texts are texts, whatever they begin with; bytes that are no UTF-8 become U+FFFD.
/// Spreadsheets know numbers to 15 digits: whole ones that are longer, such as times in ns since 1970, are written as
/// texts. Errors: Limit where the format cannot hold the table (1 048 576 rows with the header, 16 384 columns, 32 767
/// characters in a cell): nothing is left out silently. O(bytes), with a temporary file.
[[nodiscard]] Result<std::string> tableToXlsx(const ResultTable &table);

}  // namespace stagescope
