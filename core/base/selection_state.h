#pragma once

#include "core/base/item_ref.h"
#include "core/base/time.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stagescope {

/// What is chosen, for all views at once. A value: compare, copy, store. Empty vectors mean "no restriction".
/// items.front() is the primary item: the one whose details are shown.
struct SelectionState {
    std::vector<RankRef> ranks;
    std::optional<std::int64_t> step;
    std::string group;  ///< id of the communication group (PipelineGroup::id), empty = none chosen
    std::optional<AlignedRange> range;
    std::vector<ItemRef> items;

    bool operator==(const SelectionState &) const = default;
};

}  // namespace stagescope
