#pragma once

#include "core/base/result.h"
#include "core/store/snapshot/snapshot_store.h"

#include <functional>
#include <stop_token>
#include <string_view>

namespace stagescope {

/// Takes the next piece of a file, up to about a megabyte. False: it could not be written.
using TextSink = std::function<bool(std::string_view piece)>;

/// The snapshot as JSON with the keys of PyTorch's pickle (segments, device_traces, external_annotations,
/// allocator_settings): what readSnapshot and other tools for snapshots read. Call stacks are written out at each
/// event. What reading has mended (workspaces, addresses of old blocks) is written mended. Errors: ReadFailed where the
/// sink refuses; Cancelled. O(bytes written), memory for the text of the distinct call stacks.
[[nodiscard]] Status writeSnapshotJson(const SnapshotStore &snapshot, const TextSink &sink,
                                       const std::stop_token &stop = {});
/// Its events, one a line: device, event, action, address, size_bytes, stream, pool, time_ns, text, stack (innermost
/// call first, "; " between). Unknown times are empty. Errors and cost as above.
[[nodiscard]] Status writeSnapshotCsv(const SnapshotStore &snapshot, const TextSink &sink,
                                      const std::stop_token &stop = {});

}  // namespace stagescope
