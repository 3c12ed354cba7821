#pragma once

#include "core/base/item_ref.h"
#include "core/base/key_values.h"
#include "core/base/result.h"
#include "core/session/workspace.h"

namespace stagescope {

/// All that is known of one slice: first the facts of the loaded trace under the stable keys "name", "rank", "track"
/// (process and track, joined by " / "), "start_ns" (from the beginning of the trace), "start_raw_ns" (as the file
/// says), "duration_ns", "self_ns" (duration without the slices one depth below), "depth", "same_name_count" (in the
/// track); then the arguments, read again from the file. When the file does not give them, the facts stand alone,
/// followed by "arguments_error". Errors: NotFound for a slice that is not loaded. O(slices of the track); reads the
/// file, so not on the GUI thread for large ones.
[[nodiscard]] Result<KeyValues> sliceDetails(const Workspace &workspace, const SliceRef &slice);

}  // namespace stagescope
