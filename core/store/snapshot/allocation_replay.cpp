#include "core/store/snapshot/allocation_replay.h"

#include "core/store/snapshot/address_map.h"
#include "core/store/snapshot/mapped_ranges.h"

#include <algorithm>
#include <tuple>

namespace stagescope {

using event_index::kBefore;
using event_index::kNever;

namespace {

constexpr std::uint32_t kStopMask = 0xfff;

/// Blocks: pairs allocs with frees.
class BlockReplay {
public:
    BlockReplay(const ReplayInput &input, AllocationTable &table) : m_input(input), m_table(table) {
        const auto &events = *input.events;
        std::size_t allocs = 0;
        for (std::uint32_t i = 0; i < input.eventCount; ++i) {
            const auto action = events.action(input.firstEvent + i);
            allocs += action == SnapshotAction::Alloc ? 1 : 0;
            table.hasFreeRequests = table.hasFreeRequests || action == SnapshotAction::FreeRequested;
        }
        table.allocations.reserve(allocs + allocs / 8);
        table.ofEvent.assign(input.eventCount, Allocation::kNoBlock);
        table.activeBytes.resize(input.eventCount);
    }

    void run(const std::stop_token &stop) {
        for (std::uint32_t i = 0; i < m_input.eventCount; ++i) {
            if ((i & kStopMask) == 0 && stop.stop_requested()) {
                return;
            }
            play(i);
            m_table.activeBytes[i] = m_active;
        }
        if (m_input.segmentsAreFinal) {
            matchFinalBlocks();
        }
        countLateOlder();
        // The bytes so far were counted from zero on; unsigned numbers wrap back when the baseline is added.
        for (auto &bytes : m_table.activeBytes) {
            bytes += m_table.baselineBytes;
        }
    }

private:
    void play(std::uint32_t i) {
        const auto &events = *m_input.events;
        const auto row = m_input.firstEvent + i;
        switch (events.action(row)) {
            case SnapshotAction::Alloc:
                alloc(i, row);
                break;
            case SnapshotAction::FreeRequested: {
                const auto index = liveOrOlder(i, row);
                m_table.allocations[index].freeRequested = i;
                break;
            }
            case SnapshotAction::FreeCompleted:
                complete(i, row);
                break;
            case SnapshotAction::Annotate:
                m_table.ofEvent[i] = m_live.find(events.address(row), events.stream(row));
                break;
            default:
                break;
        }
    }

    void alloc(std::uint32_t i, std::uint32_t row) {
        const auto &events = *m_input.events;
        const auto address = events.address(row);
        const auto stream = events.stream(row);
        if (const auto old = m_live.find(address, stream); old != AddressMap::kNone) {
            ++m_table.trouble.doubleAllocs;
            m_table.allocations[old].end = i;
            m_active -= m_table.allocations[old].size;
        }
        const auto index = static_cast<std::uint32_t>(m_table.allocations.size());
        Allocation allocation;
        allocation.address = address;
        allocation.size = events.bytes(row);
        allocation.begin = i;
        allocation.stack = events.stack(row);
        allocation.stream = stream;
        allocation.pool = events.pool(row);
        m_table.allocations.push_back(allocation);
        m_live.set(address, stream, index);
        m_table.ofEvent[i] = index;
        m_active += allocation.size;
    }

    void complete(std::uint32_t i, std::uint32_t row) {
        const auto index = liveOrOlder(i, row);
        auto &allocation = m_table.allocations[index];
        if (allocation.isOlder() && allocation.freeRequested == kNever && m_table.hasFreeRequests) {
            allocation.freeRequested = kBefore;
        }
        allocation.end = i;
        m_active -= allocation.size;
        m_live.erase(allocation.address, allocation.stream);
    }

