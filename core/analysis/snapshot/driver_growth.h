#pragma once

#include "core/analysis/snapshot/free_space.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace stagescope {

/// How one place came to the most that it ever had from the driver: what was free when it asked for the last of it.
struct DriverGrowth {
    std::uint32_t event = 0;          ///< the first of the events that brought the memory; the state is that before it
    std::uint32_t served = 0;         ///< gave out the block that was asked for; the last of the others where none did
    std::uint64_t grown = 0;          ///< bytes that they brought
    std::uint64_t wanted = 0;         ///< the block that was asked for, rounded
    std::uint64_t reserved = 0;       ///< of the whole device, before
    FreeSpace own;                    ///< of the place
    std::uint64_t freeElsewhere = 0;  ///< other streams and pools of the same size class
    std::uint64_t largestElsewhere = 0;  ///< their longest free run

    /// Enough was free, but in pieces that are too short.
    [[nodiscard]] bool isFragmented() const { return own.free() >= wanted && own.largest < wanted; }
    /// Another stream or pool had a free piece that would have done.
    [[nodiscard]] bool isIsolated() const {
        return own.largest < wanted && !isFragmented() && largestElsewhere >= wanted;
    }
};

/// Of the places that had the most, eight at most, each with at least `least` bytes; those that the history saw grow
/// to their most. Growth below an earlier maximum costs nothing new. O(n log n) for each.
[[nodiscard]] std::vector<DriverGrowth> driverGrowths(const SnapshotSource &source, std::uint64_t least,
                                                      const std::stop_token &stop = {});

}  // namespace stagescope
