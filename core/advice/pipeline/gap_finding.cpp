#include "core/advice/pipeline/gap_finding.h"

#include "core/advice/number_texts.h"

#include <QtCore/QtGlobal>

namespace stagescope {

std::optional<Finding> gapFinding(const RuleInput &input, FreeCause cause, const std::string &rule,
                                  const std::string &id) {
    const HostDelays delays(input);
    const auto least = input.parameter(rule + ".share");
    const auto slow = delays.slowHosts(input.parameter(rule + ".slow_host"));
    const auto delay = delays.worst({cause}, delays.otherRanks(slow), least);
    if (!delay) {
        return std::nullopt;
    }
    const auto witness = delays.longest({cause}, delay->rank);
    Finding finding;
    finding.rule = rule;
    finding.certainty = delay->rank || delay->isReplayed ? Certainty::Estimated : Certainty::Measured;
    finding.cure = delay->cure;
    finding.evidence = evidenceOf(input, *delay, witness);
    finding.title = delay->rank ? Message(id, {std::to_string(*delay->rank), std::string(kPrice)})
                                : Message(id + ".all", {std::string(kPrice)});
    if (delay->rank) {
        finding.facts.emplace_back(
            "finding.idle_gaps.fact",
            std::vector<std::string>{std::to_string(*delay->rank), millisText(delay->own), millisText(delay->typical)});
    }
    if (witness && !witness->gap.hostCall.empty()) {
        finding.facts.emplace_back("finding.idle_gaps.fact.longest",
                                   std::vector<std::string>{millisText(witness->gap.length), witness->gap.hostCall});
    }
    finding.facts.emplace_back("finding.idle_gaps.fact.step",
                               std::vector<std::string>{millisText(delay->step), percentText(least)});
    finding.remedy = Message(id + ".remedy");
    return input.price(finding, least, delay->impact) ? std::optional(finding) : std::nullopt;
}

std::vector<RuleParameter> gapParameters(const std::string &rule) {
    return {{rule + ".share", 0.02, "",
             QT_TRANSLATE_NOOP(
                 "Message",
                 "Minimum cost of the gaps (share of the step); reading the loss and one batch per step stays below.")},
            {rule + ".slow_host", 1.5, "",
             QT_TRANSLATE_NOOP(
                 "Message", "As host_launch.slow_host: a host that is slow in everything is reported by that rule.")}};
}

}  // namespace stagescope
