#pragma once

#include "core/base/import_log.h"
#include "core/base/result.h"
#include "core/store/trace/summary_lanes.h"
#include "core/store/trace/trace_builder.h"
#include "core/store/trace/trace_health.h"
#include "core/store/trace/trace_store.h"

#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// What mergeTraces needs beside the builders.
struct MergeOptions {
    std::string source;        ///< path, for the log
    ImportLog *log = nullptr;  ///< unmatched begins and ends, overlaps, flows without a partner; never null
    std::stop_token stop{};
    unsigned workers = 1;  ///< threads to use, tracks are independent of each other
    bool summaryLanes =
        false;  ///< whether lanes that sum up others are added where the file has none (summary_lanes.h)
    /// Steps that the lane of steps shows in place of those that are marked; may be empty, and give none.
    std::function<std::vector<NamedStep>(const TraceStore &trace)> steps{};
    /// ns; what the file counts its times from, so that it is added to them; unless they lie behind it already.
    std::int64_t origin = 0;
    /// Where it stands, what was found of the rows that cannot be as the file says goes there (trace_health.h).
    TraceHealth *health = nullptr;
    /// Whether two works of a stream, given by their rows, were launched by one call, a graph, so that they may run
    /// beside one another; may be empty. Asked for what overlaps only.
    std::function<bool(std::uint64_t row, std::uint64_t other)> isOneLaunch{};
    /// By process of a device, the process that launches its work; empty: several may. Of files of several processes.
    std::map<std::string, std::string> drivers{};
    /// Decides the kind of a track when its process and its own name are known (trace JSON); may be empty.
    std::function<TrackKind(std::string_view processName, std::string_view trackName, TrackKind kind)> classify{};
    /// Decides the class of the slices of a track once its kind is known; may be empty. Called once for each track,
    /// what it gives once for each slice; names stay where they are meanwhile.
    using SliceClassifier = std::function<SliceClass(std::string_view sliceName, SliceClass klass)>;
    std::function<SliceClassifier(TrackKind kind, std::string_view processName, std::string_view trackName)>
        reclassify{};
};

/// Builders of one file to one immutable store: strings and tracks are unified, begins and ends paired, slices sorted
/// where they are not, checked where they lie on a stream, and nested, track by track in
/// parallel. Builders are consumed and freed on the way: peak is the rows plus the largest tracks in flight. Nothing is
/// dropped silently: every row is in the store or counted in the log under trace.unmatched_end,
/// trace.unmatched_flow_start, trace.unmatched_flow_end, trace.ambiguous_flow, trace.too_deep, trace.negative_duration;
/// trace.not_ended counts ranges that nothing ends (kept to the end of the trace), trace.overlap slices that overlap
/// without nesting (kept, on a row of their own). Errors: Cancelled. O(n log n) for unsorted tracks, O(n) for sorted
/// ones.
[[nodiscard]] Result<std::shared_ptr<const TraceStore>> mergeTraces(std::vector<TraceBuilder> builders,
                                                                    const MergeOptions &options);

}  // namespace stagescope
