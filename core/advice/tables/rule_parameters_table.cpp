#include "core/advice/finding_texts.h"
#include "core/advice/findings.h"
#include "core/advice/platforms/platform_advice.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"

#include <optional>
#include <string>

namespace stagescope {

namespace {

struct ParameterRow {
    const Rule *rule;
    const RuleParameter *of;
    Platform platform = Platform::Unknown;  ///< in whose words

    operator const Rule &() const { return *rule; }
    operator const RuleParameter &() const { return *of; }
};

/// Of the rule itself, where it stands for any finding; nothing where it has none, or one that a finding completes.
auto ruleText(const char *part) {
    return [part](const ParameterRow &row) -> std::optional<std::string> {
        const auto message = inWordsOf(row.platform, Message("finding." + row.rule->id + part));
        const auto text = findingText(message);
        return text == message.id || text.find("%1") != std::string::npos ? std::nullopt : std::optional(text);
    };
}

/// Of a run those of its platform; without one all, in words that hold for any.
void addParameters(const AnalysisInput &input, const std::stop_token & /*stop*/, TableRows<ParameterRow> &out) {
    const auto *run = input.run();
    const auto platform = run == nullptr ? Platform::Unknown : platformOf(*run);
    for (const auto &rule : ruleList()) {
        for (const auto &parameter : rule.parameters) {
            if (run == nullptr || rule.appliesTo(*run)) {
                out.add({&rule, &parameter, platform});
            }
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
            column("formula", "What of its time, or memory, the rule counts.", ruleText(".formula")),
            column("remedy", "What to do; empty where each finding says it.", ruleText(".remedy")),
            column("commands", "Commands, settings or lines of code to copy, one a line.",
                   [](const Row &row) { return ruleCommands(row.rule->id, row.platform); }),
            column("unless", "When not to.", ruleText(".unless")),
            column("source", "Where rule and remedy come from.", ruleText(".source")),
        },
        addParameters);
}

}  // namespace stagescope
