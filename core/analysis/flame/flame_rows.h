#pragma once

#include "core/analysis/flame/flame_tree.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// A node with its call path.
struct FlameTreeRow {
    std::uint32_t node = 0;
    std::string path;  ///< frames from the outermost on, separated by semicolons
};

/// Nodes of these sizes (flameSizes()) that have any, without the root: each before what lies below it, larger siblings
/// first. O(n log n + length of the paths).
[[nodiscard]] std::vector<FlameTreeRow> flameRows(const FlameTree &tree, std::span<const std::uint64_t> sizes);
/// Name of a frame; what has none is called as its kind.
[[nodiscard]] std::string_view frameText(const FlameTree &tree, const FlameNode &node);

}  // namespace stagescope
