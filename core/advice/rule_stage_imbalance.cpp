#include "core/advice/rule_list.h"

#include <algorithm>
#include <cstdio>
#include <map>

namespace stagescope {

namespace {

std::string oneDecimal(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", value);
    return text;
}
double ms(Nanos value) { return static_cast<double>(value.count()) / 1e6; }

template <class T>
T medianOf(std::vector<T> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// Medians over all steps of all pipelines of the run.
struct Medians {
    Nanos imbalance{0};
    Nanos window{0};
    Nanos step{0};
    std::vector<Nanos> busy;  ///< by stage
};

std::optional<Medians> mediansOf(const RuleInput &input) {
    std::vector<Nanos> imbalances;
    std::vector<Nanos> windows;
    std::vector<Nanos> steps;
    std::map<std::size_t, std::vector<Nanos>> busy;
    for (const auto &group : input.pipelines) {
        for (const auto &step : group.steps) {
            if (!step.parts) {
                continue;
            }
            imbalances.push_back(step.parts->stageImbalance());
            windows.push_back(step.parts->window);
            for (std::size_t row = 0; row < step.graph.rows.size(); ++row) {
                busy[row].push_back(step.graph.busy(row));
            }
            for (const auto &account : step.accounts) {
                steps.push_back(account.range.duration());
            }
        }
    }
    if (imbalances.empty() || steps.empty()) {
        return std::nullopt;
    }
    Medians result{medianOf(imbalances), medianOf(windows), medianOf(steps), {}};
    for (auto &[row, values] : busy) {
        result.busy.push_back(medianOf(values));
    }
    return result;
}

SelectionState evidenceOf(const RuleInput &input, std::size_t stage) {
    SelectionState evidence;
    for (const auto &group : input.pipelines) {
        if (stage < group.chart.group.ranks.size()) {
            evidence.ranks.push_back({input.run.id, group.chart.group.ranks[stage]});
        }
    }
    evidence.group = input.pipelines.front().chart.group.id;
    evidence.step = input.pipelines.front().steps.front().graph.step;
    if (!evidence.ranks.empty()) {
        evidence.items.emplace_back(evidence.ranks.front());
    }
    return evidence;
}

std::vector<Finding> runStageImbalance(const RuleInput &input) {
    const auto medians = mediansOf(input);
    const double threshold = input.parameter("stage_imbalance.share");
    if (!medians || ms(medians->imbalance) < threshold * ms(medians->window)) {
        return {};
    }
    const auto slowest = std::max_element(medians->busy.begin(), medians->busy.end());
    const auto stage = static_cast<std::size_t>(slowest - medians->busy.begin());
    const auto typical = medianOf(medians->busy);
    const auto number = std::to_string(stage);
    Finding finding;
    finding.rule = "stage_imbalance";
    finding.impact = medians->imbalance;
    finding.share = ms(medians->imbalance) / ms(medians->step);
    finding.severity = severityOfShare(*finding.share);
    finding.certainty = Certainty::Estimated;
    finding.evidence = evidenceOf(input, stage);
    finding.title = Message("finding.stage_imbalance", {number, oneDecimal(ms(medians->imbalance))});
    finding.facts = {Message("finding.stage_imbalance.fact", {number, oneDecimal(ms(*slowest)), oneDecimal(ms(typical)),
                                                              oneDecimal(100 * (ms(*slowest) / ms(typical) - 1))}),
                     Message("finding.stage_imbalance.fact.window",
                             {oneDecimal(ms(medians->window)), oneDecimal(ms(medians->window - medians->imbalance)),
                              oneDecimal(100 * threshold)})};
    finding.remedy = Message("finding.stage_imbalance.remedy", {number});
    finding.assumptions = {Message("finding.stage_imbalance.assumes")};
    return {finding};
}

}  // namespace

Rule makeStageImbalanceRule() {
    return {
        .id = "stage_imbalance",
        .parameters = {{"stage_imbalance.share", 0.03, "",
                        "Share of the pipeline's window that the imbalance must cost; below it measured runs differ "
                        "from step to step."}},
        .run = &runStageImbalance,
        .unanswered = &lacksPipeline};
}

}  // namespace stagescope
