#pragma once

#include "core/analysis/snapshot/snapshot_history.h"
#include "core/analysis/snapshot/stack_groups.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// Which blocks of a history are meant.
enum class BlockChoice : std::uint8_t {
    AtPeak,      ///< in use when most was
    AtMoment,    ///< in use at a moment
    MadeIn,      ///< allocated in a range of events
    LeftOf,      ///< allocated in a range and not freed in it
    NeverFreed,  ///< allocated in the history and still there at its end
};
struct BlockQuestion {
    BlockChoice choice = BlockChoice::AtPeak;
    std::uint32_t moment = 0;  ///< for AtMoment
    std::uint32_t begin = 0;   ///< events, for MadeIn and LeftOf
    std::uint32_t end = 0;
    bool operator==(const BlockQuestion &) const = default;
};

/// Blocks of one group of a SnapshotHistory.
struct StackSum {
    std::uint32_t group = 0;
    std::uint64_t bytes = 0;
    std::uint64_t blocks = 0;
    std::uint64_t smallest = 0;
    std::uint64_t largest = 0;
    std::uint64_t freed = 0;           ///< of the blocks: both ends lie in the history
    std::uint64_t lifetimeEvents = 0;  ///< of these, summed
};

/// By group, most bytes first. The groups sum up to all blocks that are meant. O(blocks in use) for a moment, O(blocks
/// allocated) for a range.
[[nodiscard]] std::vector<StackSum> stackSums(const SnapshotHistory &history, const BlockQuestion &question,
                                              const std::stop_token &stop = {});

/// Groups put together by whole stack, or by the first frame of the user's program; most bytes first. `name` is empty
/// for groups without a stack.
struct StackRow {
    std::string name;
    StackSum sum;  ///< its group is the one with the most bytes
};
[[nodiscard]] std::vector<StackRow> stackRows(const SnapshotHistory &history, const std::vector<StackSum> &sums,
                                              StackGrouping grouping);

/// The frames of all stacks as a tree, outermost calls first, for a flame graph.
struct StackTree {
    struct Node {
        FrameId frame;            ///< invalid for the root and for groups without a stack
        std::uint32_t group = 0;  ///< with the most bytes of those through it
        std::uint64_t groupBytes = 0;
        std::uint32_t parent = 0;
        std::uint32_t depth = 0;
        std::uint64_t begin = 0;  ///< bytes to its left
        std::uint64_t bytes = 0;
        std::uint64_t blocks = 0;
    };
    std::vector<Node> nodes;  ///< the root first, parents before children, siblings by bytes
    std::uint32_t depth = 0;  ///< of the deepest
};
/// O(frames of the stacks).
[[nodiscard]] StackTree stackTree(const SnapshotHistory &history, const std::vector<StackSum> &sums);

}  // namespace stagescope
