#include "app/commands/table_output.h"

#include "app/output.h"
#include "core/export/table_file.h"
#include "core/export/xlsx_writer.h"
#include "core/session/output_place.h"

#include <algorithm>

namespace stagescope {

OptionSpec tableFileOption() {
    return {"-o", "FILE",
            "write to a file: .xlsx is a workbook, other endings choose the format; .csv.zst and .jsonl.zst are "
            "compressed"};
}

Result<TableOutput> tableOutputOf(const Arguments &arguments, std::span<const std::string_view> formats,
                                  const std::vector<std::string> &opened) {
    TableOutput output{arguments.value("-o"), std::string(formats.front())};
    const auto isKnown = [&](std::string_view name) {
        return std::find(formats.begin(), formats.end(), name) != formats.end();
    };
    const auto ending = tableEnding(output.path);
    if (arguments.has("--format")) {
        output.format = arguments.value("--format");
        if (!isKnown(output.format)) {
            return badChoice("--format", output.format, {formats.begin(), formats.end()});
        }
    } else if (ending == "xlsx" || isKnown(ending)) {
        output.format = ending;
    }
    const auto place = output.path.empty() ? Status{} : checkOutputPlace(output.path, opened);
    return place ? Result<TableOutput>(std::move(output)) : tl::make_unexpected(place.error());
}

bool writeTableTo(const TableOutput &output, const ResultTable &table, const std::function<std::string()> &textOf) {
    const auto text = output.format == "xlsx" ? tableToXlsx(table) : Result<std::string>(textOf());
    if (!text) {
        return printError({text.error().kind, text.error().detail, output.path}) == 0;
    }
    if (output.path.empty()) {
        return writeOut(*text);
    }
    const auto written = writeTableText(output.path, *text);
    return written ? true : printError(written.error()) == 0;
}

}  // namespace stagescope
