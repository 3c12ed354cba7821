#pragma once

#include "core/scene/timeline/timeline_layout.h"
#include "views/timeline/timeline_actions.h"

#include <optional>

namespace stagescope {

/// Does to an arrangement what a command says that is about rows: those about all of them, and those about one when
/// `row` is given. Others change nothing. `layout` is what is shown now. Pure; any thread.
void runOnRows(TimelineArrangement &arrangement, const TimelineLayout &layout, TimelineCommand command,
               const std::optional<TimelineNode> &row);

/// The process whose streams would share a row: that of a track, or the row itself; nothing with fewer than two.
[[nodiscard]] std::optional<TimelineNode> processToMerge(const TimelineLayout &layout,
                                                         const std::optional<TimelineNode> &row);

}  // namespace stagescope
