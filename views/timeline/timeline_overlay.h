#pragma once

#include "core/base/selection_state.h"
#include "core/scene/timeline/timeline_scene.h"

class QPainter;
class QPen;

namespace stagescope {

/// What lies over the scene of the timeline, cut to the rows in numbers: the painter needs no clip. Leave other pens
/// and brushes behind. GUI thread.

/// The stretch of time that is selected: its ends, its part of the ruler, an outline around its lanes.
void paintRange(QPainter &painter, const TimelineLayout &layout, const TimelineSceneOptions &options,
                const SelectionState &state);
/// The stretch of time that search and flows are kept to.
void paintLock(QPainter &painter, const TimelineSceneOptions &options, const std::optional<AlignedRange> &lock);
/// Around a slice; nothing for one that is not in sight.
void outlineSlice(QPainter &painter, const TimelineLayout &layout, const TimelineSceneOptions &options,
                  const SliceRef &slice, const QPen &pen);
/// Around the header of a rank.
void outlineRank(QPainter &painter, const TimelineLayout &layout, const TimelineSceneOptions &options,
                 const RankRef &rank);
/// The label of a row.
void tintLabel(QPainter &painter, const TimelineLayout &layout, const TimelineSceneOptions &options,
               const TimelineNode &node);

}  // namespace stagescope
