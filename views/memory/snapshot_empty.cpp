#include "views/memory/snapshot_empty.h"

#include "views/common/empty_reason.h"
#include "views/memory/snapshot_desk.h"

namespace stagescope {

std::optional<Message> snapshotEmptyReason(const SnapshotDesk &desk) {
    if (desk.chosen() == nullptr) {
        return desk.isLoading() ? Message("memory.empty.loading")
                                : emptyBecause(desk.workspace(), "memory.empty.no_snapshot");
    }
    if (desk.history() != nullptr && desk.history()->events() == 0) {
        return Message("memory.empty.no_history");
    }
    return std::nullopt;
}

std::optional<Message> snapshotPageText(const SnapshotDesk &desk) {
    const auto reason = snapshotEmptyReason(desk);
    return reason || desk.history() != nullptr ? reason : std::optional(Message("memory.working"));
}

}  // namespace stagescope
