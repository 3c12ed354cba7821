#pragma once

#include "core/scene/kit/scene_pen.h"
#include "core/settings/step_plan.h"

#include <cstdint>
#include <vector>

namespace stagescope {

struct StepStripLayout {
    /// One step, or all steps of a stretch that is too long to be drawn step by step.
    struct Part {
        std::int64_t begin = 0;  ///< numbers as the program counts them
        std::int64_t end = 0;    ///< behind the last
        StepState state = StepState::Skipped;
        Box box{};
    };
    Scene scene{};
    std::vector<Part> parts{};
    bool isWhole = true;  ///< down to the last step of the job

    [[nodiscard]] const Part *partAt(int x, int y) const;
};

/// "step_strip.<state>": its name in the legend.
[[nodiscard]] Message stepStateName(StepState state);

/// What becomes of each step of a job: boxes with their numbers below, and a legend of the states that occur. What does
/// not fit ends with an ellipsis. O(width).
[[nodiscard]] StepStripLayout layOutStepStrip(const StepPlan &plan, std::int64_t steps, int width, int height,
                                              const SceneStyle &style);
/// Pixels that it takes with lines of that height.
[[nodiscard]] int stepStripHeight(int lineHeight);

}  // namespace stagescope
