#pragma once

#include "core/analysis/run/facts.h"
#include "core/session/workspace.h"

#include <optional>
#include <stop_token>

namespace stagescope {

/// Facts of blocks, events, ranges of events, segments and stacks of memory snapshots; nothing for other items and for
/// what is not loaded. O(allocations) for the totals of a stack or range; on the pool.
[[nodiscard]] std::optional<ItemFacts> snapshotFacts(const Run &run, const ItemRef &item,
                                                     const std::stop_token &stop = {});

}  // namespace stagescope
