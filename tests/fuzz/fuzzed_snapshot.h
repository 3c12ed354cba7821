#pragma once

#include "core/analysis/snapshot/allocator_state.h"
#include "core/analysis/snapshot/driver_growth.h"
#include "core/analysis/snapshot/free_space.h"
#include "core/analysis/snapshot/leak_candidates.h"
#include "core/formats/snapshot/snapshot_reader.h"
#include "tests/fuzz/fuzzed_file.h"

#include <cstdlib>
#include <tuple>

namespace stagescope {

/// Whatever a file says, its tables fit each other; and where history and segments agree, going forwards from the
/// derived beginning and backwards from the segments is the same.
inline void checkDevice(const SnapshotStore &store, const SnapshotDevice &device) {
    const auto &table = device.allocations;
    if (table.ofEvent.size() != device.eventCount || table.activeBytes.size() != device.eventCount) {
        std::abort();
    }
    auto back = AllocatorState::atEnd(store, device);
    back.seek(0);
    if (table.trouble.isSound() && store.quality().isComplete && back.activeBytes() != table.baselineBytes) {
        std::abort();
    }
    const SnapshotSource source{&store, &device, "fuzzed", {}};
    std::ignore = freeSpaceAtEnd(source);
    std::ignore = oomExplanations(source, 1 << 20, 4);
    std::ignore = leakCandidates(source, StackGrouping::Frame, 8);
    std::ignore = driverGrowths(source, 0);
}

inline void checkSnapshot(const char *name, const std::uint8_t *data, std::size_t size) {
    const auto file = FuzzedFile::write(name, data, size);
    ImportLog log;
    const auto reading = readSnapshot(file.path, log, {});
    if (!reading.store && reading.status) {
        std::abort();  // neither a snapshot nor an error
    }
    for (const auto &device : reading.store ? reading.store->devices() : std::span<const SnapshotDevice>{}) {
        checkDevice(*reading.store, device);
    }
}

}  // namespace stagescope
