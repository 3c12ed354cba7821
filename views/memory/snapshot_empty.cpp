#include "views/memory/snapshot_empty.h"

#include "views/common/empty/empty_reason.h"
#include "views/memory/snapshot_session.h"

namespace stagescope {

std::optional<Message> snapshotEmptyReason(const SnapshotSession &session) {
    if (session.chosen() == nullptr) {
        return session.isLoading() ? Message("memory.empty.loading")
                                   : emptyBecause(session.workspace(), "memory.empty.no_snapshot", "snapshot_blocks");
    }
    if (session.history() != nullptr && session.history()->events() == 0) {
        return Message("memory.empty.no_history");
    }
    return std::nullopt;
}

std::optional<Message> snapshotPageText(const SnapshotSession &session) {
    const auto reason = snapshotEmptyReason(session);
    return reason || session.history() != nullptr ? reason : std::optional(Message("memory.working"));
}

}  // namespace stagescope
