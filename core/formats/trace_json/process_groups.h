#pragma once

#include "core/base/result.h"
#include "core/formats/io/load_control.h"

#include <map>
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
        bool isUnclear = false;    ///< of some of its work nobody knows who launched it
        ProcessNames launchers{};  ///< whose calls launched what it does
        std::string title{};       ///< its names in metadata, separated by blanks
    };
    std::map<std::string, Process, std::less<>> all;
    bool hasWork = false;  ///< of devices
};

/// What one rank is in a trace that holds several: a process of a host, the devices that it drives, and what else bears
/// its mark.
struct ProcessGroup {
    std::string host;
    std::string title;  ///< TraceProcesses::Process::title
    ProcessNames processes;
};

/// The host processes that drive devices of their own; where no device does anything, those that mark steps. What
/// belongs to none of them (a coordinator, counters of the machine) goes with the first. Empty where there is only one,
/// and where several drive one device or nobody knows who drives it: then what was recorded cannot be told apart.
/// By host, numbers in their order. O(processes^2).
[[nodiscard]] std::vector<ProcessGroup> processGroups(const TraceProcesses &processes);

/// The groups of a file. Looks into it at some places (of compressed files: into the first 32 MiB) and, where these
/// show calls of several processes, reads it once to its end; what was found is remembered for as long as the file does
/// not change. Empty when it cannot be read or when stopped. Any thread.
[[nodiscard]] std::vector<ProcessGroup> processGroupsOf(const std::string &path, const LoadControl &control);

}  // namespace stagescope
