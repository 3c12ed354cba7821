#pragma once

#include "core/base/selection_state.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

namespace stagescope {

/// A stretch of time, or a box, that search and arrows are kept to. A value.
struct SelectionLock {
    AlignedRange range;
    std::vector<LaneRef> lanes{};       ///< empty = all rows
    std::map<RankRef, Nanos> shifts{};  ///< of ranks on that axis, beyond their clocks

    /// Whether what a rank did in a time of the common clock lies in it, at least in part.
    [[nodiscard]] bool touches(const RankRef &rank, AlignedRange time) const {
        const auto it = shifts.find(rank);
        const Nanos shift = it == shifts.end() ? Nanos{0} : it->second;
        return time.begin + shift < range.end && time.end + shift >= range.begin;
    }
    /// Whether a slice of a depth lies on its rows. O(lanes).
    [[nodiscard]] bool touches(const SliceRef &slice, std::uint32_t depth) const {
        const auto holds = [&](const LaneRef &lane) {
            return lane.run == slice.run && lane.source == slice.source && lane.track == slice.track &&
                   lane.firstDepth <= depth && depth < lane.endDepth;
        };
        return lanes.empty() || std::any_of(lanes.begin(), lanes.end(), holds);
    }
    bool operator==(const SelectionLock &) const = default;
};

}  // namespace stagescope
