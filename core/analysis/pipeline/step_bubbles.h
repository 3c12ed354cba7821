#pragma once

#include "core/analysis/pipeline/pipeline_group.h"
#include "core/base/intervals.h"
#include "core/base/time.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace stagescope {

/// How long one rank of a pipeline waited within a step. busy + bubble is the window, to the nanosecond.
struct RankBubble {
    int rank = 0;
    bool hasCells = false;  ///< false: nothing is known of the rank, busy and bubble mean nothing
    Nanos busy{0};          ///< length of the union of its cells
    Nanos bubble{0};        ///< window - busy
    IntervalSet gaps;       ///< the bubbles themselves, aligned clock

    [[nodiscard]] double share(Nanos window) const {
        return window.count() <= 0 ? 0 : static_cast<double>(bubble.count()) / static_cast<double>(window.count());
    }
};

/// The bubbles of one step of one pipeline group, ranks in stage order. The window runs from the first begin to the
/// last end of all cells of the group in that step; all kinds of cells count as work (global idle in the terms of the
/// zero-bubble papers: makespan - busy).
struct StepBubbles {
    std::int64_t step = 0;
    AlignedRange window;
    std::vector<RankBubble> ranks;
};

/// Nothing when the step has no cells. O(cells log cells), any thread.
[[nodiscard]] std::optional<StepBubbles> stepBubbles(const PipelineChart &chart, std::int64_t step,
                                                     const ClockAlignment &clock);

/// Begin and end of a step over all ranks of a group.
struct StepWindow {
    std::int64_t step = 0;
    AlignedRange window;
};
/// By begin; cells outside of all steps are left out. O(cells log steps).
[[nodiscard]] std::vector<StepWindow> stepWindows(const PipelineChart &chart, const ClockAlignment &clock);
/// The step whose window has the median length (the lower one of two); nothing without windows.
[[nodiscard]] std::optional<std::int64_t> medianStep(const std::vector<StepWindow> &windows);

}  // namespace stagescope
