#pragma once

#include "core/analysis/snapshot/snapshot_history.h"
#include "core/scene/kit/scene.h"
#include "core/scene/kit/scene_pen.h"
#include "core/scene/kit/time_axis.h"
#include "core/scene/memory/event_axis.h"
#include "core/scene/memory/memory_blocks_scene.h"

#include <cstdint>
#include <optional>

namespace stagescope {

/// What is stacked.
enum class SnapshotSeries : std::uint8_t { Blocks, Segments };

struct MemoryTimelineOptions {
    int width = 0;
    int height = 0;
    SnapshotSeries series = SnapshotSeries::Blocks;
    AlignedRange window;  ///< of the axis
    bool showsReserved = true;
};

/// Memory over a history: blocks in use or segments from the driver, stacked; the reserved line, what was there before
/// the history, the peak in sight, failed allocations, snapshots, stretches of the program. At most a few milliseconds
/// for any window of ten million events.
struct MemoryTimelineScene {
    Scene scene;
    TimeAxis axis;
    Box plot;
    MemoryBlocksPicture picture;
    SnapshotSeries series = SnapshotSeries::Blocks;

    /// Upper edge of an amount of bytes.
    [[nodiscard]] int yOf(std::uint64_t bytes) const;
    /// Boxes of one block (of LiveBlocks), or of all blocks of a group; cut to the plot. O(parts).
    [[nodiscard]] std::vector<Box> boxesOfBlock(LiveBlocks::Block block) const;
    [[nodiscard]] std::vector<Box> boxesOfGroup(std::uint32_t group) const;
};

[[nodiscard]] MemoryTimelineScene buildMemoryTimelineScene(const SnapshotHistory &history, const EventAxis &axis,
                                                           const MemoryTimelineOptions &options,
                                                           const SceneStyle &style);

/// The colour of a group of blocks, the same in all scenes of memory.
[[nodiscard]] Color groupColor(const SnapshotHistory &history, std::uint32_t group);
/// Its name for people.
[[nodiscard]] std::string groupText(const SnapshotHistory &history, std::uint32_t group, const SceneStyle &style);
/// Multiples of 1, 2, 5, 10 ... of a binary unit from 0 up to `top`, about `most` of them.
struct ByteTick {
    std::uint64_t bytes = 0;
    std::string label;
};
[[nodiscard]] std::vector<ByteTick> byteTicks(std::uint64_t top, int most);

}  // namespace stagescope
