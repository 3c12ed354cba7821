#pragma once

#include "core/scene/bubble_model.h"
#include "core/scene/scene_pen.h"

#include <vector>

namespace stagescope {

/// How a cause of bubbles looks, on the page of bubbles and on the pipeline chart alike.
struct CauseLook {
    ColorRole role;
    Pattern pattern;
};
[[nodiscard]] CauseLook lookOf(BubbleCause cause);

/// The step of a pipeline as one bar per rank: busy, then its bubbles by cause; a legend above. As high as its rows
/// need. O(ranks).
struct BubbleScene {
    Scene scene;
};
[[nodiscard]] BubbleScene buildBubbleScene(const BubbleModel &model, int width, const SceneStyle &style);

}  // namespace stagescope
