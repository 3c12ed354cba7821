#pragma once

#include "core/analysis/flame/flame_tree.h"
#include "core/scene/kit/flame_scene.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace stagescope {

/// Call paths with their places. A value; the tree is shared by models of other widths.
struct OperatorFlameModel {
    std::shared_ptr<const FlameTree> tree{};  ///< null: there is nothing to be asked
    FlameWidth width = FlameWidth::Device;
    std::vector<FlameBox> boxes{};  ///< by node of the tree

    [[nodiscard]] bool isEmpty() const { return boxes.empty() || boxes.front().size == 0; }
};
/// O(n log n) of the paths.
[[nodiscard]] OperatorFlameModel operatorFlameModel(std::shared_ptr<const FlameTree> tree, FlameWidth width);

/// `caption`: what the root says before its time. O(paths).
[[nodiscard]] FlameScene buildOperatorFlameScene(const OperatorFlameModel &model, const FlameSceneOptions &options,
                                                 const std::string &caption, const SceneStyle &style);
/// Name of a frame or kernel in the user's language.
[[nodiscard]] std::string operatorFlameText(const OperatorFlameModel &model, std::uint32_t node,
                                            const SceneStyle &style);

}  // namespace stagescope
