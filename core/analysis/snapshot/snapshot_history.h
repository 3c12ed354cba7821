#pragma once

#include "core/analysis/memory/live_blocks.h"
#include "core/analysis/snapshot/snapshot_source.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// The history of one device of a snapshot, ready to be asked for any moment or window at a constant cost: what was
/// alive, what was reserved, what happened. A moment is a number of events that lie behind, 0 to events(); in the
/// LiveBlocks here state t is that of moment t. Immutable; any thread; keeps its store alive. Made on the pool: 0.1 us
/// an event and some 50 bytes.
class SnapshotHistory {
public:
    using Block = LiveBlocks::Block;
    struct Mark {
        std::uint32_t event = 0;  ///< shown at moment event + 1
        SnapshotAction action = SnapshotAction::Unknown;
    };
    struct Annotation {
        std::string name;
        std::uint32_t begin = 0;  ///< moments
        std::uint32_t end = 0;
        int depth = 0;  ///< within those around it
    };

    /// `device`: position in the store's devices. Incomplete when asked to stop.
    SnapshotHistory(std::shared_ptr<const SnapshotStore> store, std::uint32_t device, const std::stop_token &stop);

    [[nodiscard]] const SnapshotStore &store() const { return *m_store; }
    [[nodiscard]] const SnapshotDevice &device() const { return m_store->devices()[m_device]; }
    [[nodiscard]] std::uint32_t events() const { return device().eventCount; }
    /// Events of an allocation table that mean a moment: kBefore is moment 0, kNever beyond the last one.
    [[nodiscard]] static std::uint32_t momentOf(std::uint32_t event) {
        return event == event_index::kBefore ? 0 : event == event_index::kNever ? BlockLife::kForever : event + 1;
    }

    /// Blocks in order of allocation, those older than the history first, of these the longest lived lowest.
    [[nodiscard]] const LiveBlocks &blocks() const { return m_blocks; }
    /// Memory from the driver, likewise.
    [[nodiscard]] const LiveBlocks &segments() const { return m_segments; }
    [[nodiscard]] std::uint32_t allocationOf(Block block) const { return m_allocationOf[block]; }
    [[nodiscard]] std::uint32_t spanOf(Block segment) const { return m_spanOf[segment]; }
    /// Nothing for allocations that never were alive after an event. O(1).
    [[nodiscard]] std::optional<Block> blockOf(std::uint32_t allocation) const;
    [[nodiscard]] std::optional<Block> segmentOf(std::uint32_t span) const;
    [[nodiscard]] const Allocation &allocation(Block block) const {
        return device().allocations.allocations[m_allocationOf[block]];
    }

    /// What blocks and segments are grouped by: their stack; their size's power of two where no frames were recorded;
    /// one group for blocks that are older than the history and whose maker is not known.
    [[nodiscard]] std::optional<StackId> stackOf(std::uint32_t group) const;
    [[nodiscard]] bool isOlder(std::uint32_t group) const;
    /// For colours: the same stack, the same number in all snapshots.
    [[nodiscard]] std::uint32_t hashOf(std::uint32_t group) const;
    [[nodiscard]] std::uint32_t hashOf(FrameId frame) const { return m_frameHashes[frame.value]; }
    /// "conv2d < forward (model.py:12)"; empty without a stack.
    [[nodiscard]] std::string labelOf(std::uint32_t group) const;
    /// Of the blocks of a group without frames: a power of two of bytes.
    [[nodiscard]] static std::uint64_t leastSizeOf(std::uint32_t group);

    /// The moment at which most was in use.
    [[nodiscard]] std::uint32_t peak() const { return m_peak; }
    [[nodiscard]] std::uint64_t activeAt(std::uint32_t moment) const { return m_blocks.bytesAt(moment); }
    [[nodiscard]] std::uint64_t reservedAt(std::uint32_t moment) const { return m_segments.bytesAt(moment); }
    /// Blocks that are older than the history.
    [[nodiscard]] std::uint32_t olderBlocks() const { return m_older; }
    /// Failed allocations and snapshots, by event.
    [[nodiscard]] const std::vector<Mark> &marks() const { return m_marks; }
    /// Named stretches of the program by begin; only where events have times.
    [[nodiscard]] const std::vector<Annotation> &annotations() const { return m_annotations; }
    /// The moments at which steps begin, and the last one's end; empty where steps are not known.
    [[nodiscard]] const std::vector<std::uint32_t> &stepBorders() const { return m_stepBorders; }
    /// Of the first border; the others follow.
    [[nodiscard]] const std::vector<std::int64_t> &stepNumbers() const { return m_stepNumbers; }
    /// By event, never going back; empty where events have no times.
    [[nodiscard]] std::int64_t timeAt(std::uint32_t event) const {
        return m_times.empty() ? m_store->events().timeNs(device().firstEvent + event) : m_times[event];
    }
    /// Events that are not later than a time. O(log events), the upper half of it in a small table.
    [[nodiscard]] std::uint32_t eventsUntil(std::int64_t time) const;
    [[nodiscard]] bool hasTimes() const { return m_hasTimes; }

private:
    static constexpr std::uint32_t kSomeEvents = 1024;

    void hashStacks();
    void buildBlocks(const std::stop_token &stop);
    void buildSegments(const std::stop_token &stop);
    void readTimes();
    void readAnnotations();
    void findSteps();

    std::shared_ptr<const SnapshotStore> m_store;
    std::uint32_t m_device;
    std::vector<std::uint32_t> m_hashes;  ///< by stack
    std::vector<std::uint32_t> m_frameHashes;
    LiveBlocks m_blocks;
    LiveBlocks m_segments;
    std::vector<std::uint32_t> m_allocationOf;
    std::vector<std::uint32_t> m_spanOf;
    std::vector<Block> m_blockOf;  ///< by allocation
    std::vector<Block> m_segmentOf;
    std::uint32_t m_peak = 0;
    std::uint32_t m_older = 0;
    std::vector<Mark> m_marks;
    std::vector<Annotation> m_annotations;
    std::vector<std::uint32_t> m_stepBorders;
    std::vector<std::int64_t> m_stepNumbers;
    std::vector<std::int64_t> m_times;      ///< where those of the store go back or are missing in places
    std::vector<std::int64_t> m_someTimes;  ///< of each kSomeEvents-th event
    bool m_hasTimes = false;
};

}  // namespace stagescope
