#pragma once

#include "core/analysis/pipeline/schedule/pipeline_cell.h"
#include "core/session/workspace.h"

#include <optional>
#include <string_view>
#include <vector>

namespace stagescope {

/// By the name of a communication operator: send, receive, or several at once ("hcom_batchSendRecv__...",
/// "ncclSendRecv"); nothing for collectives.
[[nodiscard]] std::optional<P2pOp::Kind> p2pKindOf(std::string_view name);

/// Point-to-point operations of a capture by begin: from its tables, else from the operators of a loaded trace. The
/// other end is known where the file tells it, or where the group has two ranks. Any thread.
[[nodiscard]] std::vector<P2pOp> p2pOps(const RankCapture &capture);

}  // namespace stagescope
