#pragma once

#include "core/base/selection_state.h"
#include "core/base/time.h"
#include "core/session/workspace.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace stagescope {

/// Slices of one depth of a track, side by side in its table: positions first <= i < end.
struct SliceRun {
    std::uint32_t depth = 0;
    std::uint32_t first = 0;
    std::uint32_t end = 0;

    [[nodiscard]] std::uint32_t size() const { return end - first; }
};

/// Slices of a depth that touch a stretch of time; a point touches the instant it lies at. O(log n).
[[nodiscard]] SliceRun sliceRun(const SliceTable &slices, std::uint32_t depth, RankRange range);

/// A lane of the workspace: its trace, and the stretch on the trace's own clock.
struct LaneSlices {
    LaneRef lane;
    std::shared_ptr<const TraceStore> trace;
    RankRange range;
    int rank = -1;

    [[nodiscard]] const Track &track() const { return trace->track(lane.track); }
    [[nodiscard]] const SliceTable &slices() const { return trace->slices(lane.track); }
    /// Depths of the lane that its track has.
    [[nodiscard]] std::uint32_t endDepth() const { return std::min(lane.endDepth, slices().depthCount()); }
};

/// Lanes whose trace is loaded, each once, cut to `range`.
[[nodiscard]] std::vector<LaneSlices> loadedLanes(const Workspace &workspace, AlignedRange range,
                                                  const std::vector<LaneRef> &lanes);

/// Every track of the main run's ranks (empty = all loaded ones) except for the computed overlap lanes, which repeat
/// what others show. O(tracks).
[[nodiscard]] std::vector<LaneRef> workLanes(const Workspace &workspace, const std::vector<int> &ranks);

/// The lanes of a selection: those of its box, else all work of its ranks.
[[nodiscard]] std::vector<LaneRef> selectedLanes(const Workspace &workspace, const SelectionState &state);
/// The ranks of a run that these lanes belong to, ascending, each once. O(lanes log lanes).
[[nodiscard]] std::vector<int> ranksOfLanes(const Run &run, const std::vector<LaneRef> &lanes);

}  // namespace stagescope
