#pragma once

#include "core/store/sink.h"
#include "core/store/tables/memory_records.h"

#include <cstdint>
#include <vector>

namespace stagescope {

/// Memory that a driver gave or took back. ns, bytes.
struct DriverAllocation {
    std::int64_t time = 0;
    std::int64_t bytes = 0;    ///< of a release: what it tells, or 0
    std::int64_t device = -1;  ///< of a release nobody asks
    std::uint64_t address = 0;
    bool isPinned = false;  ///< memory of the host
    bool isRelease = false;
};

/// What a process holds of each device after each of them, and each block with its life, as MemorySamples and
/// MemoryOps; times are moved by `origin`. Releases of what was given before the recording are left out. O(n log n).
void giveDriverMemory(std::vector<DriverAllocation> events, std::int64_t origin, Sink &sink);

}  // namespace stagescope
