#pragma once

#include "core/base/item_ref.h"
#include "core/session/workspace.h"

#include <optional>
#include <vector>

namespace stagescope {

/// The slice of the operator that was given a piece of memory: the innermost one of its name on a track of the host
/// around the time of the allocation. Nothing when no trace of the rank has it. O(tracks x depth x log slices).
[[nodiscard]] std::optional<SliceRef> operatorSlice(const Run &run, const MemoryOpRef &op);

/// When memory may have been allocated for a slice, on its rank's clock, the closest first: the slice's own time on the
/// host; for work on a device the operators of the framework around its launch, from the innermost to the outermost,
/// since memory is allocated when work is launched. Empty when the trace does not tell the launch. O(depth x log
/// slices).
[[nodiscard]] std::vector<RankRange> allocationWindows(const Run &run, const SliceRef &slice);

}  // namespace stagescope
