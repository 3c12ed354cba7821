#include "core/advice/number_texts.h"
#include "core/advice/rule_list.h"
#include "core/analysis/ranks.h"

#include <QtCore/QtGlobal>

#include <algorithm>
#include <map>
#include <set>

namespace stagescope {

namespace {

constexpr double kGiB = 1 << 30;

struct RankPeak {
    int rank = -1;
    std::int64_t bytes = 0;
};

/// The most that each rank had in use: as its profile tells, else as its snapshots do.
std::map<int, std::int64_t> peaksOf(const RuleInput &input) {
    std::map<int, std::int64_t> snapshots;
    for (const auto &study : input.memory.snapshots) {
        if (study.source.rank && !study.source.device->isHost) {
            const auto &table = study.source.device->allocations;
            auto most = table.baselineBytes;
            for (const auto bytes : table.activeBytes) {
                most = std::max(most, bytes);
            }
            auto &peak = snapshots[*study.source.rank];
            peak = std::max(peak, static_cast<std::int64_t>(std::min<std::uint64_t>(most, INT64_MAX)));
        }
    }
    for (const auto &[rank, peak] : input.memory.peaks) {
        if (peak.allocated) {
            snapshots[rank] = *peak.allocated;
        }
    }
    return snapshots;
}

/// By stage, each ascending by bytes. Without stages all ranks are one; ranks whose stage is not known are left out.
std::map<int, std::vector<RankPeak>> stagesOf(const RuleInput &input) {
    std::map<int, std::vector<RankPeak>> stages;
    for (const auto &[rank, bytes] : peaksOf(input)) {
        const auto place = rankIndices(input.run.parallel, rank);
        if (place || input.run.parallel.pp == 1) {
            stages[place ? place->pp : 0].push_back({rank, bytes});
        }
    }
    for (auto &[stage, ranks] : stages) {
        std::stable_sort(ranks.begin(), ranks.end(),
                         [](const RankPeak &a, const RankPeak &b) { return a.bytes < b.bytes; });
    }
    return stages;
}

std::vector<Finding> runMemoryImbalance(const RuleInput &input) {
    std::vector<Finding> findings;
    for (const auto &[stage, ranks] : stagesOf(input)) {
        const auto &most = ranks.back();
        const auto usual = ranks[(ranks.size() - 1) / 2].bytes;
        const auto more = static_cast<double>(most.bytes - usual);
        if (ranks.size() < 2 || more < input.parameter("memory_imbalance.share") * static_cast<double>(usual) ||
            more < input.parameter("memory_imbalance.least_gib") * kGiB) {
            continue;
        }
        Finding finding;
        finding.rule = "memory_imbalance";
        finding.severity = FindingSeverity::Medium;
        finding.bytes = most.bytes - usual;
        finding.evidence.ranks = {{input.run.id, most.rank}};
        finding.evidence.items = {RankRef{input.run.id, most.rank}};
        finding.place = "memory/memory-peaks";
        finding.title = Message("finding.memory_imbalance", {std::to_string(most.rank), memoryText(more)});
        finding.facts = {Message("finding.memory_imbalance.fact", {std::to_string(stage), memoryText(most.bytes),
                                                                   memoryText(usual), std::to_string(ranks.size())}),
                         Message("finding.memory_imbalance.fact.threshold",
                                 {percentText(input.parameter("memory_imbalance.share")),
                                  memoryText(input.parameter("memory_imbalance.least_gib") * kGiB)})};
        finding.remedy = Message("finding.memory_imbalance.remedy");
        finding.assumptions = {Message("finding.memory_imbalance.assumes")};
        findings.push_back(std::move(finding));
    }
    return findings;
}

std::optional<Message> lacksRanksOfAStage(const RuleInput &input) {
    const auto stages = stagesOf(input);
    const bool hasPair =
        std::any_of(stages.begin(), stages.end(), [](const auto &entry) { return entry.second.size() > 1; });
    return hasPair ? std::nullopt : std::optional(Message("finding.memory_imbalance.unanswered"));
}

}  // namespace

Rule makeMemoryImbalanceRule() {
    return {
        .id = "memory_imbalance",
        .parameters =
            {
                {"memory_imbalance.share", 0.1, "",
                 QT_TRANSLATE_NOOP(
                     "Message",
                     "How much more than the median of its stage a rank needs at its peak; ranks of one stage do the "
                     "same work.")},
                {"memory_imbalance.least_gib", 1, "GiB", QT_TRANSLATE_NOOP("Message", "And how much at least.")},
            },
        .run = &runMemoryImbalance,
        .unanswered = &lacksRanksOfAStage};
}

}  // namespace stagescope
