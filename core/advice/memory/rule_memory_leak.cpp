#include "core/advice/number_texts.h"
#include "core/advice/rule_list.h"
#include "core/analysis/run/steps.h"
#include "core/analysis/snapshot/snapshot_source.h"
#include "core/base/step_id.h"

#include <QtCore/QtGlobal>

#include <algorithm>
#include <cmath>

namespace stagescope {

namespace {

constexpr std::size_t kFacts = 3;
constexpr std::uint32_t kLeastGrowths = 2;  // once is a cache that was filled late

/// Those that grow, fastest first.
std::vector<LeakCandidate> leaksOf(const RuleInput &input, const SnapshotStudy &study) {
    auto candidates = study.leaks.candidates;
    std::erase_if(candidates, [&](const LeakCandidate &candidate) {
        const bool isWeak = candidate.freedShare > input.parameter("memory_leak.freed_share");
        return !study.leaks.isBySteps() || candidate.grownSteps < kLeastGrowths ||
               (isWeak && candidate.grownSteps < study.leaks.comparedSteps) ||
               candidate.bytesPerStep < input.parameter("memory_leak.mib_per_step") * (1 << 20);
    });
    return candidates;
}

/// Steps until nothing is left, from the end of the history; nothing where the size of the device is not known.
std::optional<std::string> stepsLeft(const SnapshotStudy &study, double bytesPerStep) {
    const auto &table = study.source.device->allocations;
    const auto used = table.activeBytes.empty() ? 0.0 : static_cast<double>(table.activeBytes.back());
    const auto left = static_cast<double>(study.capacity) - used;
    return study.capacity == 0 || left < 0
               ? std::nullopt
               : std::optional(std::to_string(std::llround(std::floor(left / bytesPerStep))));
}

Finding findingOf(const RuleInput &input, const SnapshotStudy &study, const std::vector<LeakCandidate> &leaks) {
    double growth = 0;
    for (const auto &leak : leaks) {
        growth += leak.bytesPerStep;
    }
    const auto &first = leaks.front();
    Finding finding;
    finding.rule = "memory_leak";
    finding.severity = study.failures.empty() ? FindingSeverity::Medium : FindingSeverity::High;
    finding.certainty = Certainty::Estimated;
    finding.bytes = std::llround(growth);
    if (study.source.rank) {
        finding.evidence.ranks = {{input.run.id, *study.source.rank}};
    }
    finding.evidence.items = {StackRef{input.run.id, study.snapshot, first.stack.value},
                              study.eventRef(input.run.id, study.leaks.boundaries.back())};
    finding.title = Message("finding.memory_leak", {memoryText(growth), first.name});
    for (std::size_t i = 0; i < std::min(leaks.size(), kFacts); ++i) {
        const auto &leak = leaks[i];
        finding.facts.push_back(
            Message("finding.memory_leak.fact", {std::to_string(leak.blocks), leak.name, memoryText(leak.firstBytes),
                                                 memoryText(leak.lastBytes), percentText(leak.freedShare)}));
    }
    const auto *evidence = study.leaks.evidence == StepEvidence::OptimizerCalls ? "calls"
                           : study.leaks.evidence == StepEvidence::Repetition   ? "repeated"
                                                                                : "marks";
    finding.facts.push_back(
        Message("finding.memory_leak.fact." + std::string(evidence), {std::to_string(study.leaks.boundaries.size())}));
    if (const auto left = stepsLeft(study, growth)) {
        finding.facts.push_back(Message("finding.memory_leak.fact.left", {*left}));
    }
    if (!study.failures.empty()) {
        finding.facts.push_back(
            Message("finding.memory_leak.fact.failed", {memoryText(study.failures.front().requested)}));
    }
    finding.facts.push_back(
        Message("finding.memory_leak.fact.threshold", {oneDecimal(input.parameter("memory_leak.mib_per_step")),
                                                       percentText(input.parameter("memory_leak.freed_share"))}));
    finding.remedy = Message("finding.memory_leak.remedy");
    finding.assumptions = {Message("finding.memory_leak.assumes")};
    return finding;
}

/// A rank whose record grows in each step.
struct GrowingRank {
    int rank = 0;
    StepGrowth growth;
};

/// Those of which no snapshot tells more already, fastest first.
std::vector<GrowingRank> growingRanks(const RuleInput &input, const std::vector<Finding> &known) {
    std::vector<GrowingRank> ranks;
    for (const auto &[rank, steps] : input.memory.steps) {
        const bool isKnown = std::any_of(known.begin(), known.end(), [&, rank = rank](const Finding &finding) {
            return finding.evidence.ranks == std::vector<RankRef>{{input.run.id, rank}};
        });
        const auto growth = stepGrowth(steps, input.parameter("memory_leak.evenness"));
        if (!isKnown && growth && growth->bytesPerStep >= input.parameter("memory_leak.mib_per_step") * (1 << 20)) {
            ranks.push_back({rank, *growth});
        }
    }
    std::stable_sort(ranks.begin(), ranks.end(), [](const GrowingRank &a, const GrowingRank &b) {
        return a.growth.bytesPerStep > b.growth.bytesPerStep;
    });
    return ranks;
}

/// When the last step that counts begins: the curve shows all others to the left of it.
ItemRef lastStepOf(const Run &run, int rank, std::int64_t step) {
    const auto steps = rankSteps(*run.capture(rank));
    const auto at = findStep(steps, step);
    return at < steps.size() ? ItemRef(MomentRef{run.id, rank, ns(steps[at].range.begin)})
                             : ItemRef(RankRef{run.id, rank});
}

Finding recordFinding(const RuleInput &input, const std::vector<GrowingRank> &ranks) {
    const auto &[worst, growth] = ranks.front();
    Finding finding;
    finding.rule = "memory_leak";
    finding.severity = FindingSeverity::Medium;
    finding.certainty = Certainty::Measured;
    finding.bytes = std::llround(growth.bytesPerStep);
    finding.evidence.items = {lastStepOf(input.run, worst, growth.last.step)};
    for (const auto &[rank, of] : ranks) {
        finding.evidence.ranks.push_back({input.run.id, rank});
    }
    finding.title = ranks.size() == 1
                        ? Message("finding.memory_leak.rank", {memoryText(growth.bytesPerStep), std::to_string(worst)})
                        : Message("finding.memory_leak.ranks", {memoryText(growth.bytesPerStep), std::to_string(worst),
                                                                std::to_string(ranks.size())});
    for (std::size_t i = 0; i < std::min(ranks.size(), kFacts); ++i) {
        const auto &of = ranks[i].growth;
        finding.facts.push_back(Message(
            "finding.memory_leak.fact.record",
            {std::to_string(ranks[i].rank), memoryText(static_cast<double>(of.first.least)), stepText(of.first.step),
             memoryText(static_cast<double>(of.last.least)), stepText(of.last.step), memoryText(of.bytesPerStep)}));
    }
    const auto peak = input.memory.peaks.find(worst);
    if (peak != input.memory.peaks.end() && peak->second.capacity && *peak->second.capacity > growth.last.most) {
        const auto left = static_cast<double>(*peak->second.capacity - growth.last.most) / growth.bytesPerStep;
        finding.facts.push_back(
            Message("finding.memory_leak.fact.left", {std::to_string(std::llround(std::floor(left)))}));
    }
    finding.facts.push_back(
        Message("finding.memory_leak.fact.even", {oneDecimal(input.parameter("memory_leak.mib_per_step")),
                                                  percentText(input.parameter("memory_leak.evenness"))}));
    finding.remedy = Message("finding.memory_leak.remedy");
    finding.assumptions = {Message("finding.memory_leak.assumes")};
    return finding;
}

std::vector<Finding> runMemoryLeak(const RuleInput &input) {
    std::vector<Finding> findings;
    for (const auto &study : input.memory.snapshots) {
        const auto leaks = leaksOf(input, study);
        if (!leaks.empty()) {
            findings.push_back(findingOf(input, study, leaks));
        }
    }
    if (const auto ranks = growingRanks(input, findings); !ranks.empty()) {
        findings.push_back(recordFinding(input, ranks));
    }
    return findings;
}

std::optional<Message> lacksSteps(const RuleInput &input) {
    const bool hasSteps = std::any_of(input.memory.snapshots.begin(), input.memory.snapshots.end(),
                                      [](const SnapshotStudy &study) { return study.leaks.isBySteps(); });
    const bool hasRecord = std::any_of(input.memory.steps.begin(), input.memory.steps.end(),
                                       [](const auto &rank) { return rank.second.size() >= kLeastGrowthSteps; });
    if (hasSteps || hasRecord) {
        return std::nullopt;
    }
    const auto ranks = input.run.ranks();
    const bool isUnread = std::any_of(ranks.begin(), ranks.end(), [&](int rank) {
        return memoryRecord(*input.run.capture(rank)) == MemoryRecord::Unread;
    });
    return Message(isUnread && input.memory.steps.empty() ? "finding.memory_leak.unread"
                                                          : "finding.memory_leak.unanswered");
}

}  // namespace

Rule makeMemoryLeakRule() {
    return {.id = "memory_leak",
            .parameters =
                {
                    {"memory_leak.mib_per_step", 1, "MiB",
                     QT_TRANSLATE_NOOP("Message",
                                       "Minimum growth per step; smaller growth needs 10 000 steps to fill a device.")},
                    {"memory_leak.freed_share", 0.5, "",
                     QT_TRANSLATE_NOOP(
                         "Message",
                         "Freed share of blocks of the same owner: above it, growth is required in every counted step, "
                         "below it in two. Blocks that are never freed are the strongest evidence.")},
                    {"memory_leak.evenness", 0.5, "",
                     QT_TRANSLATE_NOOP(
                         "Message",
                         "Minimum growth of a single step relative to the mean growth (profiler's memory record): a "
                         "leak keeps the same tensors in every step; random variation does not grow evenly.")},
                },
            .run = &runMemoryLeak,
            .unanswered = &lacksSteps,
            .standing = {Subject::Memory, Nearness::Cause}};
}

}  // namespace stagescope
