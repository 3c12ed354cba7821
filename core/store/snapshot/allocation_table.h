#pragma once

#include "core/store/snapshot/snapshot_events.h"

#include <cstdint>
#include <vector>

namespace stagescope {

/// An event of one device by its position in that device's history, or one of two words.
namespace event_index {
inline constexpr std::uint32_t kNever = ~std::uint32_t{0};       ///< not until the snapshot was taken
inline constexpr std::uint32_t kBefore = ~std::uint32_t{0} - 1;  ///< before the first event
[[nodiscard]] inline constexpr bool isEvent(std::uint32_t event) { return event < kBefore; }
}  // namespace event_index

/// The life of a block: from being handed out until it is free again. An address that is handed out again is another
/// allocation. Bytes are as requested, before the allocator rounds them up.
struct Allocation {
    static constexpr std::uint32_t kNoBlock = ~std::uint32_t{0};

    std::uint64_t address = 0;
    std::uint64_t size = 0;
    std::uint32_t begin = event_index::kBefore;         ///< alloc
    std::uint32_t freeRequested = event_index::kNever;  ///< kBefore: it waited for other streams from the start
    std::uint32_t end = event_index::kNever;            ///< free_completed
    StackId stack{0};                ///< of alloc; of the block, or of its free, where alloc is older than the history
    std::uint32_t block = kNoBlock;  ///< the block that is there at the end, index into SnapshotStore::blocks
    std::uint16_t stream = 0;
    std::uint16_t pool = 0;

    [[nodiscard]] bool isOlder() const { return begin == event_index::kBefore; }
    /// After this event (kBefore: before the first one).
    [[nodiscard]] bool isLiveAfter(std::uint32_t event) const {
        return event == event_index::kBefore
                   ? isOlder()
                   : (isOlder() || begin <= event) && (end == event_index::kNever || end > event);
    }
};

/// Memory from the driver, as long as it stayed: a segment, or pages mapped into an expandable one.
struct SegmentSpan {
    std::uint64_t address = 0;
    std::uint64_t size = 0;
    std::uint32_t begin = event_index::kBefore;
    std::uint32_t end = event_index::kNever;
    StackId stack{0};
    std::uint16_t stream = 0;
};

/// What replaying the history against the segments at its end shows. All zero in a sound file.
struct ReplayTrouble {
    std::uint64_t doubleAllocs = 0;    ///< handed out while still in use: frees are missing
    std::uint64_t lostBlocks = 0;      ///< in use by the history alone, or without its alloc
    std::uint64_t sizeMismatches = 0;  ///< a free or a final block of another size than its alloc
    std::uint64_t lostSegments = 0;  ///< bytes freed or unmapped that were not there, or not in the segments at the end

    [[nodiscard]] bool isSound() const { return doubleAllocs + lostBlocks + sizeMismatches + lostSegments == 0; }
};

/// All that was ever in use on one device, derived from its history and its segments at the end. Allocations older than
/// the history are those that the history frees without an alloc, and blocks at the end that it never mentions.
struct AllocationTable {
    struct ReservedStep {
        std::uint32_t event = 0;  ///< from this event on
        std::uint64_t bytes = 0;
    };

    std::vector<Allocation> allocations;     ///< by begin where it is in the history, older ones in between and last
    std::vector<std::uint32_t> ofEvent;      ///< by event: index into allocations, kNoBlock where it concerns none
    std::vector<std::uint64_t> activeBytes;  ///< by event: requested bytes in use after it, pending ones included
    std::uint64_t baselineBytes = 0;         ///< in use before the first event
    std::vector<SegmentSpan> spans;
    std::vector<ReservedStep> reserved;  ///< ascending; before the first step reservedBaseline
    std::uint64_t reservedBaseline = 0;
    bool hasFreeRequests = false;  ///< false: frees come at once, or their requests were not recorded
    ReplayTrouble trouble;

    /// After an event. O(log steps).
    [[nodiscard]] std::uint64_t reservedAfter(std::uint32_t event) const;
    [[nodiscard]] std::size_t byteSize() const;
};

}  // namespace stagescope
