#pragma once

#include "core/base/message.h"

#include <optional>

namespace stagescope {

class SnapshotSession;

/// Why pages of snapshots have nothing to show and how a snapshot is recorded; nothing when there is one.
[[nodiscard]] std::optional<Message> snapshotEmptyReason(const SnapshotSession &session);
/// The same, or that the history is being worked out.
[[nodiscard]] std::optional<Message> snapshotPageText(const SnapshotSession &session);

}  // namespace stagescope
