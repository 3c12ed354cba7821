#pragma once

#include "core/base/selection_state.h"
#include "core/scene/timeline/timeline_scene.h"

#include <vector>

namespace stagescope {

/// What a drag over the rows of the timeline covers.
struct TimelineBox {
    int top = 0;  ///< screen y: whole rows, or whole depths
    int bottom = 0;
    std::vector<LaneRef> lanes;  ///< empty: all rows
};

/// The rows between two heights of the screen, in any order: whole tracks, or with `byDepth` the depths that were
/// touched. Headers above rows that are shown count only when nothing else was touched; a drag that begins on the ruler
/// or ends up on no row means all. O(rows).
[[nodiscard]] TimelineBox timelineBox(const TimelineLayout &layout, const TimelineSceneOptions &options, int fromY,
                                      int toY, bool byDepth);

/// Where lanes are drawn over a stretch of time, cut to the data in sight. O(rows in sight * lanes).
[[nodiscard]] std::vector<SceneBox> timelineBoxesOf(const TimelineLayout &layout, const TimelineSceneOptions &options,
                                                    AlignedRange range, const std::vector<LaneRef> &lanes);

}  // namespace stagescope
