#include "core/advice/communication/slow_links.h"
#include "core/advice/pipeline_medians.h"
#include "core/advice/rule_list.h"

#include <QtCore/QtGlobal>

#include <algorithm>

namespace stagescope {

namespace {

/// The pipeline whose ranks the link joins; null where none was measured.
const GroupStudy *pipelineOf(const RuleInput &input, const LinkTime &link) {
    const auto found = std::ranges::find_if(input.pipelines, [&](const GroupStudy &group) {
        const auto &ranks = group.chart.group.ranks;
        return std::ranges::count(ranks, link.first) > 0 && std::ranges::count(ranks, link.second) > 0;
    });
    return found == input.pipelines.end() ? nullptr : &*found;
}

SelectionState evidenceOf(const RuleInput &input, const LinkTime &link, const GroupStudy &group) {
    const auto *typical = typicalTransfer(group.chart, link.median, [&](const P2pEdge &edge) {
        return std::minmax(edge.from, edge.to) == std::pair<const int &, const int &>(link.first, link.second);
    });
    return typical == nullptr ? SelectionState{} : transferEvidence(input.run, group.chart, *typical);
}

Finding findingOf(const RuleInput &input, const LinkTime &link) {
    const std::vector<std::string> ranks = {std::to_string(link.first), std::to_string(link.second)};
    Finding finding;
    finding.rule = "slow_link";
    finding.certainty = Certainty::Estimated;
    if (const auto *group = pipelineOf(input, link)) {
        finding.evidence = evidenceOf(input, link, *group);
    }
    finding.place = "pipeline";
    finding.cure.links = {{{link.first, link.second}, link.usual}};
    finding.title = Message("finding.slow_link", {ranks[0], ranks[1], oneDecimal(link.ratio), std::string(kPrice)});
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
    std::vector<Finding> all;
    for (const auto &link : slowLinks(input, studiedLinks(input))) {
        all.push_back(findingOf(input, link));
    }
    std::vector<Finding> findings;
    for (const auto &each : all) {
        // The job waits for the slowest pipeline: links of several ones hide each other.
        std::vector<const Cure *> others(input.others.begin(), input.others.end());
        for (const auto &other : all) {
            if (&other != &each) {
                others.push_back(&other.cure);
            }
        }
        auto besideOthers = input;
        besideOthers.others = others;
        auto finding = each;
        if (besideOthers.price(finding, input.parameter("slow_link.share"))) {
            findings.push_back(std::move(finding));
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
    return {.id = "slow_link",
            .parameters = {{"slow_link.ratio", kSlowLinkRatio, "",
                            QT_TRANSLATE_NOOP("Message",
                                              "Transfer time relative to similar links. Equal links differ by a few "
                                              "percent; the position within a host adds up to one third.")},
                           {"slow_link.z", kSlowLinkZ, "",
                            QT_TRANSLATE_NOOP("Message", "Distance from the other links, in units of their spread.")},
                           {"slow_link.share", 0.001, "",
                            QT_TRANSLATE_NOOP("Message",
                                              "Minimum cost of the link (share of the step); a slow link that nothing "
                                              "waits for is not reported.")}},
            .run = &runSlowLink,
            .unanswered = &lacksLinks,
            .standing = {Subject::Links, Nearness::Cause}};
}

}  // namespace stagescope
