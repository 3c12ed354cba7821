#pragma once

#include "core/store/trace/slice_table_builder.h"
#include "core/store/trace/trace_store.h"

#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// Ends the names of processes whose lanes are worked out here and not told by the file.
constexpr std::string_view kComputedMark = " (computed)";
[[nodiscard]] inline bool isComputedProcess(std::string_view name) { return name.ends_with(kComputedMark); }

/// Whether a track is such a lane: its slices are no rows of the file.
[[nodiscard]] inline bool isComputedLane(const TraceStore &trace, const Track &track) {
    return track.parent.isValid() && isComputedProcess(trace.text(trace.track(track.parent).name));
}

/// The process whose lane holds the steps.
constexpr std::string_view kStepsProcess = "Steps";

/// A lane that sums up others.
struct SummaryLane {
    std::string name;
    /// Slices of class Overlap, which is never counted as work; names by position in `names`.
    std::vector<SliceRow> rows;
    std::vector<std::string> names;
};
struct SummaryProcess {
    std::string name;   ///< with kComputedMark
    std::string label;  ///< of the device
    std::vector<SummaryLane> lanes;
};

/// A step to be shown where others count than those that the trace marks.
struct NamedStep {
    std::string name;
    std::int64_t begin = 0;
    std::int64_t end = 0;
};
/// Their lane.
[[nodiscard]] SummaryProcess stepsLane(std::span<const NamedStep> steps);

/// What the profiler of Ascend writes as "Overlap Analysis", for traces without it, one process per device: computing
/// and communication (unions), communication not overlapped, and free time from the first to the last of both. And a
/// lane of steps where steps are marked among the calls of the host and have no lane of their own: ranges of one name
/// that overlap are one, others are occurrences. Nothing of what the trace has already. `slices` by TrackId. O(n) for
/// lanes in order of time. Stopped: incomplete.
[[nodiscard]] std::vector<SummaryProcess> summaryLanes(std::span<const Track> tracks,
                                                       std::span<const SliceTable> slices, const StringPool &strings,
                                                       const std::stop_token &stop);

}  // namespace stagescope
