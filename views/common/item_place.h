#pragma once

#include "core/base/item_ref.h"
#include "core/base/time.h"
#include "core/session/workspace.h"

#include <optional>

namespace stagescope {

/// Where a slice lies: its rank and its time on the run's common clock. What a view needs to mark a slice of another
/// view in its own rows.
struct SlicePlace {
    int rank = 0;
    AlignedRange range;
};
/// Nothing when the slice's trace is not loaded. O(captures).
[[nodiscard]] std::optional<SlicePlace> placeOf(const Workspace &workspace, const SliceRef &slice);
/// The rank that an item lies on; nothing where it lies on none or on several. O(captures).
[[nodiscard]] std::optional<RankRef> rankHolding(const Workspace &workspace, const ItemRef &item);

}  // namespace stagescope
