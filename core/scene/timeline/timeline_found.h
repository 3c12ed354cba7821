#pragma once

#include "core/scene/timeline/timeline_scene.h"

#include <span>

namespace stagescope {

/// Marks what a search found: a bar at the foot of each slice (of the row that stands for it, where that is folded),
/// a tick on the ruler above it. `found` in the order of tracks, so that a row is looked up once. Slices that are not
/// loaded or not in sight are passed over; those that share a pixel get one bar. O(found), 0.2 us each in sight.
void drawFound(Scene &scene, const TimelineLayout &layout, const TimelineSceneOptions &options,
               std::span<const SliceRef> found);

inline constexpr int kFoundBarHeight = 3;

}  // namespace stagescope
