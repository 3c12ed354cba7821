#include "core/advice/memory/snapshot_findings.h"

#include "core/advice/number_texts.h"

#include <algorithm>

namespace stagescope {

const OomExplanation *failureBy(const SnapshotStudy &study, OomCause cause) {
    const auto it = std::find_if(study.failures.begin(), study.failures.end(),
                                 [&](const OomExplanation &failure) { return failure.cause == cause; });
    return it == study.failures.end() ? nullptr : &*it;
}

Finding snapshotFinding(const RuleInput &input, const SnapshotStudy &study, std::string rule, std::uint32_t event,
                        bool hasFailed) {
    Finding finding;
    finding.rule = std::move(rule);
    finding.severity = hasFailed ? FindingSeverity::High : FindingSeverity::Medium;
    finding.certainty = Certainty::Measured;
    if (study.source.rank) {
        finding.evidence.ranks = {{input.run.id, *study.source.rank}};
    }
    finding.evidence.items = {study.eventRef(input.run.id, event)};
    return finding;
}

Message failureFact(const OomExplanation &failure) {
    return Message("finding.memory.fact.failure", {std::to_string(failure.event), memoryText(failure.active),
                                                   memoryText(failure.reserved), memoryText(failure.deviceFree)});
}

}  // namespace stagescope