    /// The allocation that a free event ends; one that is older than the history when there is no alloc.
    std::uint32_t liveOrOlder(std::uint32_t i, std::uint32_t row) {
        const auto &events = *m_input.events;
        const auto address = events.address(row);
        const auto stream = events.stream(row);
        auto index = m_live.find(address, stream);
        if (index == AddressMap::kNone) {
            Allocation allocation;
            allocation.address = address;
            allocation.size = events.bytes(row);
            allocation.stack = events.stack(row);
            allocation.stream = stream;
            allocation.pool = events.pool(row);
            index = addOlder(allocation);
            m_live.set(address, stream, index);
        } else {
            m_table.trouble.sizeMismatches += m_table.allocations[index].size != events.bytes(row) ? 1 : 0;
        }
        m_table.ofEvent[i] = index;
        return index;
    }

    std::uint32_t addOlder(const Allocation &allocation) {
        m_table.allocations.push_back(allocation);
        m_table.baselineBytes += allocation.size;
        return static_cast<std::uint32_t>(m_table.allocations.size() - 1);
    }

    void matchFinalBlocks() {
        for (const auto &segment : m_input.segments) {
            for (std::uint32_t k = 0; k < segment.blockCount; ++k) {
                matchFinalBlock(segment, segment.firstBlock + k);
            }
        }
        m_live.visit([&](std::uint32_t index) {
            auto &allocation = m_table.allocations[index];
            m_table.trouble.lostBlocks += allocation.block == Allocation::kNoBlock ? 1 : 0;
        });
    }

    /// What is freed without an alloc, or in use at the end without one, is taken to be older than the history. It
    /// cannot be where the history hands out the same address before: an alloc is missing.
    void countLateOlder() {
        auto &allocations = m_table.allocations;
        AddressMap older;
        for (std::uint32_t i = 0; i < allocations.size(); ++i) {
            if (allocations[i].isOlder()) {
                const bool isSecond = older.find(allocations[i].address, allocations[i].stream) != AddressMap::kNone;
                m_table.trouble.lostBlocks += isSecond ? 1 : 0;
                older.set(allocations[i].address, allocations[i].stream, i);
            }
        }
        for (const auto &allocation : allocations) {
            const auto index = older.find(allocation.address, allocation.stream);
            if (index != AddressMap::kNone && !allocation.isOlder() && allocation.begin < allocations[index].end) {
                ++m_table.trouble.lostBlocks;
                older.erase(allocation.address, allocation.stream);
            }
        }
    }

    void matchFinalBlock(const SnapshotSegment &segment, std::uint32_t blockIndex) {
        const auto &block = m_input.blocks[blockIndex];
        if (block.state == BlockState::Inactive) {
            return;
        }
        auto index = m_live.find(block.address, segment.stream);
        if (index == AddressMap::kNone) {
            Allocation allocation;
            allocation.address = block.address;
            allocation.size = block.requested;
            allocation.stack = block.stack;
            allocation.stream = segment.stream;
            allocation.pool = segment.pool;
            allocation.freeRequested = block.state == BlockState::PendingFree ? kBefore : kNever;
            index = addOlder(allocation);
        }
        auto &allocation = m_table.allocations[index];
        m_table.trouble.sizeMismatches += allocation.size != block.requested ? 1 : 0;
        allocation.block = blockIndex;
        allocation.pool = segment.pool;
    }

    const ReplayInput &m_input;
    AllocationTable &m_table;
    AddressMap m_live;
    std::uint64_t m_active = 0;
};

/// Segments: first backwards from those at the end to those at the beginning, then forwards to their lives.
class SegmentReplay {
public:
    SegmentReplay(const ReplayInput &input, AllocationTable &table) : m_input(input), m_table(table) {}

    void run(const std::stop_token &stop) {
        findFirst(stop);
        for (const auto &[key, range] : m_first.ranges()) {
            open({key.second, range.size, kBefore, kNever, range.value, key.first});
            m_table.reservedBaseline += range.size;
        }
        m_reserved = m_table.reservedBaseline;
        for (std::uint32_t i = 0; i < m_input.eventCount && !stop.stop_requested(); ++i) {
            play(i);
        }
    }

private:
    [[nodiscard]] static bool adds(SnapshotAction action) {
        return action == SnapshotAction::SegmentAlloc || action == SnapshotAction::SegmentMap;
    }
    [[nodiscard]] static bool removes(SnapshotAction action) {
        return action == SnapshotAction::SegmentFree || action == SnapshotAction::SegmentUnmap;
    }

