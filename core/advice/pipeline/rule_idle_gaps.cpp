#include "core/advice/number_texts.h"
#include "core/advice/pipeline/host_delays.h"
#include "core/advice/rule_list.h"

#include <QtCore/QtGlobal>

namespace stagescope {

namespace {

/// Texts of one cause are "finding.idle_gaps.<name>", "... .all" and "... .remedy".
std::optional<Finding> findingOf(const RuleInput &input, const HostDelays &delays, FreeCause cause) {
    const auto slow = delays.slowHosts(input.parameter("idle_gaps.slow_host"));
    const auto delay = delays.worst({cause}, delays.otherRanks(slow), input.parameter("idle_gaps.share"));
    if (!delay || shareOf(delay->impact, delay->step) < input.parameter("idle_gaps.share")) {
        return std::nullopt;
    }
    const auto id = "finding.idle_gaps." + std::string(freeCauseText(cause));
    const auto witness = delays.longest({cause}, delay->rank);
    Finding finding;
    finding.rule = "idle_gaps";
    finding.impact = delay->impact;
    finding.share = shareOf(delay->impact, delay->step);
    finding.severity = severityOfShare(*finding.share);
    finding.certainty = delay->rank || delay->isReplayed ? Certainty::Estimated : Certainty::Measured;
    finding.cure = delay->cure;
    finding.evidence = evidenceOf(input, *delay, witness);
    finding.title = delay->rank ? Message(id, {std::to_string(*delay->rank), millisText(delay->impact)})
                                : Message(id + ".all", {millisText(delay->impact)});
    if (delay->rank) {
        finding.facts.emplace_back(
            "finding.idle_gaps.fact",
            std::vector<std::string>{std::to_string(*delay->rank), millisText(delay->own), millisText(delay->typical)});
    }
    if (witness && !witness->gap.hostCall.empty()) {
        finding.facts.emplace_back("finding.idle_gaps.fact.longest",
                                   std::vector<std::string>{millisText(witness->gap.length), witness->gap.hostCall});
    }
    finding.facts.emplace_back(
        "finding.idle_gaps.fact.step",
        std::vector<std::string>{millisText(delay->step), percentText(input.parameter("idle_gaps.share"))});
    finding.remedy = Message(id + ".remedy");
    return finding;
}

std::vector<Finding> runIdleGaps(const RuleInput &input) {
    const HostDelays delays(input);
    std::vector<Finding> findings;
    for (const auto cause : {FreeCause::Synchronisation, FreeCause::DataLoading}) {
        if (auto finding = findingOf(input, delays, cause)) {
            findings.push_back(std::move(*finding));
        }
    }
    return findings;
}

}  // namespace

Rule makeIdleGapsRule() {
    return {
        .id = "idle_gaps",
        .parameters =
            {{"idle_gaps.share", 0.02, "",
              QT_TRANSLATE_NOOP("Message",
                                "Share of the step that the gaps must cost; a step that reads its loss and fetches its "
                                "batch once stays below it.")},
             {"idle_gaps.slow_host", 1.5, "",
              QT_TRANSLATE_NOOP(
                  "Message", "As host_launch.slow_host: a host that is slow in all it does is named by that rule.")}},
        .run = &runIdleGaps,
        .unanswered = &lacksHost,
        .standing = {Subject::Work, Nearness::Cause}};
}

}  // namespace stagescope
