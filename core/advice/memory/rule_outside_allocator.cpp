#include "core/advice/memory/snapshot_findings.h"
#include "core/advice/number_texts.h"
#include "core/advice/rule_list.h"
#include "core/base/byte_text.h"

#include <QtCore/QtGlobal>

#include <algorithm>

namespace stagescope {

namespace {

std::vector<Message> factsOf(const RuleInput &input, const MemoryPeak &peak) {
    std::vector<Message> facts{
        Message("finding.outside_allocator.fact",
                {memoryText(*peak.process), memoryText(peak.reserved.value_or(0)),
                 percentText(static_cast<double>(*peak.outside) / static_cast<double>(*peak.process))})};
    if (!peak.outsideOwner.empty()) {
        facts.push_back(Message("finding.outside_allocator.fact.owner",
                                {peak.outsideOwner, memoryText(peak.outsideOwned.value_or(0))}));
    }
    facts.push_back(Message("finding.outside_allocator.fact.threshold",
                            {memoryText(input.parameter("outside_allocator.least_gib") * kGiB),
                             percentText(input.parameter("outside_allocator.share"))}));
    return facts;
}

/// The rank with most outside; ranks of a job are alike, so one finding names all that have too much.
std::optional<Finding> outsideFromRecords(const RuleInput &input) {
    std::vector<int> ranks;
    const MemoryPeak *worst = nullptr;
    int worstRank = -1;
    for (const auto &[rank, peak] : input.memory.peaks) {
        if (!peak.process || !peak.outside || *peak.process <= 0) {
            continue;
        }
        const auto outside = static_cast<double>(*peak.outside);
        if (outside < input.parameter("outside_allocator.least_gib") * kGiB ||
            outside < input.parameter("outside_allocator.share") * static_cast<double>(*peak.process)) {
            continue;
        }
        ranks.push_back(rank);
        if (worst == nullptr || *peak.outside > *worst->outside) {
            worst = &peak;
            worstRank = rank;
        }
    }
    if (worst == nullptr) {
        return std::nullopt;
    }
    Finding finding;
    finding.rule = "outside_allocator";
    finding.severity = FindingSeverity::Medium;
    finding.bytes = *worst->outside;
    for (const int rank : ranks) {
        finding.evidence.ranks.push_back({input.run.id, rank});
    }
    finding.evidence.items = {RankRef{input.run.id, worstRank}};
    finding.place = "memory/memory-peaks/outside";
    finding.title = Message("finding.outside_allocator", {std::to_string(worstRank), memoryText(*worst->outside)});
    finding.facts = factsOf(input, *worst);
    return finding;
}

Finding outsideAtFailure(const RuleInput &input, const SnapshotStudy &study, const OomExplanation &failure) {
    auto finding = snapshotFinding(input, study, "outside_allocator", failure.event, true);
    finding.bytes = static_cast<std::int64_t>(failure.outside);
    finding.title = Message("finding.outside_allocator.failed",
                            {memoryText(failure.requested), memoryText(failure.outside), memoryText(study.capacity)});
    finding.facts = {failureFact(failure)};
    return finding;
}

std::vector<Finding> runOutsideAllocator(const RuleInput &input) {
    std::vector<Finding> findings;
    if (auto finding = outsideFromRecords(input)) {
        findings.push_back(std::move(*finding));
    }
    for (const auto &study : input.memory.snapshots) {
        if (const auto *failure = failureBy(study, OomCause::Outside)) {
            findings.push_back(outsideAtFailure(input, study, *failure));
        }
    }
    for (auto &finding : findings) {
        finding.remedy = Message("finding.outside_allocator.remedy");
    }
    return findings;
}

std::optional<Message> lacksProcess(const RuleInput &input) {
    const bool isKnown = std::any_of(input.memory.peaks.begin(), input.memory.peaks.end(),
                                     [](const auto &entry) { return entry.second.outside.has_value(); }) ||
                         std::any_of(input.memory.snapshots.begin(), input.memory.snapshots.end(),
                                     [](const SnapshotStudy &study) { return study.capacity > 0; });
    return isKnown ? std::nullopt : std::optional(Message("finding.outside_allocator.unanswered"));
}

}  // namespace

Rule makeOutsideAllocatorRule() {
    return {.id = "outside_allocator",
            .parameters =
                {
                    {"outside_allocator.least_gib", 2, "GiB",
                     QT_TRANSLATE_NOOP("Message",
                                       "Process memory outside the allocator; runtime, kernels and a "
                                       "few communication groups take about 1 GiB.")},
                    {"outside_allocator.share", 0.2, "", QT_TRANSLATE_NOOP("Message", "Share of the process memory.")},
                },
            .run = &runOutsideAllocator,
            .unanswered = &lacksProcess};
}

}  // namespace stagescope