    void findFirst(const std::stop_token &stop) {
        const auto &events = *m_input.events;
        for (const auto &segment : m_input.segmentsAreFinal ? m_input.segments : std::span<const SnapshotSegment>{}) {
            m_first.add(segment.stream, segment.address, segment.size, segment.stack);
        }
        for (std::uint32_t i = m_input.eventCount; i > 0 && !stop.stop_requested(); --i) {
            const auto row = m_input.firstEvent + i - 1;
            const auto action = events.action(row);
            const auto size = events.bytes(row);
            if (adds(action)) {
                const auto taken = m_first.remove(events.stream(row), events.address(row), size,
                                                  [](std::uint64_t, std::uint64_t, StackId) {});
                m_table.trouble.lostSegments += m_input.segmentsAreFinal ? size - taken : 0;
            } else if (removes(action)) {
                m_first.add(events.stream(row), events.address(row), size, events.stack(row));
            }
        }
    }

    void play(std::uint32_t i) {
        const auto &events = *m_input.events;
        const auto row = m_input.firstEvent + i;
        const auto action = events.action(row);
        if (adds(action)) {
            open({events.address(row), events.bytes(row), i, kNever, events.stack(row), events.stream(row)});
            m_reserved += events.bytes(row);
        } else if (removes(action)) {
            m_reserved -= close(events.stream(row), events.address(row), events.bytes(row), i);
        } else {
            return;
        }
        m_table.reserved.push_back({i, m_reserved});
    }

    void open(SegmentSpan span) {
        span.size = std::min(span.size, ~std::uint64_t{0} - span.address);
        m_open.add(span.stream, span.address, span.size, static_cast<std::uint32_t>(m_table.spans.size()));
        m_table.spans.push_back(span);
    }

    /// Ends what lies in a range; parts of spans that stay are spans of their own from then on, with the same begin.
    std::uint64_t close(std::uint16_t stream, std::uint64_t address, std::uint64_t size, std::uint32_t event) {
        std::vector<SegmentSpan> rests;
        const auto taken =
            m_open.remove(stream, address, size, [&](std::uint64_t from, std::uint64_t bytes, std::uint32_t index) {
                auto &span = m_table.spans[index];
                const auto whole = span;
                span.address = from;
                span.size = bytes;
                span.end = event;
                if (from > whole.address) {
                    rests.push_back(whole);
                    rests.back().size = from - whole.address;
                }
                if (whole.address + whole.size > from + bytes) {
                    rests.push_back(whole);
                    rests.back().address = from + bytes;
                    rests.back().size = whole.address + whole.size - (from + bytes);
                }
            });
        for (const auto &rest : rests) {
            open(rest);
        }
        return taken;
    }

    const ReplayInput &m_input;
    AllocationTable &m_table;
    MappedRanges<StackId> m_first;
    MappedRanges<std::uint32_t> m_open;  ///< index into m_table.spans
    std::uint64_t m_reserved = 0;
};

}  // namespace

std::uint64_t AllocationTable::reservedAfter(std::uint32_t event) const {
    if (event == kBefore) {
        return reservedBaseline;
    }
    const auto it = std::upper_bound(reserved.begin(), reserved.end(), event,
                                     [](std::uint32_t e, const ReservedStep &step) { return e < step.event; });
    return it == reserved.begin() ? reservedBaseline : std::prev(it)->bytes;
}

std::size_t AllocationTable::byteSize() const {
    return allocations.size() * sizeof(Allocation) + ofEvent.size() * sizeof(std::uint32_t) +
           activeBytes.size() * sizeof(std::uint64_t) + spans.size() * sizeof(SegmentSpan) +
           reserved.size() * sizeof(ReservedStep);
}

AllocationTable replayed(const ReplayInput &input, const std::stop_token &stop) {
    AllocationTable table;
    BlockReplay(input, table).run(stop);
    SegmentReplay(input, table).run(stop);
    return table;
}

}  // namespace stagescope
