#include "core/analysis/snapshot/allocator_state.h"

namespace stagescope {

using event_index::kBefore;
using event_index::kNever;

AllocatorState AllocatorState::after(const SnapshotStore &store, const SnapshotDevice &device, std::uint32_t events) {
    AllocatorState state(store, device);
    state.m_position = std::min(events, device.eventCount);
    const auto last = state.m_position == 0 ? kBefore : state.m_position - 1;
    const auto happened = [&](std::uint32_t event) {
        return event == kBefore || (event_index::isEvent(event) && last != kBefore && event <= last);
    };
    for (const auto &allocation : device.allocations.allocations) {
        if (allocation.isLiveAfter(last)) {
            state.put({allocation.stream, allocation.address}, {allocation.size, happened(allocation.freeRequested)});
        }
    }
    for (const auto &span : device.allocations.spans) {
        if (happened(span.begin) && !happened(span.end)) {
            state.map(span.stream, span.address, span.size);
        }
    }
    return state;
}

AllocatorState AllocatorState::atEnd(const SnapshotStore &store, const SnapshotDevice &device) {
    AllocatorState state(store, device);
    state.m_position = device.eventCount;
    for (const auto &segment : store.segments(device)) {
        state.map(segment.stream, segment.address, segment.size);
        for (const auto &block : store.blocks(segment)) {
            if (block.state != BlockState::Inactive) {
                state.put({segment.stream, block.address}, {block.requested, block.state == BlockState::PendingFree});
            }
        }
    }
    return state;
}

bool AllocatorState::forward() {
    if (m_position >= m_device->eventCount) {
        return false;
    }
    const auto &events = m_store->events();
    const auto row = m_device->firstEvent + m_position++;
    const Key key{events.stream(row), events.address(row)};
    switch (events.action(row)) {
        case SnapshotAction::Alloc:
            put(key, {events.bytes(row), false});
            break;
        case SnapshotAction::FreeRequested:
            setPending(key, true);
            break;
        case SnapshotAction::FreeCompleted:
            remove(key);
            break;
        case SnapshotAction::SegmentAlloc:
        case SnapshotAction::SegmentMap:
            map(key.first, key.second, events.bytes(row));
            break;
        case SnapshotAction::SegmentFree:
        case SnapshotAction::SegmentUnmap:
            unmap(key.first, key.second, events.bytes(row));
            break;
        default:
            break;
    }
    return true;
}

bool AllocatorState::backward() {
    if (m_position == 0) {
        return false;
    }
    const auto &events = m_store->events();
    const auto row = m_device->firstEvent + --m_position;
    const Key key{events.stream(row), events.address(row)};
    switch (events.action(row)) {
        case SnapshotAction::Alloc:
            remove(key);
            break;
        case SnapshotAction::FreeRequested:
            setPending(key, false);
            break;
        case SnapshotAction::FreeCompleted:
            put(key, {events.bytes(row), m_device->allocations.hasFreeRequests});
            break;
        case SnapshotAction::SegmentAlloc:
        case SnapshotAction::SegmentMap:
            unmap(key.first, key.second, events.bytes(row));
            break;
        case SnapshotAction::SegmentFree:
        case SnapshotAction::SegmentUnmap:
            map(key.first, key.second, events.bytes(row));
            break;
        default:
            break;
    }
    return true;
}

void AllocatorState::seek(std::uint32_t position) {
    while (m_position < position && forward()) {
    }
    while (m_position > position && backward()) {
    }
}

std::vector<AllocatorState::Range> AllocatorState::reservedRanges(bool joined) const {
    std::vector<Range> result;
    for (const auto &[key, range] : m_ranges.ranges()) {
        if (joined && !result.empty() && result.back().stream == key.first &&
            result.back().address + result.back().size == key.second) {
            result.back().size += range.size;
        } else {
            result.push_back({key.first, key.second, range.size});
        }
    }
    return result;
}

void AllocatorState::put(Key key, Block block) {
    remove(key);
    m_blocks[key] = block;
    m_active += block.size;
    m_pending += block.isPending ? block.size : 0;
}

void AllocatorState::remove(Key key) {
    if (const auto it = m_blocks.find(key); it != m_blocks.end()) {
        m_active -= it->second.size;
        m_pending -= it->second.isPending ? it->second.size : 0;
        m_blocks.erase(it);
    }
}

void AllocatorState::setPending(Key key, bool isPending) {
    if (const auto it = m_blocks.find(key); it != m_blocks.end() && it->second.isPending != isPending) {
        it->second.isPending = isPending;
        isPending ? m_pending += it->second.size : m_pending -= it->second.size;
    }
}

void AllocatorState::map(std::uint16_t stream, std::uint64_t address, std::uint64_t size) {
    unmap(stream, address, size);
    m_ranges.add(stream, address, size, true);
    m_reserved += size;
}

void AllocatorState::unmap(std::uint16_t stream, std::uint64_t address, std::uint64_t size) {
    m_reserved -= m_ranges.remove(stream, address, size, [](std::uint64_t, std::uint64_t, bool) {});
}

}  // namespace stagescope
