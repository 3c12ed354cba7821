#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace stagescope {

/// Times in which a thread was off its CPUs, by begin, disjoint; ns.
struct OffCpu {
    std::int64_t begin = 0;
    std::int64_t end = 0;
};

/// How many calls a record covers, and in how many of them the thread was not on a CPU, which cannot be.
struct LaunchFit {
    std::size_t covered = 0;
    std::size_t offCpu = 0;
};
/// `offset` + clock of the record = clock of the calls. Both ascending. O(calls x log waits).
[[nodiscard]] LaunchFit fitOf(std::span<const std::int64_t> calls, std::span<const OffCpu> waits, std::int64_t offset);

/// The offset that has most calls in times in which their thread ran; nothing where none has nearly all of them there,
/// or offsets far from each other do as well. Long times without calls are laid over long waits:
///
///     calls      | |||   |||            ||| |
///     the thread ------   -------------- ----    <- ran, waited, ran
[[nodiscard]] std::optional<std::int64_t> guessedOffset(std::span<const std::int64_t> calls,
                                                        std::span<const OffCpu> waits, const std::stop_token &stop);

}  // namespace stagescope
