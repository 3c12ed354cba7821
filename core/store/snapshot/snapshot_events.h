#pragma once

#include "core/base/ids.h"

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace stagescope {

/// What happened to the allocator, as PyTorch and torch_npu name it.
enum class SnapshotAction : std::uint8_t {
    Alloc,          ///< a block was handed out
    FreeRequested,  ///< its user gave it back; other streams may still use it
    FreeCompleted,  ///< it is free again
    SegmentAlloc,   ///< memory from the driver
    SegmentFree,
    SegmentMap,  ///< pages mapped into an expandable segment
    SegmentUnmap,
    Snapshot,           ///< a snapshot was taken
    OutOfMemory,        ///< an allocation failed after all retries
    WorkspaceSnapshot,  ///< torch_npu: the next two events stand for a workspace that was there
    Annotate,           ///< a label for a live address
    UserDefined,
    Unknown,
};
inline constexpr std::size_t kSnapshotActions = static_cast<std::size_t>(SnapshotAction::Unknown) + 1;
/// "segment_map", as in the files; "unknown" for what we do not know.
[[nodiscard]] std::string_view snapshotActionText(SnapshotAction action);
[[nodiscard]] SnapshotAction snapshotAction(std::string_view text);

using StackId = TypedId<struct StackTag>;  ///< a call stack of one snapshot; 0 = no frames recorded

/// One event of an allocator's history, as a value.
struct SnapshotEvent {
    static constexpr std::int64_t kNoTime = std::numeric_limits<std::int64_t>::min();
    static constexpr std::int64_t kLastTime = std::int64_t{1} << 62;  ///< ns; later ones are no times

    SnapshotAction action = SnapshotAction::Unknown;
    std::uint16_t stream = 0;   ///< index into SnapshotStore::streams
    std::uint16_t pool = 0;     ///< index into SnapshotStore::pools; 0 = default or not told
    std::uint64_t address = 0;  ///< for OutOfMemory: bytes free on the device as the driver says
    std::uint64_t size = 0;     ///< bytes; of blocks as requested, before rounding
    StackId stack{0};
    std::int64_t timeNs = kNoTime;  ///< since 1970
    StringId userText{0};           ///< user_metadata
    StringId compileContext{0};
    StringId category{0};
    StackId forwardStack{0};  ///< forward pass that a backward node belongs to
};

/// Events as columns, in the order of the file: 23 bytes each, 8 more with time; columns that a file does not have take
/// nothing. Filled by one writer, then read by any thread.
class SnapshotEvents {
public:
    [[nodiscard]] std::size_t size() const { return m_action.size(); }
    [[nodiscard]] SnapshotAction action(std::size_t i) const { return m_action[i]; }
    [[nodiscard]] std::uint64_t address(std::size_t i) const { return m_address[i]; }
    [[nodiscard]] std::uint64_t bytes(std::size_t i) const { return m_bytes[i]; }
    [[nodiscard]] std::uint16_t stream(std::size_t i) const { return m_stream[i]; }
    [[nodiscard]] StackId stack(std::size_t i) const { return m_stack[i]; }
    [[nodiscard]] std::int64_t timeNs(std::size_t i) const {
        return i < m_timeNs.size() ? m_timeNs[i] : SnapshotEvent::kNoTime;
    }
    [[nodiscard]] std::uint16_t pool(std::size_t i) const { return i < m_pool.size() ? m_pool[i] : std::uint16_t{0}; }
    [[nodiscard]] bool hasPools() const { return !m_pool.empty(); }
    /// O(1).
    [[nodiscard]] SnapshotEvent at(std::size_t i) const;
    [[nodiscard]] std::size_t byteSize() const;

    void reserve(std::size_t events);
    void push(const SnapshotEvent &event);
    void replace(std::size_t i, const SnapshotEvent &event);

private:
    void setRare(std::size_t i, const SnapshotEvent &event);

    std::vector<SnapshotAction> m_action;
    std::vector<std::uint16_t> m_stream;
    std::vector<std::uint64_t> m_address;
    std::vector<std::uint64_t> m_bytes;
    std::vector<StackId> m_stack;
    // Empty, or as long as up to the last event that has it.
    std::vector<std::int64_t> m_timeNs;
    std::vector<std::uint16_t> m_pool;
    std::vector<StringId> m_userText;
    std::vector<StringId> m_compileContext;
    std::vector<StringId> m_category;
    std::vector<StackId> m_forwardStack;
    std::size_t m_rareEnd = 0;  ///< none of the columns from m_pool on is longer
};

}  // namespace stagescope
