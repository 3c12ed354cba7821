#include "core/advice/memory/snapshot_findings.h"
#include "core/advice/number_texts.h"
#include "core/advice/rule_list.h"
#include "core/base/byte_text.h"

#include <QtCore/QtGlobal>

namespace stagescope {

namespace {

Finding fragmentationAtFailure(const RuleInput &input, const SnapshotStudy &study, const OomExplanation &failure) {
    auto finding = snapshotFinding(input, study, "memory_fragmentation", failure.event, true);
    finding.certainty = Certainty::Estimated;  // rounding of blocks of the past
    finding.bytes = static_cast<std::int64_t>(failure.freeOfStream);
    finding.title =
        Message("finding.memory_fragmentation.failed",
                {memoryText(failure.requested), memoryText(failure.freeOfStream), memoryText(failure.largestOfStream)});
    finding.facts = {failureFact(failure)};
    return finding;
}

/// The place that had most lying in pieces; null when none had enough.
const DriverGrowth *worstFragmentation(const RuleInput &input, const SnapshotStudy &study) {
    const DriverGrowth *worst = nullptr;
    for (const auto &growth : study.growths) {
        const auto lost = static_cast<double>(growth.own.free());
        const bool isMuch =
            lost >= input.parameter("memory_fragmentation.least_gib") * kGiB &&
            lost >= input.parameter("memory_fragmentation.share") * static_cast<double>(growth.reserved);
        if (growth.isFragmented() && isMuch && (worst == nullptr || growth.own.free() > worst->own.free())) {
            worst = &growth;
        }
    }
    return worst;
}

Finding fragmentationAtGrowth(const RuleInput &input, const SnapshotStudy &study, const DriverGrowth &growth) {
    auto finding = snapshotFinding(input, study, "memory_fragmentation", growth.served, false);
    finding.certainty = Certainty::Estimated;
    finding.bytes = static_cast<std::int64_t>(growth.own.free());
    finding.title = Message("finding.memory_fragmentation",
                            {memoryText(growth.own.free()), memoryText(growth.own.largest), memoryText(growth.wanted)});
    finding.facts = {Message("finding.memory_fragmentation.fact",
                             {std::to_string(growth.own.runs), std::to_string(growth.event), memoryText(growth.grown),
                              memoryText(growth.reserved), memoryText(growth.own.stranded)}),
                     Message("finding.memory_fragmentation.fact.threshold",
                             {percentText(input.parameter("memory_fragmentation.share")),
                              memoryText(input.parameter("memory_fragmentation.least_gib") * kGiB)})};
    return finding;
}

std::vector<Finding> runMemoryFragmentation(const RuleInput &input) {
    std::vector<Finding> findings;
    for (const auto &study : input.memory.snapshots) {
        if (const auto *failure = failureBy(study, OomCause::Fragmentation)) {
            findings.push_back(fragmentationAtFailure(input, study, *failure));
        } else if (const auto *growth = worstFragmentation(input, study)) {
            findings.push_back(fragmentationAtGrowth(input, study, *growth));
        }
    }
    for (auto &finding : findings) {
        finding.place = "memory/allocator-state";  // free pieces beside what asks for more
        finding.remedy = Message("finding.memory_fragmentation.remedy");
        finding.assumptions = {Message("finding.memory_fragmentation.assumes")};
    }
    return findings;
}

}  // namespace

Rule makeMemoryFragmentationRule() {
    return {.id = "memory_fragmentation",
            .parameters =
                {
                    {"memory_fragmentation.share", 0.2, "",
                     QT_TRANSLATE_NOOP("Message",
                                       "Fragmented share of reserved memory when more is reserved from the driver; "
                                       "about 10 % is normal after warm-up.")},
                    {"memory_fragmentation.least_gib", 1, "GiB",
                     QT_TRANSLATE_NOOP("Message", "Smaller amounts do not matter for current models.")},
                },
            .run = &runMemoryFragmentation,
            .unanswered = &lacksSnapshot};
}

}  // namespace stagescope
