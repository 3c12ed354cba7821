#pragma once

#include "core/scene/timeline/timeline_scene.h"

#include <QtCore/QPoint>
#include <QtCore/QString>

#include <utility>
#include <vector>

namespace stagescope {

/// What the pointer is on, as rich text: the name of a row, a slice with its times, the value of a counter within the
/// pixel. Empty where there is nothing to tell. O(log n). This and the others: GUI thread.
[[nodiscard]] QString timelineTip(const TimelineLayout &layout, const TimelineSceneOptions &options, QPoint position);

/// What slices and rows are called. Empty for those that are not in the layout.
[[nodiscard]] QString sliceName(const TimelineLayout &layout, const SliceRef &slice);
[[nodiscard]] QString rowName(const TimelineLayout &layout, const TimelineNode &node);

/// Every track and process as "rank / process / track", shown or not. O(tracks).
[[nodiscard]] std::vector<std::pair<QString, TimelineNode>> trackPaths(const TimelineLayout &layout);

}  // namespace stagescope
