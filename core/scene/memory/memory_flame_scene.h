#pragma once

#include "core/analysis/snapshot/stack_sums.h"
#include "core/scene/kit/scene.h"
#include "core/scene/kit/scene_pen.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace stagescope {

struct MemoryFlameOptions {
    int width = 0;
    int height = 0;          ///< at least; the scene is as high as its frames need
    std::uint32_t root = 0;  ///< the node that has the whole width
};

/// Blocks by who made them: callers above, what they call below, as wide as their bytes. Nodes narrower than a pixel
/// are left out. O(nodes).
struct MemoryFlameScene {
    struct Part {
        Box box;
        std::uint32_t node = 0;
    };
    Scene scene;
    std::vector<Part> parts;

    [[nodiscard]] std::optional<std::uint32_t> nodeAt(int x, int y) const;
};
[[nodiscard]] MemoryFlameScene buildMemoryFlameScene(const SnapshotHistory &history, const StackTree &tree,
                                                     const MemoryFlameOptions &options, const SceneStyle &style);
/// What a node stands for.
[[nodiscard]] std::string nodeText(const SnapshotHistory &history, const StackTree &tree, std::uint32_t node,
                                   const SceneStyle &style);

/// The first rows of a list of places: a bar as long as its bytes, figures and name.
[[nodiscard]] Scene buildStackListScene(const SnapshotHistory &history, const std::vector<StackRow> &rows, int width,
                                        int height, const SceneStyle &style);

}  // namespace stagescope
