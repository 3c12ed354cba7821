#pragma once

#include "views/common/view.h"

#include <vector>

namespace stagescope {

/// THE list of pages below the pipeline chart, in the order of their tabs. A page is a View: it follows Selection
/// (group, step, ranks), asks through it, says itself why it is empty, and can be drawn alone by its id. One more: a
/// line in pipeline_pages.cpp.
[[nodiscard]] const std::vector<ViewEntry> &pipelinePageList();

}  // namespace stagescope
