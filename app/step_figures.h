#pragma once

#include "core/analysis/run/time_split.h"
#include "core/analysis/run/typical_step.h"
#include "core/session/workspace.h"

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// A part of a step, as commands and assistants name it, and its length: the mean of the ranks.
struct StepPart {
    std::string_view name;  ///< "computing"; outlives everything
    Nanos length{0};
};
/// The parts that the Summary page draws, in its order, of the step that stands for all, over the ranks that have it:
/// they add up to its length. Copies only where they are recorded. Empty of no splits. O(n log n).
[[nodiscard]] std::vector<StepPart> typicalParts(const std::vector<TimeSplit> &splits);

/// Lines on the step that stands for all (typical_step.h), on where its time goes and on the first pipeline that has
/// cells; empty where no step is known. O(rows of all ranks), once a run.
[[nodiscard]] std::string stepFiguresText(const Run &run, const std::stop_token &stop = {});

}  // namespace stagescope
