#pragma once

#include "core/base/ids.h"
#include "core/store/snapshot/snapshot_events.h"

#include <cstdint>
#include <span>
#include <vector>

namespace stagescope {

using FrameId = TypedId<struct FrameTag>;  ///< a frame of call stacks within one StackPool

/// One call. Texts belong to the StringPool of the snapshot.
struct StackFrame {
    static constexpr std::uint64_t kNoLine = ~std::uint64_t{0};

    StringId file{0};
    StringId function{0};
    std::uint64_t line = 0;  ///< kNoLine: a frame of C++ that has none
    // Of torch.compile, where recorded: the node of the graph.
    StringId fxOp{0};
    StringId fxName{0};
    StringId fxTarget{0};
    StringId fxTrace{0};

    bool operator==(const StackFrame &) const = default;
};

/// Call stacks, each kept once: two events with the same frames have the same StackId. Innermost call first. Stack 0 is
/// empty. One writer, then any readers. stack: O(frames) expected, frames: O(1); 4 bytes a frame of a distinct stack.
class StackPool {
public:
    StackPool();
    FrameId frame(const StackFrame &frame);
    StackId stack(std::span<const FrameId> frames);

    [[nodiscard]] std::size_t frameCount() const { return m_frames.size(); }
    [[nodiscard]] std::size_t stackCount() const { return m_begins.size() - 1; }
    /// Unknown ids give an empty frame, an empty stack.
    [[nodiscard]] StackFrame at(FrameId id) const;
    [[nodiscard]] std::span<const FrameId> frames(StackId id) const;
    [[nodiscard]] std::size_t byteSize() const;

private:
    /// Open addressing over ids; 0 = free, else id plus 1.
    struct Slots {
        std::vector<std::uint32_t> slots;
        std::vector<std::uint32_t> hashes;  ///< by id
        template <class Same>
        [[nodiscard]] std::size_t find(std::uint32_t hash, Same &&same) const;
        void add(std::size_t slot, std::uint32_t hash);
        void grow();
    };

    std::vector<StackFrame> m_frames;
    std::vector<FrameId> m_items;       ///< of all stacks, one after the other
    std::vector<std::size_t> m_begins;  ///< by stack, and one more
    Slots m_frameSlots;
    Slots m_stackSlots;
};

}  // namespace stagescope
