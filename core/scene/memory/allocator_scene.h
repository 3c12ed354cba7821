#pragma once

#include "core/analysis/snapshot/snapshot_history.h"
#include "core/scene/kit/scene.h"
#include "core/scene/kit/scene_pen.h"
#include "core/scene/memory/address_surface.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace stagescope {

struct AllocatorOptions {
    int width = 0;
    int height = 0;
    std::uint32_t moment = 0;
};

/// The allocator at a moment: segments with blocks and gaps, stream by stream. Costs O(blocks in use * log) whatever
/// the length of the history.
struct AllocatorScene {
    Scene scene;
    Box plot;
    int lineHeight = 0;

    /// Boxes of some bytes on a surface, cut to the plot.
    [[nodiscard]] std::vector<Box> boxesOf(const AddressSurface &surface, std::uint16_t stream, std::uint64_t address,
                                           std::uint64_t size) const;
    [[nodiscard]] std::optional<AddressSurface::Place> placeAt(const AddressSurface &surface, int x, int y) const;
};
/// The surface for a picture of this size.
[[nodiscard]] AddressSurface surfaceFor(const SnapshotHistory &history, int width, int height, const SceneStyle &style);
[[nodiscard]] AllocatorScene buildAllocatorScene(const SnapshotHistory &history, const AddressSurface &surface,
                                                 const AllocatorOptions &options, const SceneStyle &style);

/// What holds an address at a moment. O(in use).
[[nodiscard]] std::optional<LiveBlocks::Block> blockAt(const SnapshotHistory &history, std::uint32_t moment,
                                                       const AddressSurface::Place &place);
[[nodiscard]] std::optional<LiveBlocks::Block> segmentAt(const SnapshotHistory &history, std::uint32_t moment,
                                                         const AddressSurface::Place &place);

/// Figures of a stream at a moment.
struct StreamFigures {
    std::uint16_t stream = 0;
    std::uint64_t reserved = 0;
    std::uint64_t inUse = 0;  ///< as requested
    std::uint64_t pending = 0;
    std::uint64_t blocks = 0;
    std::uint64_t gaps = 0;
    std::uint64_t free = 0;  ///< in gaps of more than 512 bytes: up to that may be rounding of the block before
    std::uint64_t largestGap = 0;
    std::uint64_t releasable = 0;                         ///< reserved pieces without a block
    std::map<std::uint16_t, std::uint64_t> freeByPool{};  ///< `free` by the pool that alone can use it again
};
[[nodiscard]] std::vector<StreamFigures> streamFigures(const SnapshotHistory &history, std::uint32_t moment);

}  // namespace stagescope
