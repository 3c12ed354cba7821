#pragma once

#include "core/analysis/snapshot/stack_sums.h"
#include "core/scene/kit/flame_scene.h"
#include "core/scene/kit/scene.h"
#include "core/scene/kit/scene_pen.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stagescope {

/// The tree as boxes, as wide as their bytes.
[[nodiscard]] std::vector<FlameBox> flameBoxes(const StackTree &tree);
/// Blocks by who made them. O(nodes).
[[nodiscard]] FlameScene buildMemoryFlameScene(const SnapshotHistory &history, const StackTree &tree,
                                               const FlameSceneOptions &options, const SceneStyle &style);
/// What a node stands for.
[[nodiscard]] std::string nodeText(const SnapshotHistory &history, const StackTree &tree, std::uint32_t node,
                                   const SceneStyle &style);

/// The first rows of a list of places: a bar as long as its bytes, figures and name.
[[nodiscard]] Scene buildStackListScene(const SnapshotHistory &history, const std::vector<StackRow> &rows, int width,
                                        int height, const SceneStyle &style);

}  // namespace stagescope
