#pragma once

#include "core/base/item_ref.h"
#include "core/base/time.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stagescope {

/// Rows of a track in the timeline: the depths firstDepth <= d < endDepth; of a counter its one row.
struct LaneRef {
    static constexpr std::uint32_t kAllDepths = 0xffffffffU;

    RunId run;
    SourceId source;
    TrackId track;
    std::uint32_t firstDepth = 0;
    std::uint32_t endDepth = kAllDepths;
    Nanos offset{0};  ///< common clock = the rank's clock + offset, as the row stood when it was chosen
    bool operator==(const LaneRef &) const = default;
};

/// What is chosen, for all views at once. A value: compare, copy, store. Empty vectors mean "no restriction".
/// items.front() is the primary item: the one whose details are shown.
struct SelectionState {
    std::vector<RankRef> ranks;
    std::optional<std::int64_t> step;
    std::string group;  ///< id of the communication group (PipelineGroup::id), empty = none chosen
    std::optional<AlignedRange> range;
    std::vector<ItemRef> items;
    std::vector<LaneRef> lanes;  ///< rows that the range is cut to: with it a box; empty = all rows

    /// A new stretch of time, or none, and with it other rows.
    void setRange(std::optional<AlignedRange> to, std::vector<LaneRef> rows = {}) {
        range = to;
        lanes = std::move(rows);
    }

    bool operator==(const SelectionState &) const = default;
};

}  // namespace stagescope
