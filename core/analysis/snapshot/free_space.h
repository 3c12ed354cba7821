#pragma once

#include "core/analysis/snapshot/memory_places.h"
#include "core/analysis/snapshot/snapshot_source.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string_view>
#include <vector>

namespace stagescope {

/// What is reserved and not in use, in one place where it can be used again: blocks are reused only within their
/// stream, pool and size class. Free bytes = releasable + stranded.
struct FreeSpace {
    std::uint16_t stream = 0;
    std::uint16_t pool = 0;
    bool isSmall = false;
    std::uint64_t reserved = 0;
    std::uint64_t used = 0;        ///< rounded bytes of blocks, pending ones included
    std::uint64_t requested = 0;   ///< of these blocks; used - requested is lost to rounding
    std::uint64_t releasable = 0;  ///< in segments without a block: empty_cache gives them back
    std::uint64_t stranded = 0;    ///< free within segments that are partly in use
    std::uint64_t largest = 0;     ///< longest free run
    std::uint64_t runs = 0;

    [[nodiscard]] MemoryPlace place() const { return {stream, pool, isSmall}; }
    [[nodiscard]] std::uint64_t free() const { return releasable + stranded; }
    /// External fragmentation: 1 - largest / free; 0 when nothing is free.
    [[nodiscard]] double fragmentation() const {
        return free() == 0 ? 0.0 : 1.0 - static_cast<double>(largest) / static_cast<double>(free());
    }
};

/// At the end of the history, exact, by (stream, pool, size class). O(blocks).
[[nodiscard]] std::vector<FreeSpace> freeSpaceAtEnd(const SnapshotSource &source);
/// After some events, likewise, as far as the past is known (memory_places.h); blocks count with their requested bytes
/// rounded up to 512, as the allocator does at least. O(n log n).
[[nodiscard]] std::vector<FreeSpace> freeSpaceAfter(const SnapshotSource &source, std::uint32_t events);

enum class OomCause : std::uint8_t {
    Fragmentation,  ///< enough is free for the stream, but no run is long enough
    Isolation,      ///< other streams or pools hold releasable memory that would do
    PendingFrees,   ///< freed blocks wait for other streams
    Outside,        ///< the device's memory is taken by something else than this allocator
    Limit,          ///< the device has enough left: a limit of the process, of a slice of the device or of a pool
    LargeRequest,   ///< one request of more than half of all there is
    Exhaustion,     ///< simply all in use
};
/// "fragmentation", "stream or pool isolation" ...
[[nodiscard]] std::string_view oomCauseText(OomCause cause);

/// A failed allocation, with the state rebuilt at that moment rather than when the snapshot was taken.
struct OomExplanation {
    std::uint32_t event = 0;
    std::uint64_t requested = 0;
    std::uint64_t deviceFree = 0;
    std::uint64_t active = 0;
    std::uint64_t pending = 0;
    std::uint64_t reserved = 0;
    std::uint64_t freeOfStream = 0;  ///< reserved, not in use, of the stream, pool and size class that was asked for
    std::uint64_t largestOfStream = 0;
    std::uint64_t releasableElsewhere = 0;  ///< of other streams and pools
    std::uint64_t freeRuns = 0;
    std::uint64_t outside = 0;  ///< capacity - reserved - deviceFree; 0 when the capacity is not known
    OomCause cause = OomCause::Exhaustion;
};

/// The failed allocations of a device, the first `most` of them. `capacity`: bytes of the device, 0 = not known.
/// O(n log n) for each.
[[nodiscard]] std::vector<OomExplanation> oomExplanations(const SnapshotSource &source, std::uint64_t capacity,
                                                          std::size_t most = SIZE_MAX,
                                                          const std::stop_token &stop = {});

}  // namespace stagescope
