#include "core/advice/finding_texts.h"
#include "core/advice/findings.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/cells.h"

namespace stagescope {

namespace {

Result<ResultTable> runRuleParameters(const AnalysisInput & /*input*/, const std::stop_token & /*stop*/) {
    auto table = emptyTable(*analysisById("rule_parameters"));
    for (const auto &rule : ruleList()) {
        for (const auto &parameter : rule.parameters) {
            table.rows.push_back({textCell(rule.id), textCell(findingText(topicOf(rule.id))), textCell(parameter.name),
                                  Cell{parameter.value}, textCell(parameter.unit), textCell(parameter.meaning)});
        }
    }
    return table;
}

}  // namespace

AnalysisEntry makeRuleParametersEntry() {
    return {.id = "rule_parameters",
            .title = "Thresholds of the verdicts",
            .columns =
                {
                    textColumn("rule", "Id of the rule that judges."),
                    textColumn("looks_for", "What it looks for."),
                    textColumn("parameter", "Name for --set of the table findings."),
                    realColumn("value", "", "Default, in `unit`."),
                    textColumn("unit", "Unit of the value; empty for a plain number or a share from 0 to 1."),
                    textColumn("meaning", "What it decides, and where the default comes from."),
                },
            .run = &runRuleParameters};
}

}  // namespace stagescope
