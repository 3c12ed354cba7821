#pragma once

#include "core/analysis/memory/live_blocks.h"
#include "core/scene/kit/scene.h"
#include "core/scene/kit/scene_pen.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace stagescope {

/// Width of a column of exact blocks.
inline constexpr int kBlockColumn = 2;

/// What is in sight, and where.
struct MemoryBlocksOptions {
    Box area;  ///< of the blocks, in the scene
    /// The event at the left edge of each pixel of the area and of kBlockColumn beyond it, ascending.
    std::vector<std::uint32_t> edges{};
    std::uint64_t top = 0;  ///< bytes at the upper edge; 0 = the peak in sight
    /// Colour of a group; the same for blocks and for groups in the distance.
    std::function<Color(std::uint32_t group)> color{};
};

/// A picture of alive memory with what stands where.
struct MemoryBlocksPicture {
    struct Part {
        Box box;
        LiveBlocks::Block block = 0;  ///< where blocks are exact, else 0
        std::uint32_t group = 0;
        bool isMany = false;  ///< blocks lower than a pixel, or the groups beyond the greatest
    };
    bool isExact = false;   ///< single blocks are seen; else sums by group
    std::uint64_t top = 0;  ///< bytes at the upper edge
    std::vector<Part> parts;

    /// Index of the part at a point. O(parts).
    [[nodiscard]] std::optional<std::size_t> partAt(int x, int y) const;
};

/// Blocks as they are stacked in order of allocation: what lies above one that is freed comes down. Exact while the
/// window has at most kExactEvents events and blocks: each column shows the state at its greatest total, each block
/// from half a pixel of height is a part of its own. Beyond that sums by group, at the peak of each column or bucket.
/// O(alive + events in the window * log(blocks in it)), at most a few milliseconds.
[[nodiscard]] MemoryBlocksPicture memoryBlocksPicture(const LiveBlocks &live, const MemoryBlocksOptions &options);
/// Draws the parts.
void drawMemoryBlocks(ScenePen &pen, const MemoryBlocksPicture &picture, const MemoryBlocksOptions &options);
/// Edges of a window in which all events have the same width.
[[nodiscard]] std::vector<std::uint32_t> evenEdges(double firstEvent, double lastEvent, int width,
                                                   std::uint32_t events);

inline constexpr std::uint32_t kExactEvents = 65536;

}  // namespace stagescope
