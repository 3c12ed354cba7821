#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>

namespace stagescope {

/// Memory that this process can have: the least of the machine's, of its control group's and of its own address space
/// (ulimit -v). Bytes. Any thread.
[[nodiscard]] std::uint64_t memoryAvailable();
/// Memory that this process has filled by now (resident and anonymous), as the system counts it. Bytes. Any thread.
[[nodiscard]] std::uint64_t memoryInUse();

/// Gives what was freed back to the system: the allocator keeps it in pieces that the next large thing may not fit.
/// Takes up to some 100 ms; any thread.
void returnFreedMemory();

/// How much memory the process may fill; 0, as it begins, is no limit. One limit for the whole process, because memory
/// is: whatever a file makes grow counts, without a sum per structure. Reading stops at a share of it (`checkMemory`),
/// so that sorting and judging what was read find room in the rest. Any thread.
void setMemoryLimit(std::uint64_t bytes);
[[nodiscard]] std::uint64_t memoryLimit();

/// To be asked by whoever reads a piece of a file, before each: Limit once reading has filled its share. Asks the
/// system at most once a millisecond, so it may be called for every few KB.
[[nodiscard]] Status checkMemory(const std::string &path);

/// What may come out of a file of so many bytes: 4 MiB, 64 times its first MiB and 128 times the rest. Profiles give at
/// most 36 times theirs, whatever compressed them: every event has a time of its own. Small files are held shorter,
/// since a row in memory takes up to thirty times its text.
[[nodiscard]] constexpr std::uint64_t expansionLimit(std::uint64_t fileBytes) {
    constexpr std::uint64_t kMebi = std::uint64_t{1} << 20;
    constexpr std::uint64_t kTimes = 128;
    constexpr std::uint64_t kTimesOfSmall = 64;
    constexpr std::uint64_t kMost = ~std::uint64_t{0};
    const std::uint64_t small = fileBytes < kMebi ? fileBytes : kMebi;
    const std::uint64_t base = 4 * kMebi + kTimesOfSmall * small;
    const std::uint64_t rest = fileBytes - small;
    return rest > (kMost - base) / kTimes ? kMost : base + kTimes * rest;
}

}  // namespace stagescope
