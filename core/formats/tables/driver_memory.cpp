#include "core/formats/tables/driver_memory.h"

#include "core/formats/tables/memory_rows.h"

#include <algorithm>
#include <map>
#include <utility>

namespace stagescope {

void giveDriverMemory(std::vector<DriverAllocation> events, std::int64_t origin, Sink &sink) {
    std::stable_sort(events.begin(), events.end(),
                     [](const DriverAllocation &a, const DriverAllocation &b) { return a.time < b.time; });
    MemoryTables tables;
    std::map<std::pair<std::int64_t, bool>, std::int64_t> held;  // by device, and whether it is pinned memory
    std::map<std::uint64_t, std::size_t> open;                   // by address, which no two devices of a process share
    std::vector<std::pair<const DriverAllocation *, const DriverAllocation *>> lives;
    for (const auto &event : events) {
        const auto known = open.find(event.address);
        const auto *given = &event;
        if (!event.isRelease) {
            open[event.address] = lives.size();
            lives.emplace_back(&event, nullptr);
        } else if (known != open.end()) {
            given = lives[known->second].first;
            lives[known->second].second = &event;
            open.erase(known);
        } else {
            continue;
        }
        auto &sum = held[{given->device, given->isPinned}];
        if (__builtin_add_overflow(sum, event.isRelease ? -given->bytes : given->bytes, &sum)) {
            sum = INT64_MAX;
        }
        MemorySampleRecord row;
        row.level = "process";
        row.component = given->isPinned ? "pinned host" : "APP";
        row.device = given->device;
        row.at = event.time + origin;
        row.allocated = std::max<std::int64_t>(sum, 0);
        tables.samples.append(row);
    }
    for (const auto &[given, taken] : lives) {
        MemoryOpRecord row;
        row.name = given->isPinned ? "Pinned memory" : "Device memory";
        row.bytes = given->bytes;
        row.device = given->device;
        row.allocated = given->time + origin;
        row.released = taken == nullptr ? kNoMemoryTime : taken->time + origin;
        tables.ops.append(row);
    }
    tables.give(sink);
}

}  // namespace stagescope
