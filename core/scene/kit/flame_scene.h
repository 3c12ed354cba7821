#pragma once

#include "core/scene/kit/scene.h"
#include "core/scene/kit/scene_pen.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stagescope {

/// A box of a flame graph before it has a place in pixels: [begin, begin + size) of what the first box, the root, is
/// wide. Parents come before their children and hold them; siblings do not overlap.
struct FlameBox {
    std::uint64_t begin = 0;
    std::uint64_t size = 0;
    std::uint32_t depth = 0;
    std::uint32_t parent = 0;
};

struct FlameSceneOptions {
    int width = 0;
    int height = 0;          ///< at least; the scene is as high as its boxes need
    std::uint32_t root = 0;  ///< the box that has the whole width
};

/// Asked only about boxes that are drawn, by their position.
struct FlameLook {
    std::function<Color(std::uint32_t)> color;
    std::function<std::string(std::uint32_t)> text;
};

/// A flame graph: what calls above, what it calls below. Boxes narrower than a pixel are left out. O(boxes).
struct FlameScene {
    struct Part {
        Box box;
        std::uint32_t node = 0;
    };
    Scene scene;
    std::vector<Part> parts;

    [[nodiscard]] std::optional<std::uint32_t> nodeAt(int x, int y) const;
};
[[nodiscard]] FlameScene buildFlameScene(std::span<const FlameBox> boxes, const FlameSceneOptions &options,
                                         const FlameLook &look, const SceneStyle &style);

enum class FlameMove : std::uint8_t { Out, In, Left, Right };
/// The parent, the widest child, or the neighbour of the same parent on that side; the box itself where there is none.
/// O(boxes).
[[nodiscard]] std::uint32_t flameNeighbour(std::span<const FlameBox> boxes, std::uint32_t node, FlameMove move);

}  // namespace stagescope
