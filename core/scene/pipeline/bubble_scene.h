#pragma once

#include "core/analysis/pipeline/time/bubble_model.h"
#include "core/scene/kit/cause_look.h"

#include <optional>
#include <vector>

namespace stagescope {

/// The step of a pipeline as one bar per rank, as long as the rank's step: busy by kind in one quiet colour, then its
/// bubbles by cause, with what the schedule itself costs marked below; figures beside it. Above, why the window is as
/// long as it is; below, the formulas. As high as its rows need. O(ranks).
struct BubbleScene {
    /// A part of a bar: what a click there means.
    struct Part {
        Box box;
        std::size_t row = 0;                 ///< of the model
        std::optional<BubbleCause> cause;    ///< nothing: busy
        std::optional<OtherWork> otherWork;  ///< where the cause is other work
    };
    Scene scene;
    std::vector<Part> parts;

    /// Null where there is none.
    [[nodiscard]] const Part *partAt(int x, int y) const;
};
[[nodiscard]] BubbleScene buildBubbleScene(const BubbleModel &model, int width, const SceneStyle &style);

/// "kind.topic" of the parts of a window in order, for the line above the bars and for tests: busy, inherent, stage
/// imbalance, variability, transfer, launch, residual. They sum up to the window. Where no transfers were recorded they
/// are part of launch.
struct WindowPart {
    const char *id;  ///< message
    Nanos length{0};
};
[[nodiscard]] std::vector<WindowPart> windowParts(const Counterfactuals &parts, bool hasTransfers = true);

}  // namespace stagescope
