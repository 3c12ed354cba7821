#pragma once

#include "core/analysis/run/facts.h"
#include "core/session/workspace.h"

#include <optional>
#include <stop_token>

namespace stagescope {

/// Nothing when the workspace does not hold the item. Reads the item's track, or the pipeline chart: milliseconds; on
/// the pool. self_time is the duration less that of the slices one depth below; same_name counts slices of that name on
/// the track.
[[nodiscard]] std::optional<ItemFacts> itemFacts(const Workspace &workspace, const ItemRef &item,
                                                 const std::stop_token &stop = {});

}  // namespace stagescope
