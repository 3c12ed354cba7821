#include "core/advice/memory/snapshot_verdict.h"

#include "core/advice/memory_study.h"
#include "core/advice/number_texts.h"
#include "core/analysis/snapshot/snapshot_source.h"

#include <algorithm>
#include <span>
#include <string>
#include <variant>
#include <vector>

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
            names += (names.empty() ? "" : ", ") + deviceName(store, other);
        }
    }
    return names.empty() ? std::nullopt : std::optional(names);
}

/// What stands where no finding is about it: how much was in use, and what was not checked.
Message unharmedText(const SnapshotFile &file, const SnapshotPeak &peak, const Advice *advice, std::uint32_t snapshot,
                     std::uint32_t device) {
    const std::vector<std::string> figures{memoryText(peak.bytes), memoryText(peak.reserved), peak.owner};
    if (file.log != nullptr && file.log->hasDataLoss()) {
        return peak.bytes == 0 ? Message("finding.snapshot.cut.empty") : Message("finding.snapshot.cut", figures);
    }
    if (peak.bytes == 0) {
        return Message("finding.snapshot.empty");
    }
    if (advice == nullptr) {
        return Message("finding.snapshot.peak", figures);
    }
    const auto it = std::find_if(advice->leaks.begin(), advice->leaks.end(), [&](const UncheckedLeaks &unchecked) {
        return unchecked.snapshot == snapshot && unchecked.device == device;
    });
    if (it == advice->leaks.end()) {
        return Message("finding.snapshot.sound", figures);
    }
    if (it->suspect.empty()) {
        return Message("finding.snapshot.unchecked", figures);
    }
    auto suspected = figures;
    suspected.insert(suspected.end(), {it->suspect, memoryText(it->bytesPerPart)});
    return Message("finding.snapshot.suspected", std::move(suspected));
}

}  // namespace

SnapshotVerdict snapshotVerdict(const Run &run, const Advice *advice, std::uint32_t snapshot, std::uint32_t device) {
    const auto &file = run.snapshots[snapshot];
    const auto findings = advice == nullptr ? std::span<const Finding>() : std::span<const Finding>(advice->findings);
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
    return {unharmedText(file, peak, advice, snapshot, device)};
}

}  // namespace stagescope
