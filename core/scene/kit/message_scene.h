#pragma once

#include "core/scene/kit/scene.h"
#include "core/scene/kit/scene_pen.h"

#include <string_view>

namespace stagescope {

/// A view without content: a short title and, below it, why there is nothing to see and what would fill the view, both
/// in the middle and broken into lines.
[[nodiscard]] Scene buildMessageScene(int width, int height, std::string_view title, std::string_view text,
                                      const SceneStyle &style);

}  // namespace stagescope
