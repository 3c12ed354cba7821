#pragma once

#include "core/scene/timeline/timeline_scene.h"
#include "core/session/marks.h"
#include "core/session/selection.h"
#include "views/common/mark_painter.h"
#include "views/timeline/timeline_actions.h"

#include <QtCore/QPoint>

#include <optional>

namespace stagescope {

/// Names on the foot of the ruler, bands down to the last row.
[[nodiscard]] MarkArea timelineMarkArea(const TimelineLayout &layout, const TimelineSceneOptions &options);

/// Does what one of the commands SetFlag, MarkRange, DeleteMark, UndoMark, RedoMark says; nothing where no marks are
/// open. A flag is set at `time`, `range` is what is marked (nothing or empty: no mark). GUI thread.
void runOnMarks(Marks *marks, TimelineCommand command, AlignedTime time, const std::optional<AlignedRange> &range);

/// A click takes the mark there in hand; a range's time is selected, so that its statistics are shown. False where
/// there is none. `marks` may be null.
bool takeMark(Marks *marks, const MarkArea &area, const TextMetrics &metrics, QPoint position, Selection *selection,
              QObject *origin);

}  // namespace stagescope
