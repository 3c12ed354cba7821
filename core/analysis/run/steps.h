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
    std::int64_t step = 0;  ///< step_id.h
    RankRange range;
    StepSource source = StepSource::Table;
    /// From the first begin to the last end of the device work that was launched in it; nothing where launches are not
    /// recorded.
    std::optional<RankRange> device{};
};

/// The number in "ProfilerStep#13", "step13" or "13"; the occurrence that "13 (2)" names.
[[nodiscard]] std::optional<std::int64_t> stepNumber(std::string_view name);

/// Steps of a capture by begin, one per occurrence of a number (step_id.h): from the table of steps, else from
/// ProfilerStep ranges on host tracks (where several threads carry the same step, from its first begin to its last
/// end). Any thread; O(steps log steps) from a table, O(slices of class Step's tracks) from a trace.
[[nodiscard]] std::vector<StepBounds> rankSteps(const RankCapture &capture);

/// Whether steps may appear by deep loading that shallow loading did not give.
[[nodiscard]] bool needsDeepForSteps(const Run &run);

/// The step that work of the device belongs to by its begin: where launches are recorded that whose work runs then,
/// else that which the host is in. kNoStep outside of all. `steps` as rankSteps gives them.
[[nodiscard]] std::int64_t stepOfDeviceWork(const std::vector<StepBounds> &steps, RankTime begin);

/// Duration of the step called `step`: its bounds' position in `steps`, or steps.size().
[[nodiscard]] std::size_t findStep(const std::vector<StepBounds> &steps, std::int64_t step);

}  // namespace stagescope
