#include "core/advice/memory_study.h"

#include "core/analysis/snapshot/stack_groups.h"
#include "core/base/byte_text.h"

#include <algorithm>
#include <cmath>

namespace stagescope {

namespace {

constexpr std::uint32_t kParts = 8;
constexpr std::size_t kFailures = 8;  // a program that tries again fails for the same reason
/// Places with less from the driver never matter: a device has some thousand times as much.
constexpr std::uint64_t kLeastPlace = std::uint64_t{64} << 20;

std::int64_t capacitySet(const std::map<std::string, double> &parameters) {
    const auto it = parameters.find(kCapacityParameter);
    constexpr double kMost = 1e6;
    return it == parameters.end() || !(it->second > 0) ? 0 : std::llround(std::min(it->second, kMost) * kGiB);
}

/// Of the snapshot's own rank; else of any, since the devices of a job are alike.
std::int64_t capacityOf(const std::map<int, MemoryPeak> &peaks, const std::optional<int> &rank) {
    const auto own = rank ? peaks.find(*rank) : peaks.end();
    if (own != peaks.end() && own->second.capacity) {
        return *own->second.capacity;
    }
    for (const auto &[other, peak] : peaks) {
        if (peak.capacity) {
            return *peak.capacity;
        }
    }
    return 0;
}

void studyDevice(SnapshotStudy &study, const std::stop_token &stop) {
    study.failures = oomExplanations(study.source, static_cast<std::uint64_t>(study.capacity), kFailures, stop);
    study.leaks = leakCandidates(study.source, StackGrouping::Frame, kParts);
    study.growths = driverGrowths(study.source, kLeastPlace, stop);
}

}  // namespace

MemoryStudy studyMemory(const Run &run, const std::map<std::string, double> &parameters, const std::stop_token &stop) {
    MemoryStudy study;
    const auto capacity = capacitySet(parameters);
    for (const int rank : run.ranks()) {
        if (stop.stop_requested()) {
            return study;
        }
        auto peak = memoryPeak(*run.capture(rank), stop);
        if (capacity > 0) {
            peak.capacity = capacity;
        }
        if (peak.allocated || peak.reserved || peak.process || peak.capacity) {
            study.peaks[rank] = std::move(peak);
        }
        if (auto steps = stepMemory(*run.capture(rank), stop); !steps.empty()) {
            study.steps[rank] = std::move(steps);
        }
    }
    for (std::uint32_t i = 0; i < run.snapshots.size(); ++i) {
        const auto &file = run.snapshots[i];
        const auto devices = file.store == nullptr ? std::span<const SnapshotDevice>{} : file.store->devices();
        for (std::uint32_t k = 0; k < devices.size() && !stop.stop_requested(); ++k) {
            SnapshotStudy one{.source = {file.store.get(), &devices[k], {}, file.rank}, .snapshot = i, .device = k};
            if (!devices[k].isHost) {
                one.capacity = capacity > 0 ? capacity : capacityOf(study.peaks, file.rank);
            }
            studyDevice(one, stop);
            study.snapshots.push_back(std::move(one));
        }
    }
    return study;
}

SnapshotPeak snapshotPeak(const SnapshotSource &source) {
    SnapshotPeak peak;
    const auto moment = snapshotMoment(source, "peak").value_or(0);
    const auto groups = stackGroups(source, moment, StackGrouping::Frame);
    peak.bytes = bytesOf(groups);
    if (!groups.empty()) {
        peak.owner = groups.front().name;
        peak.owned = groups.front().bytes;
    }
    peak.reserved = source.device->allocations.reservedBaseline;
    for (const auto &step : source.device->allocations.reserved) {
        peak.reserved = std::max(peak.reserved, step.bytes);
    }
    return peak;
}

}  // namespace stagescope
