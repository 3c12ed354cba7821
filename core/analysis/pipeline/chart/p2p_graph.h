#pragma once

#include "core/session/workspace.h"

#include <vector>

namespace stagescope {

/// Pipelines as their transfers tell them, in stage order, by first rank: ranks that exchange with one another, where
/// they form a chain (each rank with its neighbours only) or a ring of at least three (interleaved chunks go round). A
/// chain begins at the end that sends first; a ring at the rank that sends before all others, in the direction of that
/// send; where only batches tell, with the smaller rank. Other shapes are no pipelines. Only transfers whose other end
/// is known count. O(operations).
[[nodiscard]] std::vector<std::vector<int>> pipelinesOfTransfers(const Run &run);

}  // namespace stagescope
