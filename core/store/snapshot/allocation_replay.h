#pragma once

#include "core/store/snapshot/allocation_table.h"
#include "core/store/snapshot/snapshot_events.h"
#include "core/store/snapshot/snapshot_store.h"

#include <span>
#include <stop_token>

namespace stagescope {

/// What a replay reads: one device of a snapshot under construction.
struct ReplayInput {
    const SnapshotEvents *events = nullptr;
    std::uint32_t firstEvent = 0;
    std::uint32_t eventCount = 0;
    std::span<const SnapshotSegment> segments{};
    std::span<const SnapshotBlock> blocks{};  ///< of the whole snapshot
    bool segmentsAreFinal = true;             ///< false: the history breaks off before the segments were taken
};

/// Plays the history of one device forwards and pairs every alloc with its frees, by (address, stream). O(events)
/// expected for blocks, O(n log n) for segments. Looks at `stop` every 4096 events; what it returns then is incomplete.
[[nodiscard]] AllocationTable replayed(const ReplayInput &input, const std::stop_token &stop);

}  // namespace stagescope
