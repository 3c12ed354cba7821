#pragma once

#include "core/base/key_values.h"
#include "core/base/string_pool.h"
#include "core/store/snapshot/allocation_table.h"
#include "core/store/snapshot/snapshot_events.h"
#include "core/store/snapshot/stack_pool.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stagescope {

enum class BlockState : std::uint8_t { Inactive, Allocated, PendingFree };
/// "active_allocated" ...
[[nodiscard]] std::string_view blockStateText(BlockState state);

/// A piece of a segment when the snapshot was taken.
struct SnapshotBlock {
    std::uint64_t address = 0;
    std::uint64_t size = 0;       ///< rounded
    std::uint64_t requested = 0;  ///< 0 when inactive
    StackId stack{0};
    BlockState state = BlockState::Inactive;
};

/// Memory from the driver when the snapshot was taken.
struct SnapshotSegment {
    std::uint64_t address = 0;
    std::uint64_t size = 0;
    std::uint64_t allocated = 0;  ///< rounded bytes of blocks in use
    std::uint64_t active = 0;     ///< the same with blocks that wait for other streams
    std::uint64_t requested = 0;
    std::uint32_t firstBlock = 0;  ///< index into SnapshotStore::blocks
    std::uint32_t blockCount = 0;
    StackId stack{0};
    std::int32_t device = 0;
    std::uint16_t stream = 0;
    std::uint16_t pool = 0;
    bool isSmall = false;
    bool isExpandable = false;
    bool isWorkspace = false;  ///< torch_npu's workspace, whose block is written as free though it is in use
};

/// A mark of the program: record_function, ProfilerStep#3, an optimizer's step.
struct SnapshotAnnotation {
    enum class Stage : std::uint8_t { Start, End, Mark };
    StringId name{0};
    std::int64_t timeNs = SnapshotEvent::kNoTime;
    std::int32_t device = -1;
    Stage stage = Stage::Mark;
};

enum class RingOverflow : std::uint8_t {
    No,        ///< every block has its alloc, or the file says that nothing was lost
    Possible,  ///< blocks are older than the history: it began late, or its beginning was overwritten
    Certain,   ///< the file says so, or holds as many events as its ring has places
};

/// The memory of one device, or pinned memory of the host, as one allocator hands it out.
struct SnapshotDevice {
    std::int32_t device = 0;
    bool isHost = false;
    StringId allocator{0};         ///< "HAL", "PTA" where a file has several; "" = the framework's own
    std::uint32_t firstEvent = 0;  ///< position in SnapshotStore::events
    std::uint32_t eventCount = 0;
    std::uint32_t firstSegment = 0;  ///< position in SnapshotStore::segments
    std::uint32_t segmentCount = 0;
    RingOverflow overflow = RingOverflow::No;
    AllocationTable allocations;
};

/// How the file came about and what it lacks.
struct SnapshotQuality {
    static constexpr int kNoPickle = -2;  ///< nor JSON: a record of another tool
    int protocol = -1;                    ///< of the pickle; -1 = JSON
    bool isComplete = true;               ///< false: the file breaks off, its history does not reach its segments
    std::uint64_t eventsWithoutTime = 0;
    std::uint64_t eventsWithoutFrames = 0;
    std::uint64_t repairedWorkspaces = 0;
};

/// A memory snapshot of PyTorch or torch_npu: history, segments, blocks, stacks. Immutable once built; any thread.
/// Owned by shared_ptr. Events of a device are events()[firstEvent + i]; i is what Allocation and the tables call
/// event.
class SnapshotStore {
public:
    /// Everything a reader gathered; handed over whole.
    struct Parts {
        StringPool strings;
        StackPool stacks;
        SnapshotEvents events;
        std::vector<SnapshotSegment> segments;  ///< by (device, address, stream)
        std::vector<SnapshotBlock> blocks;
        std::vector<SnapshotAnnotation> annotations;  ///< in file order
        std::vector<std::uint64_t> streams;           ///< values in the file
        std::vector<std::pair<std::int64_t, std::int64_t>> pools;
        std::vector<SnapshotDevice> devices;
        KeyValues settings;
        SnapshotQuality quality;
    };

    explicit SnapshotStore(Parts parts) : m_parts(std::move(parts)) {}

    [[nodiscard]] std::string_view text(StringId id) const { return m_parts.strings.at(id); }
    [[nodiscard]] const StackPool &stacks() const { return m_parts.stacks; }
    [[nodiscard]] const SnapshotEvents &events() const { return m_parts.events; }
    [[nodiscard]] std::span<const SnapshotSegment> segments() const { return m_parts.segments; }
    [[nodiscard]] std::span<const SnapshotSegment> segments(const SnapshotDevice &device) const {
        return segments().subspan(device.firstSegment, device.segmentCount);
    }
    [[nodiscard]] std::span<const SnapshotBlock> blocks() const { return m_parts.blocks; }
    [[nodiscard]] std::span<const SnapshotBlock> blocks(const SnapshotSegment &segment) const {
        return blocks().subspan(segment.firstBlock, segment.blockCount);
    }
    [[nodiscard]] std::span<const SnapshotAnnotation> annotations() const { return m_parts.annotations; }
    /// Values of streams in order of appearance; events and segments hold positions in it.
    [[nodiscard]] std::span<const std::uint64_t> streams() const { return m_parts.streams; }
    /// Pools in order of appearance; the first is the default pool (0, 0).
    [[nodiscard]] std::span<const std::pair<std::int64_t, std::int64_t>> pools() const { return m_parts.pools; }
    /// Devices that have a history or segments, ascending; the host last.
    [[nodiscard]] std::span<const SnapshotDevice> devices() const { return m_parts.devices; }
    [[nodiscard]] const KeyValues &settings() const { return m_parts.settings; }
    [[nodiscard]] const SnapshotQuality &quality() const { return m_parts.quality; }
    [[nodiscard]] std::size_t byteSize() const;
    /// The same with other texts; two that become the same stay two. O(bytes).
    [[nodiscard]] SnapshotStore renamed(const std::function<std::string(std::string_view)> &rename) const;

private:
    Parts m_parts;
};

}  // namespace stagescope
