#pragma once

#include "core/advice/rule.h"

namespace stagescope {

/// The step that all shares of findings are of: the typical one (typical_step.h) of those that are known; where none
/// is, of the steps of the pipelines, else of the captures. 0 where nothing tells.
[[nodiscard]] Nanos usualStep(const Run &run, const std::vector<GroupStudy> &pipelines,
                              const std::stop_token &stop = {});

}  // namespace stagescope
