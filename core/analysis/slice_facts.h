#pragma once

#include "core/base/key_values.h"
#include "core/store/trace_store.h"

#include <optional>
#include <stop_token>
#include <string>

namespace stagescope {

/// "Process / track".
[[nodiscard]] std::string trackPath(const TraceStore &trace, TrackId track);
/// Time of a slice that no slice one depth below covers. O(log n + children).
[[nodiscard]] Nanos selfTime(const SliceTable &slices, const Slice &slice);
/// The innermost slice that covers a point of its track; where none does, the innermost that ends there.
/// O(depths * log n).
[[nodiscard]] std::optional<SliceId> innermostAt(const SliceTable &slices, RankTime time);
/// Self time, nesting, others of the same name on the track, arrows: appended to `facts`. O(slices of the track).
void addSliceFacts(const TraceStore &trace, TrackId track, const Slice &slice, KeyValues &facts,
                   const std::stop_token &stop);

}  // namespace stagescope
