#include "core/advice/memory/snapshot_verdict.h"

#include "core/advice/memory_study.h"
#include "core/advice/number_texts.h"
#include "core/analysis/snapshot/snapshot_source.h"

#include <algorithm>
#include <variant>

namespace stagescope {

namespace {

/// The first event is of what is blamed, another one of what that is measured by.
bool isAbout(const Finding &finding, std::uint32_t snapshot, std::uint32_t device) {
    const auto &items = finding.evidence.items;
    const auto it = std::find_if(items.begin(), items.end(),
                                 [](const ItemRef &item) { return std::holds_alternative<SnapshotEventRef>(item); });
    const auto *event = it == items.end() ? nullptr : std::get_if<SnapshotEventRef>(&*it);
    return event != nullptr && event->snapshot == snapshot && event->device == device;
}

/// Findings on memory only: a slow rank says nothing about its snapshot.
bool isAboutRank(const Finding &finding, const std::optional<int> &rank) {
    return rank && finding.bytes > 0 &&
           std::any_of(finding.evidence.items.begin(), finding.evidence.items.end(), [&](const ItemRef &item) {
               const auto *ref = std::get_if<RankRef>(&item);
               return ref != nullptr && ref->rank == *rank;
           });
}

/// "1, 3": the other devices of a file on which an allocation failed.
std::optional<std::string> failedBeside(const SnapshotStore &store, std::uint32_t device) {
    std::string names;
    for (std::uint32_t i = 0; i < store.devices().size(); ++i) {
        const auto &other = store.devices()[i];
        if (i != device && hasFailure(store, other)) {
            names += (names.empty() ? "" : ", ") + (other.isHost ? "host" : std::to_string(other.device));
        }
    }
    return names.empty() ? std::nullopt : std::optional(names);
}

}  // namespace

SnapshotVerdict snapshotVerdict(const Run &run, std::span<const Finding> findings, std::uint32_t snapshot,
                                std::uint32_t device) {
    const auto &file = run.snapshots[snapshot];
    auto it = std::find_if(findings.begin(), findings.end(),
                           [&](const Finding &finding) { return isAbout(finding, snapshot, device); });
    const auto &of = file.store->devices()[device];
    if (it == findings.end() && !of.isHost) {
        it = std::find_if(findings.begin(), findings.end(),
                          [&](const Finding &finding) { return isAboutRank(finding, file.rank); });
    }
    if (it != findings.end()) {
        return {it->title, it->severity};
    }
    const auto peak = snapshotPeak({file.store.get(), &of, {}, file.rank});
    if (const auto failed = failedBeside(*file.store, device)) {
        return {Message("finding.snapshot.elsewhere", {*failed, memoryText(peak.bytes), memoryText(peak.reserved)})};
    }
    return {peak.bytes == 0
                ? Message("finding.snapshot.empty")
                : Message("finding.snapshot.sound", {memoryText(peak.bytes), memoryText(peak.reserved), peak.owner})};
}

}  // namespace stagescope
