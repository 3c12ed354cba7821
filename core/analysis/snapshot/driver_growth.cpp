#include "core/analysis/snapshot/driver_growth.h"

#include <algorithm>
#include <map>

namespace stagescope {

namespace {

constexpr std::size_t kPlaces = 8;
constexpr std::uint32_t kNear = 16;  // an allocation follows its memory at once, but for marks in between

struct Most {
    MemoryPlace place;
    std::uint64_t bytes = 0;
    std::uint32_t event = event_index::kBefore;  ///< at which it was reached first
};

/// The most that each place ever had.
std::vector<Most> mostByPlace(const SnapshotSource &source) {
    struct Change {
        std::uint64_t moment = 0;  ///< events that lie behind
        MemoryPlace place;
        std::uint64_t bytes = 0;
        bool isGone = false;
    };
    const MemoryPlaces places(source);
    std::vector<Change> changes;
    for (const auto &span : source.device->allocations.spans) {
        const auto place = places.placeOf(span);
        changes.push_back({span.begin == event_index::kBefore ? 0 : std::uint64_t{span.begin} + 1, place, span.size});
        if (event_index::isEvent(span.end)) {
            changes.push_back({std::uint64_t{span.end} + 1, place, span.size, true});
        }
    }
    std::stable_sort(changes.begin(), changes.end(),
                     [](const Change &a, const Change &b) { return a.moment < b.moment; });
    std::map<MemoryPlace, std::pair<std::uint64_t, Most>> sums;
    for (const auto &change : changes) {
        auto &[bytes, most] = sums[change.place];
        bytes = change.isGone ? bytes - std::min(bytes, change.bytes) : bytes + change.bytes;
        if (bytes > most.bytes) {
            most = {change.place, bytes,
                    change.moment == 0 ? event_index::kBefore : static_cast<std::uint32_t>(change.moment - 1)};
        }
    }
    std::vector<Most> result;
    for (const auto &[place, sum] : sums) {
        result.push_back(sum.second);
    }
    return result;
}

bool brings(SnapshotAction action) {
    return action == SnapshotAction::SegmentAlloc || action == SnapshotAction::SegmentMap;
}

/// Pages are mapped in several events for one block.
std::uint32_t firstOf(const SnapshotSource &source, std::uint32_t last, std::uint64_t &grown) {
    const auto &events = source.store->events();
    const auto row = source.device->firstEvent + last;
    grown = events.bytes(row);
    std::uint32_t first = last;
    while (first > 0 && brings(events.action(source.device->firstEvent + first - 1)) &&
           events.stream(source.device->firstEvent + first - 1) == events.stream(row)) {
        --first;
        grown += events.bytes(source.device->firstEvent + first);
    }
    return first;
}

/// The block that is asked for and the event that gives it out.
void findWanted(const SnapshotSource &source, std::uint32_t last, DriverGrowth &growth) {
    growth.served = last;
    growth.wanted = growth.grown;
    const auto &events = source.store->events();
    const auto stream = events.stream(source.device->firstEvent + last);
    for (std::uint32_t i = last + 1; i < source.device->eventCount && i - last <= kNear; ++i) {
        const auto row = source.device->firstEvent + i;
        if (events.action(row) == SnapshotAction::Alloc && events.stream(row) == stream) {
            growth.served = i;
            growth.wanted = roundedBlock(events.bytes(row));
            return;
        }
    }
}

DriverGrowth growthTo(const SnapshotSource &source, const Most &most) {
    DriverGrowth growth;
    growth.event = firstOf(source, most.event, growth.grown);
    findWanted(source, most.event, growth);
    growth.own.stream = most.place.stream;
    growth.own.pool = most.place.pool;
    growth.own.isSmall = most.place.isSmall;
    for (const auto &space : freeSpaceAfter(source, growth.event)) {
        growth.reserved += space.reserved;
        if (space.place() == most.place) {
            growth.own = space;
        } else if (space.isSmall == most.place.isSmall) {
            growth.freeElsewhere += space.free();
            growth.largestElsewhere = std::max(growth.largestElsewhere, space.largest);
        }
    }
    return growth;
}

}  // namespace

std::vector<DriverGrowth> driverGrowths(const SnapshotSource &source, std::uint64_t least,
                                        const std::stop_token &stop) {
    auto places = mostByPlace(source);
    std::erase_if(places, [&](const Most &most) { return !event_index::isEvent(most.event) || most.bytes < least; });
    std::stable_sort(places.begin(), places.end(), [](const Most &a, const Most &b) { return a.bytes > b.bytes; });
    places.resize(std::min(places.size(), kPlaces));
    std::vector<DriverGrowth> result;
    for (const auto &most : places) {
        if (stop.stop_requested()) {
            break;
        }
        result.push_back(growthTo(source, most));
    }
    return result;
}

}  // namespace stagescope
