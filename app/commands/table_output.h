#pragma once

#include "app/command_line.h"
#include "core/analysis/tables/result_table.h"
#include "core/base/result.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// -o FILE of a command that writes a table.
[[nodiscard]] OptionSpec tableFileOption();

/// Where a table goes, and as what.
struct TableOutput {
    std::string path;    ///< empty: stdout
    std::string format;  ///< of the formats of the command, or "xlsx"
};
/// --format, else the ending of -o, else the first of `formats`. `opened`: paths of profiles that are read. Errors:
/// BadArgument; a workbook goes to a file only.
[[nodiscard]] Result<TableOutput> tableOutputOf(const Arguments &arguments, std::span<const std::string_view> formats,
                                                const std::vector<std::string> &opened);

/// Writes it; `textOf` makes the text of a format that is no workbook. False where that fails, which is told on stderr.
[[nodiscard]] bool writeTableTo(const TableOutput &output, const ResultTable &table,
                                const std::function<std::string()> &textOf);

}  // namespace stagescope
