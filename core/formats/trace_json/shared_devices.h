#pragma once

#include "core/formats/trace_json/work_owners.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace stagescope {

/// What stands on a stream of a device: work, or a range or a wait that profilers put beside it. Times in ns.
struct DeviceEvent {
    std::uint64_t offset = 0;
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::uint32_t stream = 0;
    std::uint32_t process = 0;
    bool isWork = false;
    bool isRange = false;                 ///< from the first work of a range of the host to the last
    std::optional<std::uint32_t> host{};  ///< that launched it, where known
};

/// Events of devices that several hosts drive.
struct SharedEvents {
    std::map<std::uint32_t, std::vector<std::uint64_t>> own;  ///< by host: offsets, ascending
    std::uint64_t unclaimedWorks = 0;                         ///< nobody knows whose they are
    std::uint64_t unclaimedOthers = 0;
};

/// Work is of its host; a range of the one whose works begin and end with it; what is left of the one in whose block of
/// the file it stands. O(n log n).
[[nodiscard]] SharedEvents sharedEvents(std::span<const DeviceEvent> events, const FileBlocks &blocks);

}  // namespace stagescope
