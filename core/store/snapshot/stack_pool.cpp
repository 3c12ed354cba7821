#include "core/store/snapshot/stack_pool.h"

#include <algorithm>

namespace stagescope {

namespace {

constexpr std::size_t kFirstSlots = 1024;
constexpr std::uint64_t kMultiplier = 0x9e3779b97f4a7c15;

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * kMultiplier;
    return hash ^ (hash >> 29);
}
std::uint32_t folded(std::uint64_t hash) { return static_cast<std::uint32_t>(hash ^ (hash >> 32)); }

std::uint32_t hashOf(const StackFrame &frame) {
    auto hash = mixed(kMultiplier, frame.file.value | std::uint64_t{frame.function.value} << 32);
    hash = mixed(hash, frame.line);
    hash = mixed(hash, frame.fxOp.value | std::uint64_t{frame.fxName.value} << 32);
    return folded(mixed(hash, frame.fxTarget.value | std::uint64_t{frame.fxTrace.value} << 32));
}

std::uint32_t hashOf(std::span<const FrameId> frames) {
    auto hash = mixed(kMultiplier, frames.size());
    for (const auto frame : frames) {
        hash = mixed(hash, frame.value);
    }
    return folded(hash);
}

}  // namespace

template <class Same>
std::size_t StackPool::Slots::find(std::uint32_t hash, Same &&same) const {
    const auto mask = slots.size() - 1;
    auto slot = hash & mask;
    while (slots[slot] != 0 && !(hashes[slots[slot] - 1] == hash && same(slots[slot] - 1))) {
        slot = (slot + 1) & mask;
    }
    return slot;
}

void StackPool::Slots::add(std::size_t slot, std::uint32_t hash) {
    hashes.push_back(hash);
    slots[slot] = static_cast<std::uint32_t>(hashes.size());
    if (hashes.size() * 2 > slots.size()) {
        grow();
    }
}

void StackPool::Slots::grow() {
    slots.assign(slots.size() * 2, 0);
    const auto mask = slots.size() - 1;
    for (std::size_t i = 0; i < hashes.size(); ++i) {
        auto slot = hashes[i] & mask;
        while (slots[slot] != 0) {
            slot = (slot + 1) & mask;
        }
        slots[slot] = static_cast<std::uint32_t>(i + 1);
    }
}

StackPool::StackPool() : m_begins{0} {
    m_frameSlots.slots.assign(kFirstSlots, 0);
    m_stackSlots.slots.assign(kFirstSlots, 0);
    stack({});
}

FrameId StackPool::frame(const StackFrame &frame) {
    const auto hash = hashOf(frame);
    const auto slot = m_frameSlots.find(hash, [&](std::uint32_t id) { return m_frames[id] == frame; });
    if (const auto known = m_frameSlots.slots[slot]; known != 0) {
        return FrameId{known - 1};
    }
    m_frames.push_back(frame);
    m_frameSlots.add(slot, hash);
    return FrameId{static_cast<std::uint32_t>(m_frames.size() - 1)};
}

StackId StackPool::stack(std::span<const FrameId> list) {
    const auto hash = hashOf(list);
    const auto slot = m_stackSlots.find(hash, [&](std::uint32_t id) {
        const auto other = frames(StackId{id});
        return std::equal(list.begin(), list.end(), other.begin(), other.end());
    });
    if (const auto known = m_stackSlots.slots[slot]; known != 0) {
        return StackId{known - 1};
    }
    m_items.insert(m_items.end(), list.begin(), list.end());
    m_begins.push_back(m_items.size());
    m_stackSlots.add(slot, hash);
    return StackId{static_cast<std::uint32_t>(m_begins.size() - 2)};
}

StackFrame StackPool::at(FrameId id) const { return id.value < m_frames.size() ? m_frames[id.value] : StackFrame{}; }

std::span<const FrameId> StackPool::frames(StackId id) const {
    if (id.value >= stackCount()) {
        return {};
    }
    return std::span(m_items).subspan(m_begins[id.value], m_begins[id.value + 1] - m_begins[id.value]);
}

std::size_t StackPool::byteSize() const {
    return m_frames.size() * sizeof(StackFrame) + m_items.size() * sizeof(FrameId) +
           m_begins.size() * sizeof(std::size_t) +
           (m_frameSlots.slots.size() + m_frameSlots.hashes.size() + m_stackSlots.slots.size() +
            m_stackSlots.hashes.size()) *
               sizeof(std::uint32_t);
}

}  // namespace stagescope
