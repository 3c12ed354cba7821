#pragma once

#include "core/store/trace/flow_table.h"
#include "core/store/trace/process_pairs.h"
#include "core/store/trace/trace_builder.h"

#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// A start, step or end of an arrow.
struct FlowEnd {
    std::int64_t time = 0;
    std::uint64_t id = 0;
    StringId category;
    TrackId track;
    FlowPhase phase = FlowPhase::Start;
    std::uint32_t process = 0;  ///< any number of the process of the track
};

struct MatchedFlows {
    std::vector<Flow> flows;
    std::uint64_t lostStarts = 0;  ///< without an end
    std::uint64_t lostEnds = 0;    ///< without a start
    std::uint64_t ambiguous = 0;   ///< ends that starts of several processes may belong to
};

/// What is known of the processes of a file beside its arrows.
struct ProcessTies {
    ProcessMarks marks;
    /// The process that starts what a device's process does, where launches tell (as ProcessPairs::all).
    std::map<std::uint32_t, std::uint32_t> drivers;
};

/// Of processes by what the file calls them; `drivers` as MergeOptions::drivers, those that are not there are left out.
[[nodiscard]] ProcessTies tiesOf(const std::map<std::string_view, std::uint32_t> &processes,
                                 const std::map<std::string, std::string> &drivers);

/// Arrows of ends in any order, matched by (category, id). An end belongs to the latest start or step before it; one
/// that comes before every start (device clock ahead of the host's) belongs to the first. Where several processes use
/// the same ids for a category, each has its own arrows and those of the processes that it drives (process_pairs.h).
/// Nothing when stopped. O(n log n).
[[nodiscard]] std::optional<MatchedFlows> matchFlows(std::vector<FlowEnd> ends, const ProcessTies &ties,
                                                     const std::stop_token &stop);

}  // namespace stagescope
