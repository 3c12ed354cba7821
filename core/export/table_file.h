#pragma once

#include "core/analysis/tables/result_table.h"
#include "core/base/result.h"

#include <string>

namespace stagescope {

/// A table as its file's ending says: .xlsx, .json, .jsonl, else CSV for spreadsheets, in place of what the file held.
/// Errors: those of OutputFile; Limit where the format cannot hold the table. O(bytes).
[[nodiscard]] Status writeTableFile(const std::string &path, const ResultTable &table);

}  // namespace stagescope
