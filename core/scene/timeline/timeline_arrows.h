#pragma once

#include "core/scene/timeline/timeline_scene.h"

#include <cstddef>
#include <string>
#include <vector>

namespace stagescope {

/// A flow of a trace between two slices: launch to kernel, forward to backward, one queue to the next.
struct SliceArrow {
    SliceRef from;
    SliceRef to;
    AlignedTime begin;
    AlignedTime end;
    std::string category;
};

enum class ArrowDirection : bool { Out, In };

/// Arrows that leave or reach a slice or what is nested in it, by time; at most `limit`. Ends that no slice covers are
/// left out. O(log n + arrows in the slice's time).
[[nodiscard]] std::vector<SliceArrow> timelineArrows(const TimelineLayout &layout, const SliceRef &slice,
                                                     ArrowDirection direction, std::size_t limit);

/// From where to where an arrow is drawn: middles of the rows, positions in time cut to just outside of the data. An
/// end whose row is scrolled out below the pinned rows lies at their edge, one among pinned rows that are scrolled
/// likewise.
struct ArrowLine {
    int fromX = 0;
    int fromY = 0;
    int toX = 0;
    int toY = 0;
    bool operator==(const ArrowLine &) const = default;
};
struct ArrowEnd {
    SliceRef slice;
    AlignedTime time;
};
/// Nothing when an end lies in a rank that is not shown, or both are scrolled out at the edge of the pinned rows.
[[nodiscard]] std::optional<ArrowLine> timelineLineOf(const TimelineLayout &layout, const TimelineSceneOptions &options,
                                                      const ArrowEnd &from, const ArrowEnd &to);

}  // namespace stagescope
