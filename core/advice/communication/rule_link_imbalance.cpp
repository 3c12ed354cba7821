#include "core/advice/communication/exposed_collectives.h"
#include "core/advice/communication/unequal_links.h"
#include "core/advice/number_texts.h"
#include "core/advice/rule_list.h"
#include "core/analysis/communication/known_links.h"
#include "core/analysis/overview/capabilities.h"
#include "core/analysis/run/steps.h"
#include "core/base/statistics.h"

#include <QtCore/QtGlobal>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace stagescope {

namespace {

/// The same link may be slow in several steps and groups: what it loses in the median of the steps, told by its worst.
std::vector<UnequalLink> byLink(const std::vector<UnequalLink> &slow, std::size_t steps) {
    std::map<std::pair<int, int>, std::map<std::string, double>> lost;
    for (const auto &each : slow) {
        lost[{each.link.source, each.link.destination}][each.link.step] += each.lostMs;
    }
    std::vector<UnequalLink> result;
    for (const auto &each : slow) {
        const auto it = lost.find({each.link.source, each.link.destination});
        if (it == lost.end()) {
            continue;
        }
        std::vector<double> perStep(steps);
        std::transform(it->second.begin(), it->second.end(), perStep.begin(), [](const auto &e) { return e.second; });
        result.push_back(each);
        result.back().lostMs = lowerMedian(perStep);
        lost.erase(it);
    }
    return result;
}

/// All ranks of its group wait for what the link loses: of each collective in proportion to its length.
Cure cureOf(const std::map<StepOfGroup, CollectivesByRank> &all, const std::string &group, Nanos lost) {
    Cure cure;
    for (const auto &[place, byRank] : all) {
        const auto least = place.second == group ? leastExposed(byRank) : std::vector<Nanos>{};
        const auto whole = std::accumulate(least.begin(), least.end(), Nanos{0});
        for (std::size_t i = 0; i < least.size() && whole > Nanos{0}; ++i) {
            const auto share = std::min(shareOf(lost, whole), 1.0);
            takeLast(byRank, i, Nanos{std::llround(share * static_cast<double>(least[i].count()))}, cure);
        }
    }
    return cure;
}

Finding findingOf(const RuleInput &input, const UnequalLink &slow) {
    const auto &link = slow.link;
    const std::vector<std::string> ranks = {std::to_string(link.source), std::to_string(link.destination)};
    Finding finding;
    finding.rule = "link_imbalance";
    finding.certainty = Certainty::Estimated;
    finding.evidence.group = link.group;
    finding.evidence.step = stepNumber(link.step);
    finding.evidence.ranks = {{input.run.id, link.source}, {input.run.id, link.destination}};
    finding.evidence.items = {
        LinkRef{input.run.id, link.group, link.step, std::string(kAllOperators), link.source, link.destination}};
    finding.title =
        Message("finding.link_imbalance", {ranks[0], ranks[1], oneDecimal(slow.ratio()), std::string(kPrice)});
    finding.facts = {
        Message("finding.link_imbalance.fact", {std::to_string(slow.peers), link.transport, oneDecimal(link.sizeMb),
                                                oneDecimal(link.gbps()), oneDecimal(slow.usualGbps)}),
        Message("finding.link_imbalance.fact.threshold", {oneDecimal(input.parameter("link_imbalance.ratio")),
                                                          percentText(input.parameter("link_imbalance.share"))})};
    finding.remedy = Message("finding.slow_link.remedy", ranks);
    finding.assumptions = {Message("finding.link_imbalance.assumes")};
    return finding;
}

std::size_t stepsOf(const std::vector<CommLink> &links) {
    std::vector<std::string> steps;
    for (const auto &link : links) {
        if (std::find(steps.begin(), steps.end(), link.step) == steps.end()) {
            steps.push_back(link.step);
        }
    }
    return std::max<std::size_t>(steps.size(), 1);
}

std::vector<Finding> runLinkImbalance(const RuleInput &input) {
    const auto known = knownLinks(input.run, input.stop);
    const double ratio = input.parameter("link_imbalance.ratio");
    const auto links = byLink(unequalLinks(input, known->matrix.links, ratio), stepsOf(known->matrix.links));
    const CommGroups groups(input);
    std::set<std::string> slowGroups;
    for (const auto &link : links) {
        slowGroups.insert(groups.idOf(link.link.group));
    }
    const auto all = exposedCollectives(
        input, groups, [&](const std::string &group) { return slowGroups.contains(groups.idOf(group)); });
    std::vector<Finding> findings;
    for (const auto &link : links) {
        const Nanos lost{std::llround(link.lostMs * 1e6)};
        if (static_cast<double>(findings.size()) >= input.parameter("link_imbalance.most")) {
            break;
        }
        auto finding = findingOf(input, link);
        finding.cure = cureOf(all, groups.idOf(link.link.group), lost);
        if (input.price(finding, input.parameter("link_imbalance.share"), lost)) {
            findings.push_back(std::move(finding));
        }
    }
    return findings;
}

std::optional<Message> lacksMatrix(const RuleInput &input) {
    const bool hasRows = !tablesOfRun(input.run, TableKind::CommLinks, CommSource::Any).empty();
    return hasRows ? std::nullopt : std::optional(capabilityRemedy(input.run, "communication_matrix"));
}

}  // namespace

Rule makeLinkImbalanceRule() {
    return {
        .id = "link_imbalance",
        .parameters = {{"link_imbalance.ratio", kUnequalLinkRatio, "",
                        QT_TRANSLATE_NOOP(
                            "Message",
                            "Transfer time relative to the median of similar links, as for pipeline transfers "
                            "(slow_link); MindStudio's advisor reports differences of 5 % between ranks.")},
                       {"link_imbalance.share", 0.01, "",
                        QT_TRANSLATE_NOOP("Message", "Minimum cost of the link (share of the step).")},
                       {"link_imbalance.most", 5, "",
                        QT_TRANSLATE_NOOP("Message", "Maximum number of links reported; more have a common cause.")}},
        .run = &runLinkImbalance,
        .unanswered = &lacksMatrix,
        .standing = {Subject::Links, Nearness::Cause}};
}

}  // namespace stagescope
