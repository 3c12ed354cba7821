#include "core/advice/pipeline_medians.h"
#include "core/advice/rule_list.h"
#include "core/base/words/ranges_text.h"

#include <QtCore/QtGlobal>

#include <algorithm>
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

/// Of these, or of all where there are none.
std::size_t mostUnevenAt(const Stragglers &job, const std::vector<std::size_t> &replicas) {
    std::size_t worst = replicas.empty() ? 0 : replicas.front();
    for (std::size_t i = 0; i < job.data.replicas.size(); ++i) {
        const bool isOne = replicas.empty() || std::ranges::find(replicas, i) != replicas.end();
        worst = isOne && job.data.replicas[i].spread > job.data.replicas[worst].spread ? i : worst;
    }
    return worst;
}

/// The pipeline whose data vary most, at its longest microbatch; the ranks of all that are uneven.
SelectionState evidenceOf(const RuleInput &input, const std::vector<std::size_t> &replicas) {
    const auto &job = *input.stragglers;
    SelectionState evidence;
    const auto worst = mostUnevenAt(job, replicas);
    for (std::size_t i = 0; i < job.replicas; ++i) {
        const int rank = job.at({i, 0}).rank;
        const auto pipeline = std::ranges::find_if(input.pipelines, [&](const auto &each) {
            return std::ranges::find(each.chart.group.ranks, rank) != each.chart.group.ranks.end();
        });
        const bool isOne = replicas.empty() || std::ranges::find(replicas, i) != replicas.end();
        if (pipeline == input.pipelines.end() || !isOne) {
            continue;
        }
        for (const int each : pipeline->chart.group.ranks) {
            evidence.ranks.push_back({input.run.id, each});
        }
        if (i == worst) {
            const auto &longest = job.data.replicas[worst];
            evidence.group = pipeline->chart.group.id;
            evidence.step = job.steps[std::min(longest.step, job.steps.size() - 1)];
            const auto cell = std::ranges::find_if(pipeline->chart.cells, [&](const PipelineCell &each) {
                return each.step == evidence.step && each.microbatch == longest.microbatch;
            });
            if (cell != pipeline->chart.cells.end()) {
                evidence.items = {cellRef(input.run.id, pipeline->chart.group, *cell)};
            }
        }
    }
    return evidence;
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
    const auto replicas = job.unevenReplicas(limits);
    Finding finding;
    finding.rule = "data_imbalance";
    finding.cure = job.evenData;
    finding.certainty = Certainty::Estimated;
    finding.evidence = evidenceOf(input, replicas);
    finding.title = replicas.empty() ? Message("finding.data_imbalance", {std::string(kPrice)})
                                     : Message("finding.data_imbalance.replicas",
                                               {std::string(kPrice), rangesText({replicas.begin(), replicas.end()})});
    const auto worst = mostUnevenAt(job, replicas);
    const double correlation = replicas.empty() ? job.data.correlation : job.data.replicas[worst].correlation;
    const double spread = replicas.empty() ? job.data.spread : job.data.replicas[worst].spread;
    finding.facts = {
        Message("finding.data_imbalance.fact", {twoDecimals(correlation), twoDecimals(limits.correlation),
                                                oneDecimal(100 * spread), oneDecimal(100 * limits.spread)}),
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
