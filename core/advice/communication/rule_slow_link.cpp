#include "core/advice/communication/slow_links.h"
#include "core/advice/pipeline_medians.h"
#include "core/advice/rule_list.h"
#include "core/base/statistics.h"

#include <QtCore/QtGlobal>

#include <algorithm>

namespace stagescope {

namespace {

struct LinkCost {
    Nanos cost{0};
    Nanos window{0};
    const GroupStudy *group = nullptr;
};

/// What a link costs a usual step of the pipeline that it slows most: the window as it is less that with the link's
/// transfers as on other links.
LinkCost costOf(const RuleInput &input, const LinkTime &link) {
    LinkCost worst;
    for (const auto &group : input.pipelines) {
        std::vector<Nanos> costs;
        std::vector<Nanos> windows;
        for (const auto &step : group.steps) {
            if (!step.parts || input.stop.stop_requested()) {
                continue;
            }
            const auto now = windowWithTransfers(group.chart, step.graph, input.run.clock, recordedTransfer);
            const auto usual = windowWithTransfers(group.chart, step.graph, input.run.clock, usualTransfers({link}));
            if (now && usual) {
                costs.push_back(*now - *usual);
                windows.push_back(step.parts->window);
            }
        }
        if (!costs.empty() && upperMedian(costs) > worst.cost) {
            worst = {upperMedian(costs), upperMedian(windows), &group};
        }
    }
    return worst;
}

SelectionState evidenceOf(const RuleInput &input, const LinkTime &link, const GroupStudy &group) {
    const auto *typical = typicalTransfer(group.chart, link.median, [&](const P2pEdge &edge) {
        return std::minmax(edge.from, edge.to) == std::pair<const int &, const int &>(link.first, link.second);
    });
    return typical == nullptr ? SelectionState{} : transferEvidence(input.run, group.chart, *typical);
}

Finding findingOf(const RuleInput &input, const LinkTime &link, const LinkCost &cost, Nanos step) {
    const std::vector<std::string> ranks = {std::to_string(link.first), std::to_string(link.second)};
    Finding finding;
    finding.rule = "slow_link";
    finding.impact = cost.cost;
    finding.share = millis(cost.cost) / millis(step);
    finding.severity = severityOfShare(*finding.share);
    finding.certainty = Certainty::Estimated;
    finding.evidence = evidenceOf(input, link, *cost.group);
    finding.place = "pipeline";
    finding.cure.links = {{{link.first, link.second}, link.usual}};
    finding.title = Message("finding.slow_link", {ranks[0], ranks[1], oneDecimal(link.ratio), msText(cost.cost)});
    finding.facts = {Message("finding.slow_link.fact", {std::to_string(link.othersOfKind), msText(link.median),
                                                        std::to_string(link.transfers), msText(link.usual)}),
                     Message("finding.slow_link.fact.threshold",
                             {oneDecimal(link.ratio), oneDecimal(input.parameter("slow_link.ratio")),
                              oneDecimal(link.z), oneDecimal(input.parameter("slow_link.z"))}),
                     Message(link.isBetweenHosts ? "finding.slow_link.fact.between" : "finding.slow_link.fact.within")};
    finding.remedy = Message("finding.slow_link.remedy", ranks);
    finding.assumptions = {Message("finding.slow_link.assumes")};
    return finding;
}

std::vector<Finding> runSlowLink(const RuleInput &input) {
    std::vector<Finding> findings;
    const auto medians = pipelineMedians(input);
    if (!medians) {
        return findings;
    }
    for (const auto &link : slowLinks(input, studiedLinks(input))) {
        const auto cost = costOf(input, link);
        if (cost.group != nullptr && millis(cost.cost) >= input.parameter("slow_link.share") * millis(cost.window)) {
            findings.push_back(findingOf(input, link, cost, input.step));
        }
    }
    return findings;
}

std::optional<Message> lacksLinks(const RuleInput &input) {
    if (auto reason = lacksTransfers(input)) {
        return reason;
    }
    const auto links = studiedLinks(input);
    const bool hasTwo =
        std::any_of(links.begin(), links.end(), [](const LinkTime &link) { return link.othersOfKind > 0; });
    return hasTwo ? std::nullopt : std::optional(Message("finding.slow_link.unanswered"));
}

}  // namespace

Rule makeSlowLinkRule() {
    return {
        .id = "slow_link",
        .parameters = {{"slow_link.ratio", kSlowLinkRatio, "",
                        QT_TRANSLATE_NOOP(
                            "Message",
                            "Times as long as on other links of its kind; equal links differ by a few per cent, and "
                            "the place in a host by up to a third.")},
                       {"slow_link.z", kSlowLinkZ, "",
                        QT_TRANSLATE_NOOP("Message", "Distance from the other links in units of their spread.")},
                       {"slow_link.share", 0.001, "",
                        QT_TRANSLATE_NOOP(
                            "Message",
                            "Share of the pipeline's window that the link must cost: a slow link that nothing waits "
                            "for is no finding.")}},
        .run = &runSlowLink,
        .unanswered = &lacksLinks,
        .standing = {Subject::Links, Nearness::Cause}};
}

}  // namespace stagescope
