#include "core/advice/pipeline_medians.h"
#include "core/advice/rule_list.h"

#include <algorithm>
#include <cmath>

namespace stagescope {

namespace {

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

bool hasSlowWorkers(const RuleInput &input) {
    return input.stragglers && std::any_of(input.stragglers->workers.begin(), input.stragglers->workers.end(),
                                           [](const auto &worker) { return !worker.slowSteps.empty(); });
}

/// A slow worker lengthens its stage in one replica: what it costs is not the stages'.
void leaveOutSlowWorkers(const RuleInput &input, PipelineMedians &medians) {
    medians.imbalance = input.stragglers->stageSaved;
    const auto usual = upperMedian(medians.busy);
    for (std::size_t stage = 0; stage < medians.busy.size(); ++stage) {
        const auto ratio = input.stragglers->stages[stage].ratio;
        medians.busy[stage] = Nanos{std::llround(ratio * static_cast<double>(usual.count()))};
    }
}

std::vector<Finding> runStageImbalance(const RuleInput &input) {
    auto medians = pipelineMedians(input);
    if (medians && hasSlowWorkers(input)) {
        leaveOutSlowWorkers(input, *medians);
    }
    const double threshold = input.parameter("stage_imbalance.share");
    if (!medians || msOf(medians->imbalance) < threshold * msOf(medians->window)) {
        return {};
    }
    const auto slowest = std::max_element(medians->busy.begin(), medians->busy.end());
    const auto stage = static_cast<std::size_t>(slowest - medians->busy.begin());
    const auto typical = upperMedian(medians->busy);
    const auto number = std::to_string(stage);
    Finding finding;
    finding.rule = "stage_imbalance";
    finding.impact = medians->imbalance;
    finding.share = msOf(medians->imbalance) / msOf(medians->step);
    finding.severity = severityOfShare(*finding.share);
    finding.certainty = Certainty::Estimated;
    finding.evidence = evidenceOf(input, stage);
    finding.title = Message("finding.stage_imbalance", {number, oneDecimal(msOf(medians->imbalance))});
    finding.facts = {
        Message("finding.stage_imbalance.fact", {number, oneDecimal(msOf(*slowest)), oneDecimal(msOf(typical)),
                                                 oneDecimal(100 * (msOf(*slowest) / msOf(typical) - 1))}),
        Message("finding.stage_imbalance.fact.window",
                {oneDecimal(msOf(medians->window)), oneDecimal(msOf(medians->window - medians->imbalance)),
                 oneDecimal(100 * threshold)})};
    finding.remedy = Message("finding.stage_imbalance.remedy", {number});
    finding.assumptions = {Message("finding.stage_imbalance.assumes")};
    if (input.stragglers && !input.stragglers->canTellWorkers()) {
        finding.assumptions.emplace_back("finding.stage_imbalance.assumes.one_pipeline");
    }
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
        .unanswered = &lacksPipeline,
        .yieldsTo = {"host_launch", "frequency"}};
}

}  // namespace stagescope
