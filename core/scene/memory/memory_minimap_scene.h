#pragma once

#include "core/analysis/snapshot/snapshot_history.h"
#include "core/scene/kit/scene.h"
#include "core/scene/kit/scene_pen.h"
#include "core/scene/kit/time_axis.h"
#include "core/scene/memory/event_axis.h"

namespace stagescope {

/// The whole history as a strip: bytes in use as an area, reserved ones as a line, failed allocations. O(width).
struct MemoryMinimapScene {
    Scene scene;
    TimeAxis axis;  ///< over all of the history
    Box plot;
};

[[nodiscard]] MemoryMinimapScene buildMemoryMinimapScene(const SnapshotHistory &history, const EventAxis &axis,
                                                         int width, int height, const SceneStyle &style);

}  // namespace stagescope
