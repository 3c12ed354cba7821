#include "core/advice/finding_texts.h"
#include "core/advice/findings.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/cells.h"

namespace stagescope {

namespace {

std::string joined(const std::vector<Message> &messages) {
    std::string text;
    for (const auto &message : messages) {
        text += (text.empty() ? "" : " ") + findingText(message);
    }
    return text;
}

Result<ResultTable> runFindings(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(*analysisById("findings"));
    const auto values = ruleValuesFrom(input.parameters);
    if (!values) {
        return tl::make_unexpected(values.error());
    }
    if (input.run() == nullptr) {
        return table;
    }
    const auto advice = adviceFor(*input.run(), *values, stop);
    for (const auto &finding : advice.findings) {
        const auto &items = finding.evidence.items;
        table.rows.push_back({textCell(findingSeverityText(finding.severity)), textCell(finding.rule),
                              textCell(findingText(finding.title)), static_cast<double>(finding.impact.count()) / 1e6,
                              finding.share ? Cell{*finding.share * 100} : Cell{},
                              finding.bytes > 0 ? numberCell(finding.bytes) : Cell{},
                              textCell(certaintyText(finding.certainty)), textCell(joined(finding.facts)),
                              textCell(findingText(finding.remedy)), textCell(joined(finding.assumptions)),
                              textCell(finding.evidence.group),
                              finding.evidence.step ? numberCell(*finding.evidence.step) : Cell{},
                              items.empty() ? Cell{} : textCell(toText(items.front()))});
    }
    if (stop.stop_requested()) {
        return fail(ErrorKind::Cancelled, "cancelled");
    }
    if (table.rows.empty()) {
        table.notes.emplace_back("No finding.");
    }
    for (const auto &changed : advice.changed) {
        table.notes.push_back(findingText(changed));
    }
    return table;
}

std::vector<ParameterSpec> parameterSpecs() {
    std::vector<ParameterSpec> specs;
    for (const auto &rule : ruleList()) {
        for (const auto &parameter : rule.parameters) {
            specs.push_back({parameter.name, cellText(Cell{parameter.value}), parameter.meaning});
        }
    }
    return specs;
}

}  // namespace

AnalysisEntry makeFindingsEntry() {
    return {
        .id = "findings",
        .title = "Findings",
        .depth = LoadDepth::Deep,
        .parameters = parameterSpecs(),
        .columns =
            {
                textColumn("severity", "high from 10 % of the step, medium from 3 %, else low."),
                textColumn("rule", "Id of the rule that judges."),
                textColumn("title", "The verdict."),
                realColumn("impact_ms", "ms", "What would be won per step; the list is ordered by it."),
                realColumn("share_percent", "%", "impact_ms / length of the step."),
                integerColumn("memory_bytes", "bytes", "Of memory it is about; empty for those about time."),
                textColumn("certainty", "measured, estimated (by a replay or model), inferred (indirect evidence)."),
                textColumn("facts", "The numbers and thresholds behind it."),
                textColumn("remedy", "What to do."),
                textColumn("assumptions", "What was assumed."),
                textColumn("group", "Pipeline or communication group of the evidence."),
                integerColumn("step", "", "Step of the evidence."),
                textColumn("evidence", "Name of the evidence for --select."),
            },
        .run = &runFindings};
}

}  // namespace stagescope
