#pragma once

#include "core/session/workspace.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace stagescope {

enum class StepSource : std::uint8_t {
    Table,  ///< the profiler's own table of steps
    Trace,  ///< ProfilerStep#N ranges of the trace
};
[[nodiscard]] std::string_view stepSourceText(StepSource source);

/// A step as the host saw it, on the clock of the rank.
struct StepBounds {
    std::int64_t step = 0;
    RankRange range;
    StepSource source = StepSource::Table;
};

/// The number in "ProfilerStep#13", "step13" or "13".
[[nodiscard]] std::optional<std::int64_t> stepNumber(std::string_view name);

/// Steps of a capture by begin, one per number: from the table of steps, else from ProfilerStep ranges on host tracks
/// (where several threads carry the same step, from its first begin to its last end). Any thread; O(steps log steps)
/// from a table, O(slices of class Step's tracks) from a trace.
[[nodiscard]] std::vector<StepBounds> rankSteps(const RankCapture &capture);

/// Duration of the step called `step`: its bounds' position in `steps`, or steps.size().
[[nodiscard]] std::size_t findStep(const std::vector<StepBounds> &steps, std::int64_t step);

}  // namespace stagescope
