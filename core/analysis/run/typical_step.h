#pragma once

#include "core/analysis/run/time_split.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace stagescope {

// What "a step" of a run means where one stands for all: tables, rules, gate, comparisons and pages take it from here.
// A step's length is the mean of its ranks; the typical step is the lower one in the middle of all: one that was
// measured, so that its parts are known, and that slow steps do not move (of four steps of which two recompile it is
// one of the others). Noise between two runs is that of their steps (step_noise.h).

struct StepLength {
    std::optional<std::int64_t> step;  ///< nothing: captures of which no steps are known
    Nanos length{0};                   ///< mean of the ranks that have it
    std::int64_t ranks = 0;
};

/// In the order in which steps first appear; without captures of which no steps are known where others are, and without
/// what has no length. O(n log n).
[[nodiscard]] std::vector<StepLength> stepLengths(const std::vector<TimeSplit> &splits);
/// stepLengths of the splits; where no work of a device is known, of the marks of the host. The step that stands for a
/// run is the typical one of these. O(n log n).
[[nodiscard]] std::vector<StepLength> knownSteps(const Run &run, const std::vector<TimeSplit> &splits);
/// Null of none. O(n).
[[nodiscard]] const StepLength *typicalStep(const std::vector<StepLength> &steps);
/// Of all together; 0 of none. O(n).
[[nodiscard]] Nanos meanLength(const std::vector<StepLength> &steps);
/// One of each rank, in the order of the ranks: the step `asked` where the rank has it, else the typical step of all
/// ranks, else the rank's own. O(n log n).
[[nodiscard]] std::vector<TimeSplit> typicalSplits(const std::vector<TimeSplit> &splits,
                                                   std::optional<std::int64_t> asked = {});

}  // namespace stagescope
