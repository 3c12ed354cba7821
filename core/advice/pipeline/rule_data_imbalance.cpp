#include "core/advice/pipeline_medians.h"
#include "core/advice/rule_list.h"

#include <QtCore/QtGlobal>

#include <cstdio>

namespace stagescope {

namespace {

std::string twoDecimals(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", value);
    return text;
}

std::optional<Message> unanswered(const RuleInput &input) {
    if (auto reason = lacksStragglers(input)) {
        return reason;
    }
    return input.stragglers->data.isKnown ? std::nullopt : std::optional(Message("finding.data_imbalance.unanswered"));
}

std::vector<Finding> runDataImbalance(const RuleInput &input) {
    const auto medians = pipelineMedians(input);
    const auto &job = *input.stragglers;
    const MicrobatchLimits limits{input.parameter("data_imbalance.correlation"),
                                  input.parameter("data_imbalance.spread")};
    const double threshold = input.parameter("data_imbalance.share");
    if (!medians || !job.isDataUneven(limits)) {
        return {};
    }
    const auto &first = input.pipelines.front();
    Finding finding;
    finding.rule = "data_imbalance";
    finding.cure = job.evenData;
    finding.certainty = Certainty::Estimated;
    finding.evidence.group = first.chart.group.id;
    finding.evidence.step = job.steps[job.steps.size() / 2];
    for (const auto &pipeline : input.pipelines) {
        for (const int rank : pipeline.chart.group.ranks) {
            finding.evidence.ranks.push_back({input.run.id, rank});
        }
    }
    finding.title = Message("finding.data_imbalance", {std::string(kPrice)});
    finding.facts = {
        Message("finding.data_imbalance.fact", {twoDecimals(job.data.correlation), twoDecimals(limits.correlation),
                                                oneDecimal(100 * job.data.spread), oneDecimal(100 * limits.spread)}),
        Message("finding.data_imbalance.fact.threshold", {oneDecimal(100 * threshold)})};
    finding.remedy = Message("finding.data_imbalance.remedy");
    finding.assumptions = {Message("finding.data_imbalance.assumes")};
    return input.price(finding, threshold) ? std::vector{finding} : std::vector<Finding>{};
}

}  // namespace

Rule makeDataImbalanceRule() {
    return {
        .id = "data_imbalance",
        .parameters = {{"data_imbalance.share", 0.01, "",
                        QT_TRANSLATE_NOOP("Message", "Minimum cost of uneven lengths (share of the step).")},
                       {"data_imbalance.correlation", 0.7, "",
                        QT_TRANSLATE_NOOP(
                            "Message",
                            "Correlation of forward and backward of the same microbatch; jitter is not correlated.")},
                       {"data_imbalance.spread", 0.03, "",
                        QT_TRANSLATE_NOOP(
                            "Message", "Standard deviation of log lengths; below it, packing is hardly worthwhile.")}},
        .run = &runDataImbalance,
        .unanswered = &unanswered,
        .standing = {Subject::Work, Nearness::Comparison}};
}

}  // namespace stagescope
