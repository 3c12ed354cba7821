#pragma once

#include "core/base/result.h"
#include "core/session/workspace.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace stagescope {

/// What of a run goes into one trace.
struct MergedTraceChoice {
    std::vector<int> ranks{};             ///< empty: all that are loaded
    std::optional<std::int64_t> step{};   ///< nothing: all the time
    std::optional<AlignedRange> range{};  ///< of the common clock; nothing: all the time
};

struct MergedTraceContent {
    std::uint64_t slices = 0;
    std::uint64_t samples = 0;
    std::uint64_t flows = 0;
    std::vector<int> ranks{};  ///< of which there is something
};

/// Writes timelines of several ranks as one trace in the trace event format (Chrome, Perfetto, Stagescope): a process
/// for each rank, its tracks as threads, on the common clock of the run; categories are the words of
/// resources/dialects/stagescope.json. Slices that overlap without nesting get threads of their own, since the format
/// knows none; an arrow is at the thread of its slice. Counters that share a name within a rank have that of their
/// process in front. Times count from the first event, to the nanosecond, `baseTimeNanoseconds` says since when.
/// `distributedInfo` has the groups and sizes of the job, where they are known. Calls and the work on devices that they
/// launched have arguments: a number for each call, and what tables know of the work. `write` takes the text piece by
/// piece; an error of it ends all. Slices that reach into the time that was chosen are whole, flows are those within.
/// Errors: NotFound where nothing is there; Cancelled. Any thread; O(slices x log slices).
[[nodiscard]] Result<MergedTraceContent> writeMergedTrace(const Run &run, const MergedTraceChoice &choice,
                                                          const std::function<Status(std::string_view)> &write,
                                                          const std::stop_token &stop);

}  // namespace stagescope
