#include "core/advice/comm_study.h"
#include "core/advice/number_texts.h"
#include "core/advice/rule_list.h"
#include "core/analysis/cluster_comm.h"
#include "core/analysis/steps.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace stagescope {

namespace {

constexpr std::size_t kFewestPeers = 3;  ///< links from which on there is a usual rate

/// A link beside those of its kind: of the same step, transport, kind of operator and group, with about as many bytes.
struct Judged {
    CommLink link;
    double usualGbps = 0;
    std::size_t peers = 0;
    double lostMs = 0;

    [[nodiscard]] double ratio() const { return usualGbps / link.gbps(); }
};

bool isJudged(const RuleInput &input, const CommLink &link) {
    // Transfers of a pipeline are judged by what they cost it: slow_link.
    return link.name == kAllOperators && link.source != link.destination && link.sizeMb > 0 && link.timeMs > 0 &&
           link.transport != "LOCAL" && (!link.isP2p || input.pipelines.empty());
}

double medianRate(std::vector<double> rates) {
    const auto middle = rates.begin() + static_cast<std::ptrdiff_t>(rates.size() / 2);
    std::nth_element(rates.begin(), middle, rates.end());
    return *middle;
}

/// Links slower than their kind, most lost time first.
std::vector<Judged> slowOnes(const RuleInput &input, const std::vector<CommLink> &all) {
    using Kind = std::tuple<std::string, std::string, std::string, int>;
    const CommGroups groups(input);
    std::map<Kind, std::vector<CommLink>> kinds;
    for (const auto &link : all) {
        if (isJudged(input, link)) {
            const int size = static_cast<int>(std::lround(std::log2(link.sizeMb)));
            kinds[{link.step, link.transport, groups.nameOf(link.group), size}].push_back(link);
        }
    }
    std::vector<Judged> slow;
    for (const auto &[kind, links] : kinds) {
        std::vector<double> rates;
        std::transform(links.begin(), links.end(), std::back_inserter(rates), [](const auto &l) { return l.gbps(); });
        const double usual = medianRate(rates);
        for (const auto &link : links) {
            const Judged judged{link, usual, links.size() - 1, link.timeMs - link.sizeMb / usual};
            if (judged.peers >= kFewestPeers && judged.ratio() >= input.parameter("link_imbalance.ratio")) {
                slow.push_back(judged);
            }
        }
    }
    std::stable_sort(slow.begin(), slow.end(), [](const auto &a, const auto &b) { return a.lostMs > b.lostMs; });
    return slow;
}

/// The same link may be slow in several steps and groups: what it loses in the median of the steps, told by its worst.
std::vector<Judged> byLink(const std::vector<Judged> &slow, std::size_t steps) {
    std::map<std::pair<int, int>, std::map<std::string, double>> lost;
    for (const auto &each : slow) {
        lost[{each.link.source, each.link.destination}][each.link.step] += each.lostMs;
    }
    std::vector<Judged> result;
    for (const auto &each : slow) {
        const auto it = lost.find({each.link.source, each.link.destination});
        if (it == lost.end()) {
            continue;
        }
        std::vector<double> perStep(steps);
        std::transform(it->second.begin(), it->second.end(), perStep.begin(), [](const auto &e) { return e.second; });
        result.push_back(each);
        result.back().lostMs = medianRate(perStep);
        lost.erase(it);
    }
    return result;
}

Finding findingOf(const RuleInput &input, const Judged &slow, Nanos lost, double share) {
    const auto &link = slow.link;
    const std::vector<std::string> ranks = {std::to_string(link.source), std::to_string(link.destination)};
    Finding finding;
    finding.rule = "link_imbalance";
    finding.impact = lost;
    finding.share = share;
    finding.severity = severityOfShare(share);
    finding.certainty = Certainty::Estimated;
    finding.evidence.group = link.group;
    finding.evidence.step = stepNumber(link.step);
    finding.evidence.ranks = {{input.run.id, link.source}, {input.run.id, link.destination}};
    finding.title = Message("finding.link_imbalance", {ranks[0], ranks[1], oneDecimal(slow.ratio()), millisText(lost)});
    finding.facts = {
        Message("finding.link_imbalance.fact", {link.transport, oneDecimal(link.sizeMb), oneDecimal(link.gbps()),
                                                oneDecimal(slow.usualGbps), std::to_string(slow.peers)}),
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
    const auto matrix = commMatrix(input.run, CommSource::Any, input.stop);
    const auto links = byLink(slowOnes(input, matrix.links), stepsOf(matrix.links));
    const auto step = usualStep(input);
    std::vector<Finding> findings;
    for (const auto &link : links) {
        const Nanos lost{std::llround(link.lostMs * 1e6)};
        const double share = shareOf(lost, step);
        if (share >= input.parameter("link_imbalance.share") &&
            static_cast<double>(findings.size()) < input.parameter("link_imbalance.most")) {
            findings.push_back(findingOf(input, link, lost, share));
        }
    }
    return findings;
}

std::optional<Message> lacksMatrix(const RuleInput &input) {
    const bool hasRows = !tablesOfRun(input.run, TableKind::CommLinks, CommSource::Any).empty();
    return hasRows ? std::nullopt : std::optional(Message("capability.communication_matrix.remedy"));
}

}  // namespace

Rule makeLinkImbalanceRule() {
    return {.id = "link_imbalance",
            .parameters = {{"link_imbalance.ratio", 1.5, "",
                            "Times as slow as the median link of its kind, as for transfers of pipelines (slow_link); "
                            "msprof's advisor already takes 5 % between ranks for worth a look."},
                           {"link_imbalance.share", 0.01, "", "Share of the step that the link must lose."},
                           {"link_imbalance.most", 5, "", "Links that are named; more have a cause in common."}},
            .run = &runLinkImbalance,
            .unanswered = &lacksMatrix};
}

}  // namespace stagescope
