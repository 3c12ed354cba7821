#pragma once

#include "core/base/key_values.h"
#include "core/store/trace_store.h"

#include <stop_token>
#include <string>

namespace stagescope {

/// "Process / track".
[[nodiscard]] std::string trackPath(const TraceStore &trace, TrackId track);
/// Time of a slice that no slice one depth below covers. O(log n + children).
[[nodiscard]] Nanos selfTime(const SliceTable &slices, const Slice &slice);
/// Self time, nesting, others of the same name on the track, arrows: appended to `facts`. O(slices of the track).
void addSliceFacts(const TraceStore &trace, TrackId track, const Slice &slice, KeyValues &facts,
                   const std::stop_token &stop);

}  // namespace stagescope
