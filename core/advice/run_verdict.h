#pragma once

#include "core/base/message.h"
#include "core/base/time.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace stagescope {

struct Run;
struct StepLength;
struct TimeSplit;

/// What the rules' silence means: THE owner of "no finding". Built from the checks that ran and from what they could
/// look at; whoever shows findings says its headline where there are none, and its notes beside them.
struct RunVerdict {
    enum class Ground : std::uint8_t {
        Nothing,  ///< no check could look, or nothing tells where the time of a step goes and there is no snapshot
        Part,     ///< ranks are missing or incomplete, data were lost, a snapshot could not be checked for leaks, or
                  ///< more checks could not look than could
        Whole,
    };
    Ground ground = Ground::Nothing;
    Message headline{};  ///< for a run without findings: "No finding." of Ground::Whole alone
    std::vector<Message>
        notes{};  ///< ranks found, complete and judged, those to copy again, those without files; what was not read
};
/// What ran of all checks.
struct ChecksMade {
    std::size_t looked = 0;
    std::size_t unchecked = 0;       ///< could not look
    std::size_t uncheckedLeaks = 0;  ///< snapshots of which nothing says whether they leak
};
/// What the profiler itself took of the typical step (nothing: of any), the median of ranks; nothing where that is not
/// known or not noticeable. It is in the trace and not in the job: no finding, and what explains idle time that no
/// finding is about. O(n log n).
[[nodiscard]] std::optional<Message> profilerNote(const std::vector<TimeSplit> &splits,
                                                  std::optional<std::int64_t> step);
/// What "per step" means where it is not the typical step: no steps are marked, so that the whole capture counts as
/// one, or costs are means of all steps (`base`) since some are much longer. O(n log n).
[[nodiscard]] std::optional<Message> stepNote(const std::vector<StepLength> &steps, Nanos base);
/// O(what capabilities cost). Any thread.
[[nodiscard]] RunVerdict verdictOn(const Run &run, const ChecksMade &checks);

}  // namespace stagescope
