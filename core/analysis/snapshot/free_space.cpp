#include "core/analysis/snapshot/free_space.h"

#include "core/analysis/snapshot/allocator_state.h"

#include <algorithm>
#include <map>

namespace stagescope {

namespace {

constexpr double kLargeShare = 0.5;    // of reserved and free memory: a request beyond is the news itself
constexpr double kOutsideShare = 0.1;  // of the device: what context and runtime take anyway stays below

/// Free runs of one stretch of memory, block by block in order of address.
class Runs {
public:
    explicit Runs(FreeSpace &space) : m_space(space) {}
    void addFree(std::uint64_t bytes) {
        m_run += bytes;
        m_free += bytes;
    }
    void addUsed(std::uint64_t bytes, std::uint64_t requested) {
        endRun();
        m_space.used += bytes;
        m_space.requested += requested;
        m_isUsed = true;
    }
    void end() {
        endRun();
        (m_isUsed ? m_space.stranded : m_space.releasable) += m_free;
    }

private:
    void endRun() {
        m_space.runs += m_run > 0 ? 1 : 0;
        m_space.largest = std::max(m_space.largest, m_run);
        m_run = 0;
    }

    FreeSpace &m_space;
    std::uint64_t m_run = 0;
    std::uint64_t m_free = 0;
    bool m_isUsed = false;
};

FreeSpace &spaceAt(std::map<MemoryPlace, FreeSpace> &spaces, const MemoryPlace &place) {
    auto &space = spaces[place];
    space.stream = place.stream;
    space.pool = place.pool;
    space.isSmall = place.isSmall;
    return space;
}

std::vector<FreeSpace> valuesOf(const std::map<MemoryPlace, FreeSpace> &spaces) {
    std::vector<FreeSpace> result;
    for (const auto &[place, space] : spaces) {
        result.push_back(space);
    }
    return result;
}

bool isExpandable(const SnapshotSource &source) {
    const auto segments = source.store->segments(*source.device);
    return std::any_of(segments.begin(), segments.end(), [](const auto &segment) { return segment.isExpandable; });
}

OomCause causeOf(const OomExplanation &oom, std::uint64_t capacity) {
    // With enough left on the device only a limit below its memory can have refused more.
    const bool isLimited = oom.requested > 0 && oom.deviceFree >= oom.requested;
    const auto need = isLimited ? oom.requested : oom.requested - std::min(oom.requested, oom.deviceFree);
    if (oom.freeOfStream >= oom.requested && oom.largestOfStream < oom.requested) {
        return OomCause::Fragmentation;
    }
    if (oom.releasableElsewhere > 0 && oom.releasableElsewhere >= need) {
        return OomCause::Isolation;
    }
    if (oom.pending > 0 && oom.pending >= need) {
        return OomCause::PendingFrees;
    }
    if (isLimited) {
        return OomCause::Limit;
    }
    if (capacity > 0 && oom.outside >= need &&
        static_cast<double>(oom.outside) > kOutsideShare * static_cast<double>(capacity)) {
        return OomCause::Outside;
    }
    const auto all = static_cast<double>(oom.reserved) + static_cast<double>(oom.deviceFree);
    return static_cast<double>(oom.requested) > kLargeShare * all ? OomCause::LargeRequest : OomCause::Exhaustion;
}

}  // namespace

std::string_view oomCauseText(OomCause cause) {
    switch (cause) {
        case OomCause::Fragmentation:
            return "fragmentation";
        case OomCause::Isolation:
            return "stream or pool isolation";
        case OomCause::PendingFrees:
            return "pending frees";
        case OomCause::Outside:
            return "outside the allocator";
        case OomCause::Limit:
            return "limit below the device's memory";
        case OomCause::LargeRequest:
            return "large request";
        case OomCause::Exhaustion:
            break;
    }
    return "exhaustion";
}

std::vector<FreeSpace> freeSpaceAtEnd(const SnapshotSource &source) {
    std::map<MemoryPlace, FreeSpace> spaces;
    for (const auto &segment : source.store->segments(*source.device)) {
        auto &space = spaceAt(spaces, {segment.stream, segment.pool, segment.isSmall});
        space.reserved += segment.size;
        Runs runs(space);
        std::uint64_t told = 0;
        for (const auto &block : source.store->blocks(segment)) {
            told += block.size;
            block.state == BlockState::Inactive ? runs.addFree(block.size) : runs.addUsed(block.size, block.requested);
        }
        runs.addFree(segment.size - std::min(told, segment.size));
        runs.end();
    }
    return valuesOf(spaces);
}

std::vector<FreeSpace> freeSpaceAfter(const SnapshotSource &source, std::uint32_t events) {
    const auto state = AllocatorState::after(*source.store, *source.device, events);
    const MemoryPlaces places(source, events);
    std::map<MemoryPlace, FreeSpace> spaces;
    for (const auto &range : state.reservedRanges(isExpandable(source))) {
        auto &space = spaceAt(spaces, places.placeAt(range.stream, range.address));
        space.reserved += range.size;
        Runs runs(space);
        auto at = range.address;
        const auto end = range.address + range.size;
        for (auto it = state.blocks().lower_bound({range.stream, range.address});
             it != state.blocks().end() && it->first.first == range.stream && it->first.second < end; ++it) {
            const auto begin = std::max(at, it->first.second);
            const auto size = std::min(roundedBlock(it->second.size), end - begin);
            runs.addFree(begin - at);
            runs.addUsed(size, it->second.size);
            at = begin + size;
        }
        runs.addFree(end - at);
        runs.end();
    }
    return valuesOf(spaces);
}

std::vector<OomExplanation> oomExplanations(const SnapshotSource &source, std::uint64_t capacity, std::size_t most,
                                            const std::stop_token &stop) {
    std::vector<OomExplanation> result;
    const auto &device = *source.device;
    const auto &events = source.store->events();
    for (std::uint32_t i = 0; i < device.eventCount && result.size() < most; ++i) {
        const auto row = device.firstEvent + i;
        if (events.action(row) != SnapshotAction::OutOfMemory) {
            continue;
        }
        if (stop.stop_requested()) {
            break;
        }
        OomExplanation oom;
        oom.event = i;
        oom.requested = events.bytes(row);
        oom.deviceFree = events.address(row);
        oom.active = device.allocations.activeBytes[i];
        oom.reserved = device.allocations.reservedAfter(i);
        oom.pending = AllocatorState::after(*source.store, device, i + 1).pendingBytes();
        const MemoryPlace asked{events.stream(row), events.pool(row), isSmallBlock(oom.requested)};
        for (const auto &space : freeSpaceAfter(source, i + 1)) {
            oom.freeRuns += space.runs;
            if (space.place() == asked) {
                oom.freeOfStream = space.free();
                oom.largestOfStream = space.largest;
            } else if (space.stream != asked.stream || space.pool != asked.pool) {
                oom.releasableElsewhere += space.releasable;
            }
        }
        const auto known = oom.reserved + oom.deviceFree;
        oom.outside = capacity > known ? capacity - known : 0;
        oom.cause = causeOf(oom, capacity);
        result.push_back(oom);
    }
    return result;
}

}  // namespace stagescope
