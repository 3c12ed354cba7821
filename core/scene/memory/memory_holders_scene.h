#pragma once

#include "core/analysis/memory/memory_holders.h"
#include "core/scene/kit/scene_pen.h"

#include <string>

namespace stagescope {

struct MemoryHoldersOptions {
    int width = 0;
    int height = 0;
    std::string heading;  ///< whose memory and when, in the user's language
};

/// Who had how much at a moment: a bar and the figures of each, what no operator holds, and the whole that they make.
/// Those that have no room are one line. O(rows).
[[nodiscard]] Scene buildMemoryHoldersScene(const MemoryHolders &holders, const MemoryHoldersOptions &options,
                                            const SceneStyle &style);

}  // namespace stagescope
