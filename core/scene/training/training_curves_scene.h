#pragma once

#include "core/analysis/training/captured_steps.h"
#include "core/scene/kit/scene_pen.h"
#include "core/session/workspace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// What a log says over its steps.
struct TrainingCurves {
    struct Curve {
        Message name;
        std::string unit{};            ///< empty: a number
        std::vector<double> values{};  ///< by step, not finite where the log has none or the value diverged
        bool isTime = false;           ///< of a step: slow ones are marked here
    };
    RunId run;
    std::string file;
    std::vector<std::int64_t> steps;  ///< numbers, in the order of the log; each part ascends
    std::vector<std::int64_t> parts;  ///< by step: counts up where the job was started again
    std::vector<Curve> curves;        ///< those that the log has and that are not 0 throughout
    std::vector<std::size_t> slow;    ///< positions in steps, the longest first
    std::vector<std::size_t> bad;     ///< whose loss is no number
    CapturedSteps captured;           ///< steps of the profile by their number in the log
};
/// Of the log with most times, else with most losses; empty without a log. O(steps log steps). Any thread.
[[nodiscard]] TrainingCurves trainingCurves(const Run &run, const std::stop_token &stop = {});

/// "0.0935", "1.2e-05": with the digits that tell something.
[[nodiscard]] std::string trainingValueText(double value);

struct TrainingCurvesLayout {
    Scene scene{};
    Box plot{};  ///< of the steps, from the top of the first panel to the bottom of the last
    std::int64_t first = 0;
    std::int64_t last = 0;

    /// The position in steps that is nearest to a pixel; nothing beside the plot.
    [[nodiscard]] std::optional<std::size_t> stepAt(const TrainingCurves &curves, int x, int y) const;
    [[nodiscard]] int xOf(std::int64_t step) const;
};
/// A panel for each curve, below one another. Hits: the recorded steps. O(steps x curves + pixels).
[[nodiscard]] TrainingCurvesLayout layOutTrainingCurves(const TrainingCurves &curves, int width, int height,
                                                        const SceneStyle &style);

}  // namespace stagescope
