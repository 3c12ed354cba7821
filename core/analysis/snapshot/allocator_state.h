#pragma once

#include "core/store/snapshot/mapped_ranges.h"
#include "core/store/snapshot/snapshot_store.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace stagescope {

/// The allocator of one device between two events: blocks in use and memory from the driver. Starts at the beginning,
/// from what the replay derived; at the end, from the segments as they were written; or anywhere, and moves one event
/// at a time in both directions. In a sound snapshot all ways give the same. One thread; the store must outlive it.
/// A step is O(log blocks), a start O(n log n).
class AllocatorState {
public:
    struct Block {
        std::uint64_t size = 0;  ///< as requested
        bool isPending = false;  ///< freed by its user, still needed by other streams
        bool operator==(const Block &) const = default;
    };
    struct Range {
        std::uint16_t stream = 0;
        std::uint64_t address = 0;
        std::uint64_t size = 0;
        bool operator==(const Range &) const = default;
    };
    using Key = std::pair<std::uint16_t, std::uint64_t>;  ///< stream, address

    /// After the first `events` events, from the lives of blocks.
    [[nodiscard]] static AllocatorState after(const SnapshotStore &store, const SnapshotDevice &device,
                                              std::uint32_t events);
    /// After all events, from the segments alone.
    [[nodiscard]] static AllocatorState atEnd(const SnapshotStore &store, const SnapshotDevice &device);

    /// Events that lie behind: 0 to eventCount.
    [[nodiscard]] std::uint32_t position() const { return m_position; }
    /// Plays the next event, or undoes the last one; false when there is none.
    bool forward();
    bool backward();
    /// O(steps log blocks).
    void seek(std::uint32_t position);

    [[nodiscard]] const std::map<Key, Block> &blocks() const { return m_blocks; }
    /// Memory from the driver by stream and address. Neighbours joined: pages of one expandable segment; not joined:
    /// segments that happen to lie side by side stay apart.
    [[nodiscard]] std::vector<Range> reservedRanges(bool joined = true) const;
    [[nodiscard]] std::uint64_t activeBytes() const { return m_active; }
    [[nodiscard]] std::uint64_t pendingBytes() const { return m_pending; }
    [[nodiscard]] std::uint64_t reservedBytes() const { return m_reserved; }

private:
    AllocatorState(const SnapshotStore &store, const SnapshotDevice &device) : m_store(&store), m_device(&device) {}

    void put(Key key, Block block);
    void remove(Key key);
    void setPending(Key key, bool isPending);
    void map(std::uint16_t stream, std::uint64_t address, std::uint64_t size);
    void unmap(std::uint16_t stream, std::uint64_t address, std::uint64_t size);

    const SnapshotStore *m_store;
    const SnapshotDevice *m_device;
    std::uint32_t m_position = 0;
    std::map<Key, Block> m_blocks;
    MappedRanges<bool> m_ranges;
    std::uint64_t m_active = 0;
    std::uint64_t m_pending = 0;
    std::uint64_t m_reserved = 0;
};

}  // namespace stagescope
