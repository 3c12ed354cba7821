#pragma once

#include "core/analysis/flame/flame_difference.h"
#include "core/scene/kit/flame_scene.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace stagescope {

/// Call paths with their places. A value; the paths are shared by models of other widths.
struct OperatorFlameModel {
    std::shared_ptr<const FlameDifference> paths{};  ///< null: there is nothing to be asked
    FlameWidth width = FlameWidth::Device;
    std::vector<FlameBox> boxes{};  ///< by node of the tree

    [[nodiscard]] const FlameTree &tree() const { return paths->tree; }
    /// Whether there is another side.
    [[nodiscard]] bool isDifference() const { return paths != nullptr && !paths->other.empty(); }

    [[nodiscard]] bool isEmpty() const { return boxes.empty() || boxes.front().size == 0; }
};
/// Of paths whose `other` is empty the tree alone. O(n log n) of the paths.
[[nodiscard]] OperatorFlameModel operatorFlameModel(std::shared_ptr<const FlameDifference> paths, FlameWidth width);

/// `caption`: what the root says before its time. Boxes of a difference are as wide as what a path has on either side
/// (differenceSizes()), red where it takes longer than on the other side, blue where it takes less, the stronger the
/// larger the part of the path's time is. O(paths).
[[nodiscard]] FlameScene buildOperatorFlameScene(const OperatorFlameModel &model, const FlameSceneOptions &options,
                                                 const std::string &caption, const SceneStyle &style);
/// Name of a frame or kernel in the user's language.
[[nodiscard]] std::string operatorFlameText(const OperatorFlameModel &model, std::uint32_t node,
                                            const SceneStyle &style);

}  // namespace stagescope
