#include "core/advice/memory/snapshot_findings.h"
#include "core/advice/number_texts.h"
#include "core/advice/rule_list.h"
#include "core/base/byte_text.h"

#include <QtCore/QtGlobal>

namespace stagescope {

namespace {

Finding isolationAtFailure(const RuleInput &input, const SnapshotStudy &study, const OomExplanation &failure) {
    auto finding = snapshotFinding(input, study, "stream_pool_isolation", failure.event, true);
    finding.bytes = static_cast<std::int64_t>(failure.releasableElsewhere);
    finding.title = Message("finding.stream_pool_isolation.failed",
                            {memoryText(failure.requested), memoryText(failure.releasableElsewhere)});
    finding.facts = {failureFact(failure)};
    return finding;
}

const DriverGrowth *worstIsolation(const RuleInput &input, const SnapshotStudy &study) {
    const DriverGrowth *worst = nullptr;
    for (const auto &growth : study.growths) {
        const auto idle = static_cast<double>(growth.freeElsewhere);
        const bool isMuch =
            idle >= input.parameter("stream_pool_isolation.least_gib") * kGiB &&
            idle >= input.parameter("stream_pool_isolation.share") * static_cast<double>(growth.reserved);
        if (growth.isIsolated() && isMuch && (worst == nullptr || growth.freeElsewhere > worst->freeElsewhere)) {
            worst = &growth;
        }
    }
    return worst;
}

Finding isolationAtGrowth(const RuleInput &input, const SnapshotStudy &study, const DriverGrowth &growth) {
    auto finding = snapshotFinding(input, study, "stream_pool_isolation", growth.served, false);
    finding.certainty = Certainty::Estimated;  // rounding of blocks of the past
    finding.bytes = static_cast<std::int64_t>(growth.freeElsewhere);
    finding.title =
        Message("finding.stream_pool_isolation", {memoryText(growth.freeElsewhere), memoryText(growth.grown)});
    const auto &store = *study.source.store;
    finding.facts = {Message("finding.stream_pool_isolation.fact",
                             {std::to_string(growth.event), memoryText(growth.wanted),
                              std::to_string(store.streams()[growth.own.stream]), poolText(store, growth.own.pool),
                              memoryText(growth.largestElsewhere), memoryText(growth.reserved)}),
                     Message("finding.stream_pool_isolation.fact.threshold",
                             {percentText(input.parameter("stream_pool_isolation.share")),
                              memoryText(input.parameter("stream_pool_isolation.least_gib") * kGiB)})};
    return finding;
}

std::vector<Finding> runStreamPoolIsolation(const RuleInput &input) {
    std::vector<Finding> findings;
    for (const auto &study : input.memory.snapshots) {
        if (const auto *failure = failureBy(study, OomCause::Isolation)) {
            findings.push_back(isolationAtFailure(input, study, *failure));
        } else if (const auto *growth = worstIsolation(input, study)) {
            findings.push_back(isolationAtGrowth(input, study, *growth));
        }
    }
    for (auto &finding : findings) {
        finding.place = "memory/allocator-state";  // free pieces beside what asks for more
        finding.remedy = Message("finding.stream_pool_isolation.remedy");
        finding.assumptions = {Message("finding.stream_pool_isolation.assumes")};
    }
    return findings;
}

}  // namespace

Rule makeStreamPoolIsolationRule() {
    return {.id = "stream_pool_isolation",
            .parameters =
                {
                    {"stream_pool_isolation.share", 0.2, "",
                     QT_TRANSLATE_NOOP("Message",
                                       "Free share of reserved memory in other streams and pools when one reserves "
                                       "more from the driver; side streams always keep a few buffers.")},
                    {"stream_pool_isolation.least_gib", 1, "GiB",
                     QT_TRANSLATE_NOOP("Message", "Smaller amounts do not matter for current models.")},
                },
            .run = &runStreamPoolIsolation,
            .unanswered = &lacksSnapshot};
}

}  // namespace stagescope
