#pragma once

#include "core/analysis/snapshot/snapshot_source.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace stagescope {

/// How blocks are put together.
enum class StackGrouping : std::uint8_t {
    Stack,  ///< by whole call stack
    Frame,  ///< by the first frame of the user's own program
};

/// Blocks that the same place made.
struct StackGroup {
    std::string name;         ///< of the frame or stack; "(no frames)", "(older than the history)"
    StackId stack{0};         ///< of one of its blocks
    std::uint64_t bytes = 0;  ///< as requested
    std::uint64_t blocks = 0;
    std::uint64_t smallest = 0;
    std::uint64_t largest = 0;
};

/// The blocks in use after `events` events by who made them, largest first. Blocks that are older than the history and
/// whose maker is not known are a group of their own, so that the groups sum up to all bytes in use. O(allocations).
[[nodiscard]] std::vector<StackGroup> stackGroups(const SnapshotSource &source, std::uint32_t events,
                                                  StackGrouping grouping);
/// False: older than the history and gone by its end, so that the stack is that of its free.
[[nodiscard]] bool knowsItsMaker(const Allocation &allocation);
/// Name of the group of an allocation.
[[nodiscard]] std::string groupName(const SnapshotSource &source, const Allocation &allocation, StackGrouping grouping);
/// Sum of the groups' bytes.
[[nodiscard]] std::uint64_t bytesOf(std::span<const StackGroup> groups);

}  // namespace stagescope
