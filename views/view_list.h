#pragma once

#include "views/common/view.h"

#include <vector>

namespace stagescope {

/// THE list of views: tabs of the window, in their order. One more: a line in view_list.cpp.
[[nodiscard]] const std::vector<ViewEntry> &viewList();
/// What can be drawn by its name: the tabs, then the pages below the pipeline chart and those of
/// communication, memory and operators.
[[nodiscard]] std::vector<ViewEntry> drawableViews();
/// Where one of these stands in the window, as in Finding::place: "pipeline/stragglers"; a tab itself: "timeline".
[[nodiscard]] QString placeOfView(const QString &id);

}  // namespace stagescope
