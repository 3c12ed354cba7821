#pragma once

#include "core/analysis/tables/result_table.h"
#include "core/base/result.h"

#include <string>
#include <string_view>

namespace stagescope {

/// What a file is by its name, in small letters: "csv" of "kernels.CSV.zst"; empty without an ending.
[[nodiscard]] std::string tableEnding(std::string_view path);
/// In place of what the file held, compressed with zstd where its name ends in .zst. Errors: those of OutputFile.
[[nodiscard]] Status writeTableText(const std::string &path, std::string_view text);

/// A table as its file's ending says: .xlsx, .json, .jsonl, else CSV for spreadsheets, as writeTableText.
/// Errors: those of OutputFile; Limit where the format cannot hold the table. O(bytes).
[[nodiscard]] Status writeTableFile(const std::string &path, const ResultTable &table);

}  // namespace stagescope
