#include "core/advice/finding_texts.h"
#include "core/advice/findings.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"

namespace stagescope {

namespace {

struct ParameterRow {
    const Rule *rule;
    const RuleParameter *of;

    operator const Rule &() const { return *rule; }
    operator const RuleParameter &() const { return *of; }
};

void addParameters(const AnalysisInput & /*input*/, const std::stop_token & /*stop*/, TableRows<ParameterRow> &out) {
    for (const auto &rule : ruleList()) {
        for (const auto &parameter : rule.parameters) {
            out.add({&rule, &parameter});
        }
    }
}

}  // namespace

AnalysisEntry makeRuleParametersEntry() {
    using Row = ParameterRow;
    using Of = RuleParameter;
    return runTable<Row>(
        {.entry = {.id = "rule_parameters", .title = "Thresholds of the verdicts"}, .isOfRun = false},
        {
            column("rule", "Id of the rule that judges.", &Rule::id),
            column("looks_for", "What it looks for.", &Rule::id, topicOf, findingText),
            column("parameter", "Name for --set of the table findings.", &Of::name),
            column("value", "Default, in `unit`.", &Of::value),
            column("unit", "Unit of the value; empty for a plain number or a share from 0 to 1.", &Of::unit),
            column("meaning", "What it decides, and where the default comes from.", &Of::meaning),
        },
        addParameters);
}

}  // namespace stagescope
