#pragma once

#include "tests/strangers/stranger.h"

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

/// Who is who: folders of traces whose processes, devices, numbers, clocks and names are those of many producers. What
/// was written is kept per process and device, so that a test can add it up without the program. Times are ns.
namespace strangers {

struct LaunchedKernel {
    std::string name;
    std::int64_t launch = 0, begin = 0, duration = 0;
    std::size_t step = 0;  ///< position in the steps of its process
};
struct DrivenDevice {
    int number = 0;
    std::vector<LaunchedKernel> kernels;  ///< one after the other
};
struct TracedProcess {
    int rank = 0;
    int pid = 0;
    std::vector<std::pair<std::int64_t, std::int64_t>> steps;  ///< begin, end
    std::vector<DrivenDevice> devices;
};

enum class FilesOfJob : std::uint8_t {
    Split,   ///< a file for each process
    Merged,  ///< one file for all
    Both,    ///< as tools leave them that merge what stays there
};

/// What a merged file calls the devices of its processes.
enum class DeviceNumbers : std::uint8_t {
    OfHost,   ///< each device has one
    Anew,     ///< each process counts from 0: devices of several have one number
    Shifted,  ///< by the rank: the second of a process has the number of the first of the next
};
enum class OrderOfEvents : std::uint8_t { ByProcess, ByTime, ByNumber };

struct TracedJob {
    std::string folder;  ///< below that of the scene; empty: in it
    std::string prefix;  ///< of the names of its kernels, and of its files where it needs one
    FilesOfJob files = FilesOfJob::Split;
    std::size_t producer = 0;    ///< whose names its files have
    bool tellsRanks = false;     ///< distributedInfo
    bool countsAnew = true;      ///< numbers of launches begin at 1 in each process
    bool isRelative = false;     ///< times count from baseTimeNanoseconds
    bool hasDeviceNames = true;  ///< metadata events
    bool marksMerged = true;     ///< "[TP01] 300" for a process of a merged file
    DeviceNumbers deviceNumbers = DeviceNumbers::OfHost;
    OrderOfEvents order = OrderOfEvents::ByProcess;  ///< of a merged file
    bool hasOperators = false;                       ///< and their numbers, of calls and kernels
    bool hasOtherCalls = false;                      ///< that take numbers, too
    bool hasDeviceRanges = false;
    std::int64_t firstStep = 1;
    std::vector<TracedProcess> processes;
    /// Whether the program can know which rank a process is.
    [[nodiscard]] bool ranksAreKnown() const;
    /// Whether devices of several processes have one name in its file.
    [[nodiscard]] bool sharesDevices() const;
};

struct IdentityScene {
    std::vector<TracedJob> jobs;  ///< several: they have nothing to do with one another
    [[nodiscard]] std::string text() const;
};

/// Pure.
[[nodiscard]] IdentityScene imagineIdentity(std::uint64_t seed);
/// False when a file cannot be written.
[[nodiscard]] bool writeIdentity(const IdentityScene &scene, const std::string &folder);

}  // namespace strangers
