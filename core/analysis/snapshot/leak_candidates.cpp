#include "core/analysis/snapshot/leak_candidates.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace stagescope {

namespace {

constexpr std::size_t kWarmUpSteps = 2;
constexpr std::size_t kLeastSteps = 2;  ///< that must be left to see growth

/// The last event before each start of a step but the first, and the last of all: initialisation is no step.
std::vector<std::uint32_t> stepEnds(const SnapshotSource &source) {
    const auto &store = *source.store;
    const auto &device = *source.device;
    std::vector<std::int64_t> starts;
    for (const auto &mark : store.annotations()) {
        if (store.text(mark.name).starts_with("ProfilerStep#") && mark.stage != SnapshotAnnotation::Stage::End &&
            mark.timeNs != SnapshotEvent::kNoTime && (mark.device < 0 || mark.device == device.device)) {
            starts.push_back(mark.timeNs);
        }
    }
    std::sort(starts.begin(), starts.end());
    starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
    std::vector<std::uint32_t> ends;
    std::size_t next = 0;
    for (std::uint32_t i = 0; i < device.eventCount && next < starts.size(); ++i) {
        const auto time = store.events().timeNs(device.firstEvent + i);
        while (next < starts.size() && time != SnapshotEvent::kNoTime && time >= starts[next]) {
            if (next > 0 && i > 0 && (ends.empty() || ends.back() < i - 1)) {
                ends.push_back(i - 1);
            }
            ++next;
        }
    }
    if (!ends.empty() && ends.back() + 1 < device.eventCount) {
        ends.push_back(device.eventCount - 1);
    }
    return ends;
}

std::vector<std::uint32_t> equalParts(std::uint32_t events, std::uint32_t parts) {
    std::vector<std::uint32_t> ends;
    for (std::uint32_t i = 1; i <= parts && events >= parts; ++i) {
        ends.push_back(static_cast<std::uint32_t>(std::uint64_t{events} * i / parts) - 1);
    }
    return ends;
}

struct Growth {
    LeakCandidate candidate;
    std::vector<std::uint64_t> bytes;  ///< by boundary
    std::uint64_t freed = 0;
};

void addLife(Growth &growth, const Allocation &allocation, const std::vector<std::uint32_t> &boundaries) {
    const auto first = std::lower_bound(boundaries.begin(), boundaries.end(), allocation.begin);
    const auto last = std::lower_bound(first, boundaries.end(), allocation.end);
    for (auto it = first; it != last; ++it) {
        growth.bytes[static_cast<std::size_t>(it - boundaries.begin())] += allocation.size;
    }
    const bool isFreed = event_index::isEvent(allocation.end);
    growth.freed += isFreed ? 1 : 0;
    ++growth.candidate.allocated;
    growth.candidate.blocks += isFreed ? 0 : 1;
}

bool grows(const std::vector<std::uint64_t> &bytes) {
    const auto first = bytes.begin() + kWarmUpSteps;
    return std::is_sorted(first, bytes.end()) && bytes.back() > *first;
}

}  // namespace

LeakReport leakCandidates(const SnapshotSource &source, StackGrouping grouping, std::uint32_t parts) {
    LeakReport report;
    report.boundaries = stepEnds(source);
    report.isBySteps = report.boundaries.size() >= kWarmUpSteps + kLeastSteps;
    if (!report.isBySteps) {
        report.boundaries = equalParts(source.device->eventCount, parts);
    }
    if (report.boundaries.size() < kWarmUpSteps + kLeastSteps) {
        return report;
    }
    std::unordered_map<std::uint32_t, std::string> names;
    std::map<std::string, Growth> groups;
    for (const auto &allocation : source.device->allocations.allocations) {
        if (allocation.isOlder()) {
            continue;
        }
        auto &name = names[allocation.stack.value];
        name = name.empty() ? groupName(source, allocation, grouping) : name;
        auto &growth = groups[name];
        growth.bytes.resize(report.boundaries.size());
        growth.candidate.stack = allocation.stack;
        addLife(growth, allocation, report.boundaries);
    }
    for (auto &[name, growth] : groups) {
        if (!grows(growth.bytes)) {
            continue;
        }
        auto candidate = std::move(growth.candidate);
        candidate.name = name;
        candidate.firstBytes = growth.bytes[kWarmUpSteps];
        candidate.lastBytes = growth.bytes.back();
        candidate.bytesPerStep = static_cast<double>(candidate.lastBytes - candidate.firstBytes) /
                                 static_cast<double>(growth.bytes.size() - kWarmUpSteps - 1);
        candidate.freedShare = static_cast<double>(growth.freed) / static_cast<double>(candidate.allocated);
        report.candidates.push_back(std::move(candidate));
    }
    std::stable_sort(report.candidates.begin(), report.candidates.end(),
                     [](const auto &a, const auto &b) { return a.bytesPerStep > b.bytesPerStep; });
    return report;
}

}  // namespace stagescope
