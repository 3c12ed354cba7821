#pragma once

#include "core/base/import_log.h"
#include "core/base/result.h"
#include "core/formats/snapshot/snapshot_pieces.h"
#include "core/store/snapshot/snapshot_store.h"

#include <memory>
#include <stop_token>
#include <string>

namespace stagescope {

/// How the pieces were read.
struct SnapshotOrigin {
    std::string path;
    int protocol = -1;       ///< of the pickle, -1 = JSON
    bool isComplete = true;  ///< false: the file broke off
    std::uint64_t saturatedNumbers = 0;
};

/// Orders what was read below `root` by device, mends what torch_npu writes wrongly about workspaces, and replays each
/// history. Newest layout, the lists of `history` of 2022 and bare lists of segments alike. What had to be left out or
/// mended goes to the log. Malformed: the value is no memory snapshot; Cancelled. O(events).
[[nodiscard]] Result<std::shared_ptr<const SnapshotStore>> assembledSnapshot(SnapshotPieces pieces, PickleValue root,
                                                                             const SnapshotOrigin &origin,
                                                                             ImportLog &log,
                                                                             const std::stop_token &stop);

}  // namespace stagescope
