#include "core/advice/memory/snapshot_findings.h"
#include "core/advice/number_texts.h"
#include "core/advice/remedies/memory_exchange.h"
#include "core/advice/rule_list.h"
#include "core/analysis/snapshot/stack_groups.h"

#include <QtCore/QtGlobal>

#include <algorithm>

namespace stagescope {

namespace {

constexpr std::size_t kOwners = 3;

std::vector<Message> ownersAt(const SnapshotStudy &study, std::uint32_t event) {
    std::vector<Message> facts;
    const auto groups = stackGroups(study.source, event + 1, StackGrouping::Frame);
    for (std::size_t i = 0; i < std::min(groups.size(), kOwners); ++i) {
        facts.push_back(Message("finding.memory_exhaustion.fact.owner",
                                {std::to_string(groups[i].blocks), groups[i].name, memoryText(groups[i].bytes)}));
    }
    return facts;
}

Message titleOf(const OomExplanation &failure) {
    switch (failure.cause) {
        case OomCause::PendingFrees:
            return Message("finding.memory_exhaustion.pending",
                           {memoryText(failure.requested), memoryText(failure.pending)});
        case OomCause::Limit:
            return Message(
                "finding.memory_exhaustion.limit",
                {memoryText(failure.requested), memoryText(failure.reserved), memoryText(failure.deviceFree)});
        case OomCause::LargeRequest:
            return Message("finding.memory_exhaustion.request",
                           {memoryText(failure.requested), memoryText(failure.reserved + failure.deviceFree)});
        default:
            return Message("finding.memory_exhaustion.failed",
                           {memoryText(failure.active), memoryText(failure.requested)});
    }
}

Finding exhaustionAtFailure(const RuleInput &input, const SnapshotStudy &study, const OomExplanation &failure) {
    auto finding = snapshotFinding(input, study, "memory_exhaustion", failure.event, true);
    finding.bytes = static_cast<std::int64_t>(failure.requested);
    finding.title = titleOf(failure);
    finding.facts = ownersAt(study, failure.event);
    finding.facts.insert(finding.facts.begin(), failureFact(failure));
    finding.remedy = Message(failure.cause == OomCause::PendingFrees ? "finding.memory_exhaustion.pending.remedy"
                             : failure.cause == OomCause::Limit      ? "finding.memory_exhaustion.limit.remedy"
                                                                     : "finding.memory_exhaustion.remedy");
    return finding;
}

/// What a rank needs whatever the allocator keeps in store: given out, and beside the allocator.
std::int64_t neededBy(const MemoryPeak &peak) {
    const auto allocated = peak.allocated ? *peak.allocated : peak.reserved.value_or(0);
    return allocated + std::max<std::int64_t>(peak.outside.value_or(0), 0);
}

/// The remedy of a rank's stage that wins memory for the least time per byte, as far as kernels tell.
std::optional<Message> cheapestExchange(const RuleInput &input, int rank) {
    const auto all = memoryExchanges(input);
    const auto costOf = [&](const MemoryExchange &exchange) {
        return static_cast<double>((*exchange.step - input.step).count()) / *exchange.won;
    };
    const MemoryExchange *best = nullptr;
    for (const auto &exchange : all) {
        const bool isOffer = exchange.rank == rank && exchange.isTurnedOn && exchange.isHidden && exchange.step &&
                             exchange.won.value_or(0) > 0;
        best = isOffer && (best == nullptr || costOf(exchange) < costOf(*best)) ? &exchange : best;
    }
    if (best == nullptr) {
        return std::nullopt;
    }
    return Message("finding.memory_exhaustion.fact." + std::string(exchangeText(best->exchange)),
                   {memoryText(*best->won), std::to_string(rank), millisText(*best->step - input.step)});
}

std::optional<Finding> exhaustionFromRecords(const RuleInput &input) {
    const double share = input.parameter("memory_exhaustion.share");
    Finding finding;
    finding.rule = "memory_exhaustion";
    std::int64_t worst = 0;
    for (const auto &[rank, peak] : input.memory.peaks) {
        const auto had = peak.process ? *peak.process : peak.reserved.value_or(0);
        if (!peak.capacity || static_cast<double>(had) < share * static_cast<double>(*peak.capacity)) {
            continue;
        }
        finding.evidence.ranks.push_back({input.run.id, rank});
        if (had <= worst) {
            continue;
        }
        worst = had;
        const bool isNeeded = static_cast<double>(neededBy(peak)) >= share * static_cast<double>(*peak.capacity);
        finding.severity = isNeeded ? FindingSeverity::High : FindingSeverity::Medium;
        finding.bytes = had;
        finding.evidence.items = {RankRef{input.run.id, rank}};
        finding.place = "memory/memory-peaks/occupied";
        finding.title =
            Message("finding.memory_exhaustion", {std::to_string(rank), memoryText(had), memoryText(*peak.capacity)});
        finding.facts = {Message("finding.memory_exhaustion.fact",
                                 {memoryText(neededBy(peak)), memoryText(had - std::min(had, neededBy(peak)))}),
                         Message("finding.memory_exhaustion.fact.threshold", {percentText(share)})};
    }
    finding.remedy = Message("finding.memory_exhaustion.remedy");
    if (worst <= 0) {
        return std::nullopt;
    }
    const auto fullest = std::get<RankRef>(finding.evidence.items.front()).rank;
    if (auto exchange = cheapestExchange(input, fullest)) {
        finding.facts.push_back(std::move(*exchange));
    }
    return finding;
}

std::vector<Finding> runMemoryExhaustion(const RuleInput &input) {
    std::vector<Finding> findings;
    if (auto finding = exhaustionFromRecords(input)) {
        findings.push_back(std::move(*finding));
    }
    for (const auto &study : input.memory.snapshots) {
        for (const auto cause :
             {OomCause::Exhaustion, OomCause::Limit, OomCause::LargeRequest, OomCause::PendingFrees}) {
            if (const auto *failure = failureBy(study, cause)) {
                findings.push_back(exhaustionAtFailure(input, study, *failure));
                break;
            }
        }
    }
    return findings;
}

std::optional<Message> lacksCapacity(const RuleInput &input) {
    const bool isKnown = !input.memory.snapshots.empty() ||
                         std::any_of(input.memory.peaks.begin(), input.memory.peaks.end(), [](const auto &entry) {
                             return entry.second.capacity && (entry.second.process || entry.second.reserved);
                         });
    return isKnown ? std::nullopt : std::optional(Message("finding.memory_exhaustion.unanswered"));
}

}  // namespace

Rule makeMemoryExhaustionRule() {
    return {
        .id = "memory_exhaustion",
        .parameters =
            {
                {"memory_exhaustion.share", 0.95, "",
                 QT_TRANSLATE_NOOP(
                     "Message", "Maximum peak (share of device memory); above it, a longer sequence can end the job.")},
                {kCapacityParameter, 0, "GiB",
                 QT_TRANSLATE_NOOP("Message", "Device memory capacity; 0: from the files, if recorded.")},
            },
        .run = &runMemoryExhaustion,
        .look = &lookForPasses,
        .unanswered = &lacksCapacity,
        .standing = {Subject::Memory, Nearness::Effect}};
}

}  // namespace stagescope
