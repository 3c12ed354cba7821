#include "app/command_list.h"
#include "app/output.h"
#include "core/advice/gate/gate_metrics.h"
#include "core/analysis/tables/analysis.h"
#include "core/export/table_writer.h"

namespace stagescope {
namespace {

std::string entryText(const AnalysisEntry &entry, bool withColumns) {
    std::string text = entry.id + "\t" + entry.title + "\n";
    for (const auto &parameter : entry.parameters) {
        text += "  --set " + parameter.name + "=" + parameter.defaultValue + "\t" + parameter.meaning + "\n";
    }
    if (withColumns) {
        for (const auto &column : entry.columns) {
            text += "  " + column.name + "\t" + std::string(columnTypeText(column.type)) + "\t" +
                    (column.unit.empty() ? "-" : column.unit) + "\t" + column.meaning + "\n";
        }
    }
    return text;
}

int runTables(const Arguments &arguments) {
    std::string text = arguments.has("--metrics") ? gateMetricsText() : std::string();
    for (const auto &entry : arguments.has("--metrics") ? std::span<const AnalysisEntry>() : analysisList()) {
        text += entryText(entry, arguments.has("--columns"));
    }
    return writeOut(text) ? 0 : 2;
}

}  // namespace

Command makeTablesCommand() {
    return {.name = "tables",
            .section = CommandSection::Query,
            .summary = "List all tables (id, title, parameters; tab-separated)",
            .options = {{"--columns", "", "also list columns: name, type, unit, meaning"},
                        {"--metrics", "",
                         "list the metric names of 'gate' and 'runs' instead: name, expression, unit, meaning"}},
            .run = &runTables};
}

}  // namespace stagescope
