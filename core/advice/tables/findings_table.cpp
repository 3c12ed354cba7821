#include "core/advice/finding_texts.h"
#include "core/advice/findings.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"

namespace stagescope {

namespace {

std::string joined(const std::vector<Message> &messages) {
    std::string text;
    for (const auto &message : messages) {
        text += (text.empty() ? "" : " ") + findingText(message);
    }
    return text;
}

Status addFindings(const AnalysisInput &input, const std::stop_token &stop, TableRows<Finding> &out) {
    ASSIGN_OR_RETURN(const auto values, ruleValuesFrom(input.parameters));
    const auto advice = adviceFor(*input.run(), values, stop);
    for (const auto &finding : advice.findings) {
        out.add(finding);
    }
    if (out.empty()) {
        out.note(findingText(advice.verdict.headline));
    }
    for (const auto &note : advice.verdict.notes) {
        out.note(findingText(note));
    }
    if (const auto joint = jointOf(advice)) {
        out.note(findingText(*joint));
    }
    for (const auto &changed : advice.changed) {
        out.note(findingText(changed));
    }
    return {};
}

std::optional<ItemRef> firstItem(const SelectionState &evidence) {
    return evidence.items.empty() ? std::nullopt : std::optional(evidence.items.front());
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
    using Row = Finding;
    return runTable<Row>(
        {{.id = "findings",
          .title = "Findings",
          .depth = LoadDepth::Deep,
          .level = BundleLevel::Full,
          .isLean = true,
          .parameters = parameterSpecs()}},
        {
            column("severity", "high from 10 % of the step, medium from 3 %, else low.", &Row::severity,
                   findingSeverityText),
            column("rule", "Id of the rule that judges.", &Row::rule),
            column("title", "The verdict.", &Row::title, findingText),
            column("impact_ms", "ms",
                   "Saving per step with this finding alone fixed, as in table headroom; the list is ordered by it.",
                   &Row::impact, inMillis),
            column("share_percent", "%", "impact_ms / length of the step.", &Row::share, inPercent),
            column("memory_bytes", "bytes", "Of memory it is about; empty for those about time.",
                   [](const Row &row) { return row.bytes > 0 ? std::optional(row.bytes) : std::nullopt; }),
            column("certainty", "measured, estimated (by a replay or model), inferred (indirect evidence).",
                   &Row::certainty, certaintyText),
            column("facts", "The numbers and thresholds behind it.", &Row::facts, joined),
            column("remedy", "What to do.", &Row::remedy, findingText),
            column("assumptions", "Assumptions.", &Row::assumptions, joined),
            column("cause_of", "Rule of the finding above that it is the cause of: its impact is part of that one's.",
                   [](const Row &row) { return row.isPiece ? std::nullopt : textIfAny(row.partOf); }),
            column("piece_of", "Rule of the finding above that costs what it costs and more.",
                   [](const Row &row) { return row.isPiece ? textIfAny(row.partOf) : std::nullopt; }),
            column("group", "Pipeline or communication group of the evidence.", &Row::evidence, &SelectionState::group),
            column("step", "Step of the evidence.", &Row::evidence, &SelectionState::step),
            column("evidence", "Name of the evidence for --select.", &Row::evidence, firstItem),
        },
        addFindings);
}

}  // namespace stagescope
