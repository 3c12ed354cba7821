#pragma once

#include "core/analysis/flame/flame_tree.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace stagescope {

/// Two trees of call paths as one: each path that either has. Paths are the same when their frames are, by kind and
/// name; addresses in names ("object at 0x7f12") do not count. Names of threads hold numbers that change from one
/// process to the next: threads that do not have the same name are matched by what is left without digits, the busiest
/// with the busiest.
struct FlameDifference {
    FlameTree tree;                ///< with the figures of the one side; 0 for paths that only the other has
    std::vector<FlameNode> other;  ///< figures of the other side, by node of `tree`; kind, name and parent as there

    /// This side - the other one. What is below a node sums up as it does in each tree: the difference of the roots is
    /// that of the totals.
    [[nodiscard]] Nanos grown(std::uint32_t node, FlameWidth width) const {
        return flameWidth(tree.nodes[node], width) - flameWidth(other[node], width);
    }
};
/// The longest call of a path is that of the one side, else of the other. O(n log n) of the paths of both.
[[nodiscard]] FlameDifference flameDifference(const FlameTree &tree, const FlameTree &other);

/// How wide boxes are so that each shows what it has on either side: the larger of both of what a path has outside of
/// the paths below, and the widths of those. By node. O(n).
[[nodiscard]] std::vector<std::uint64_t> differenceSizes(const FlameDifference &difference, FlameWidth width);

}  // namespace stagescope
