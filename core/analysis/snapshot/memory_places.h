#pragma once

#include "core/analysis/snapshot/snapshot_source.h"

#include <compare>
#include <cstdint>
#include <map>
#include <utility>

namespace stagescope {

/// Where free memory is used again: PyTorch's allocator looks for a free block in its stream, pool and size class only.
struct MemoryPlace {
    std::uint16_t stream = 0;
    std::uint16_t pool = 0;
    bool isSmall = false;
    auto operator<=>(const MemoryPlace &) const = default;
};

/// Blocks up to 1 MiB come from small segments of 2 MiB (c10/core/CachingDeviceAllocator.h).
[[nodiscard]] bool isSmallBlock(std::uint64_t bytes);
/// Up to the next multiple of 512 bytes, the least step of the allocator.
[[nodiscard]] std::uint64_t roundedBlock(std::uint64_t bytes);

/// What memory from the driver belongs to. Told by the segment where it is still there at the end; else by the event
/// that brought it, whose pool only new files write, and by its size. Points into the source. O(log segments).
class MemoryPlaces {
public:
    explicit MemoryPlaces(const SnapshotSource &source);
    /// For placeAt: of what is there after some events.
    MemoryPlaces(const SnapshotSource &source, std::uint32_t events);

    [[nodiscard]] MemoryPlace placeOf(const SegmentSpan &span) const;
    /// The default pool of the stream for memory that is not there.
    [[nodiscard]] MemoryPlace placeAt(std::uint16_t stream, std::uint64_t address) const;

private:
    using Key = std::pair<std::uint16_t, std::uint64_t>;  ///< stream, address

    SnapshotSource m_source;
    std::map<Key, const SnapshotSegment *> m_segments;
    std::map<Key, const SegmentSpan *> m_spans;
};

}  // namespace stagescope
