#include "core/advice/communication/slow_links.h"
#include "core/advice/pipeline_medians.h"
#include "core/advice/rule_list.h"
#include "core/base/statistics.h"

#include <QtCore/QtGlobal>

#include <algorithm>

namespace stagescope {

namespace {

/// What transfers cost in a usual step of a pipeline, slow links taken as usual ones: those have a rule of their own.
struct TransferCost {
    Nanos cost{0};
    Nanos window{0};
    const GroupStudy *group = nullptr;
    std::int64_t step = 0;
};

std::optional<TransferCost> costOf(const RuleInput &input, const GroupStudy &group, const EdgeTime &usual) {
    std::vector<TransferCost> costs;
    for (const auto &step : group.steps) {
        const auto window = step.parts && !input.stop.stop_requested()
                                ? windowWithTransfers(group.chart, step.graph, input.run.clock, usual)
                                : std::nullopt;
        if (window) {
            costs.push_back({*window - step.parts->actual, step.parts->window, &group, step.graph.step});
        }
    }
    if (costs.empty()) {
        return std::nullopt;
    }
    return upperMedian(std::move(costs), [](const TransferCost &a, const TransferCost &b) { return a.cost < b.cost; });
}

SelectionState evidenceOf(const RuleInput &input, const TransferCost &cost) {
    const auto &chart = cost.group->chart;
    const auto *typical = typicalTransfer(chart, medianTransfer(chart, cost.step),
                                          [&](const P2pEdge &edge) { return edge.step == cost.step; });
    return typical == nullptr ? SelectionState{} : transferEvidence(input.run, chart, *typical);
}

std::vector<Finding> runTransfers(const RuleInput &input) {
    const auto links = studiedLinks(input);
    const auto usual = usualTransfers(slowLinks(input, links));
    std::optional<TransferCost> worst;
    for (const auto &group : input.pipelines) {
        const auto cost = costOf(input, group, usual);
        worst = cost && (!worst || cost->cost > worst->cost) ? cost : worst;
    }
    const double threshold = input.parameter("p2p_transfer.share");
    const auto medians = pipelineMedians(input);
    if (!worst || !medians || millis(worst->cost) < threshold * millis(worst->window)) {
        return {};
    }
    std::vector<Nanos> times;
    std::size_t count = 0;
    Finding finding;
    for (const auto &link : links) {
        times.push_back(link.median);
        count += link.transfers;
        finding.cure.links[{link.first, link.second}] = Nanos{0};
    }
    finding.rule = "p2p_transfer";
    finding.impact = worst->cost;
    finding.share = millis(worst->cost) / millis(input.step);
    finding.severity = severityOfShare(*finding.share);
    finding.certainty = Certainty::Estimated;
    finding.evidence = evidenceOf(input, *worst);
    finding.place = "pipeline";
    finding.title = Message("finding.p2p_transfer", {msText(worst->cost)});
    finding.facts = {Message("finding.p2p_transfer.fact", {std::to_string(count), msText(upperMedian(times))}),
                     Message("finding.p2p_transfer.fact.window",
                             {msText(worst->window), msText(worst->cost), oneDecimal(100 * threshold)})};
    finding.remedy = Message("finding.p2p_transfer.remedy");
    finding.assumptions = {Message("finding.p2p_transfer.assumes")};
    return {finding};
}

}  // namespace

Rule makeP2pTransferRule() {
    return {
        .id = "p2p_transfer",
        .parameters = {{"p2p_transfer.share", 0.05, "",
                        QT_TRANSLATE_NOOP(
                            "Message",
                            "Share of the pipeline's window that transfers must cost; healthy links cost up to 3 %, "
                            "the last receives of the fill and the drain cannot overlap with anything.")}},
        .run = &runTransfers,
        .unanswered = &lacksTransfers};
}

}  // namespace stagescope
