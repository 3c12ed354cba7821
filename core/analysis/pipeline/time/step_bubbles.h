#pragma once

#include "core/analysis/pipeline/time/bubble_causes.h"
#include "core/base/time.h"
#include "core/session/workspace.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace stagescope {

/// The bubbles of one step of one pipeline group, ranks in stage order. The window runs from the first begin to the
/// last end of the scheduled cells of the group in that step (global idle in the terms of the zero-bubble papers:
/// makespan - busy); work that no schedule orders counts as a bubble whose cause is other work.
struct StepBubbles {
    std::int64_t step = 0;
    AlignedRange window;
    std::vector<RowBubbles> ranks;

    /// Null for a rank that is not of the group.
    [[nodiscard]] const RowBubbles *of(int rank) const;
};

[[nodiscard]] StepBubbles stepBubbles(const PipelineChart &chart, const MeasuredGraph &graph,
                                      const ClockAlignment &clock);
/// The same with a graph of its own. Nothing when the step has no scheduled cells. O(cells log cells), any thread.
[[nodiscard]] std::optional<StepBubbles> stepBubbles(const PipelineChart &chart, std::int64_t step,
                                                     const ClockAlignment &clock);

/// Begin and end of a step over all ranks of a group: of its scheduled cells, of all of them where there are none.
struct StepWindow {
    std::int64_t step = 0;
    AlignedRange window;
};
/// By begin; cells outside of all steps are left out. O(cells log steps).
[[nodiscard]] std::vector<StepWindow> stepWindows(const PipelineChart &chart, const ClockAlignment &clock);
/// The step whose window has the median length (the lower one of two); nothing without windows.
[[nodiscard]] std::optional<std::int64_t> medianStep(const std::vector<StepWindow> &windows);
/// The step that stands for all: the run's typical one (core/analysis/run/typical_step.h) where the pipeline has it,
/// else the one whose window has the median length. O(rows of all ranks) once.
[[nodiscard]] std::optional<std::int64_t> typicalStepOf(const Run &run, const std::vector<StepWindow> &windows,
                                                        const std::stop_token &stop = {});

}  // namespace stagescope
