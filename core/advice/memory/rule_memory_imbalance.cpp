#include "core/advice/number_texts.h"
#include "core/advice/rule_list.h"
#include "core/analysis/run/ranks.h"
#include "core/base/byte_text.h"

#include <QtCore/QtGlobal>

#include <algorithm>
#include <map>

namespace stagescope {

namespace {

struct RankPeak {
    int rank = -1;
    std::int64_t bytes = 0;
    std::optional<SnapshotEventRef> event{};  ///< after which a snapshot has it; nothing where the profile tells it
};

/// The most that was in use on the device, where its history has it.
RankPeak peakOf(RunId run, const SnapshotStudy &study) {
    const auto &table = study.source.device->allocations;
    const auto most = std::max_element(table.activeBytes.begin(), table.activeBytes.end());
    const bool isEarlier = most == table.activeBytes.end() || *most < table.baselineBytes;
    const auto bytes = isEarlier ? table.baselineBytes : *most;
    const auto event = isEarlier ? 0 : static_cast<std::uint32_t>(most - table.activeBytes.begin());
    return {*study.source.rank, static_cast<std::int64_t>(std::min<std::uint64_t>(bytes, INT64_MAX)),
            study.eventRef(run, event)};
}

/// The most that each rank had in use: as its profile tells, else as its snapshots do.
std::map<int, RankPeak> peaksOf(const RuleInput &input) {
    std::map<int, RankPeak> peaks;
    for (const auto &study : input.memory.snapshots) {
        if (study.source.rank && !study.source.device->isHost) {
            const auto peak = peakOf(input.run.id, study);
            const auto [it, isFirst] = peaks.try_emplace(peak.rank, peak);
            it->second = peak.bytes > it->second.bytes ? peak : it->second;
        }
    }
    for (const auto &[rank, peak] : input.memory.peaks) {
        if (peak.allocated) {
            peaks[rank] = {rank, *peak.allocated};
        }
    }
    return peaks;
}

/// By stage, each ascending by bytes. Without stages all ranks are one; ranks whose stage is not known are left out.
std::map<int, std::vector<RankPeak>> stagesOf(const RuleInput &input) {
    std::map<int, std::vector<RankPeak>> stages;
    for (const auto &[rank, peak] : peaksOf(input)) {
        const auto place = rankIndices(input.run.parallel, rank);
        if (place || input.run.parallel.pp == 1) {
            stages[place ? place->pp : 0].push_back(peak);
        }
    }
    for (auto &[stage, ranks] : stages) {
        std::stable_sort(ranks.begin(), ranks.end(),
                         [](const RankPeak &a, const RankPeak &b) { return a.bytes < b.bytes; });
    }
    return stages;
}

/// Peaks out of snapshots stand in no page of all ranks: there the two snapshots are compared.
void addEvidence(Finding &finding, RunId run, const RankPeak &most, const RankPeak &usual) {
    finding.evidence.ranks = {{run, most.rank}};
    if (!most.event) {
        finding.evidence.items = {RankRef{run, most.rank}};
        finding.place = "memory/memory-peaks/allocated";
        return;
    }
    finding.evidence.items = {*most.event};
    if (usual.event) {
        finding.evidence.items.emplace_back(*usual.event);
        finding.place = "memory/memory-compare";
    }
}

std::vector<Finding> runMemoryImbalance(const RuleInput &input) {
    std::vector<Finding> findings;
    for (const auto &[stage, ranks] : stagesOf(input)) {
        const auto &most = ranks.back();
        const auto &median = ranks[(ranks.size() - 1) / 2];
        const auto usual = median.bytes;
        const auto more = static_cast<double>(most.bytes - usual);
        if (ranks.size() < 2 || more < input.parameter("memory_imbalance.share") * static_cast<double>(usual) ||
            more < input.parameter("memory_imbalance.least_gib") * kGiB) {
            continue;
        }
        Finding finding;
        finding.rule = "memory_imbalance";
        finding.severity = FindingSeverity::Medium;
        finding.bytes = most.bytes - usual;
        addEvidence(finding, input.run.id, most, median);
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
                 QT_TRANSLATE_NOOP("Message",
                                   "Peak above the median of its stage (share); ranks of one stage do the same work.")},
                {"memory_imbalance.least_gib", 1, "GiB", QT_TRANSLATE_NOOP("Message", "Minimum amount.")},
            },
        .run = &runMemoryImbalance,
        .unanswered = &lacksRanksOfAStage};
}

}  // namespace stagescope
