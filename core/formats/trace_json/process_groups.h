#pragma once

#include "core/base/result.h"
#include "core/formats/io/load_control.h"

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// Processes, as a trace names them: "300", "[TP01] 300".
using ProcessNames = std::set<std::string, std::less<>>;

/// What a trace that was read to its end tells of its processes. Value type.
struct TraceProcesses {
    struct Process {
        bool marksSteps = false;   ///< a profiler or program marks its steps in it
        ProcessNames launchers{};  ///< whose calls launched what it does
        std::string title{};       ///< its names in metadata and those of its threads, separated by blanks
    };
    std::map<std::string, Process, std::less<>> all;
    std::uint64_t works = 0;  ///< of devices
    /// Devices that several drive, or of which it is not known who launched all that they do.
    ProcessNames shared{};
    std::map<std::string, std::vector<std::uint64_t>, std::less<>> own{};  ///< by host, SharedEvents::own of these
    std::uint64_t unclaimedWorks = 0;                                      ///< SharedEvents
    std::uint64_t unclaimedOthers = 0;
};

/// What one rank is in a trace that holds several: a process of a host, the devices that it drives, and what else bears
/// its mark.
struct ProcessGroup {
    std::string host;
    std::string title;  ///< TraceProcesses::Process::title
    ProcessNames processes{};
    ProcessNames shared{};  ///< devices that others drive, too: their events are those of `own`
    std::shared_ptr<const std::vector<std::uint64_t>> own{};  ///< offsets, ascending; null: none
    /// Of the devices that are shared, in no group; of so many works of all the file.
    std::uint64_t unclaimedWorks = 0;
    std::uint64_t unclaimedOthers = 0;
    std::uint64_t works = 0;
};

/// The host processes that drive devices; where no device does anything, those that mark steps. Work of a device that
/// several drive goes with who launched it, what nobody can know of it with none. What belongs to none of them (a
/// coordinator, counters of the machine) goes with the first. Empty where there is only one, and where of more than a
/// tenth of the work nobody knows who launched it: then what was recorded is one. By host, numbers in their order.
/// O(processes^2).
[[nodiscard]] std::vector<ProcessGroup> processGroups(TraceProcesses processes);

/// The groups of a file. Looks into it at some places from its begin to its end (a compressed file is unpacked for
/// that) and, where these show calls of several processes, reads all of it once more; what was found is remembered for
/// as long as the file does not change. Empty when it cannot be read or when stopped. Any thread.
[[nodiscard]] std::vector<ProcessGroup> processGroupsOf(const std::string &path, const LoadControl &control);

}  // namespace stagescope
