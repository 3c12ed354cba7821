#pragma once

#include "views/common/pages/page_tabs.h"

#include <vector>

namespace stagescope {

/// THE list of pages of the tab Timeline, in order. One more: a line in timeline_pages.cpp.
[[nodiscard]] const std::vector<ViewEntry> &timelinePageList();

}  // namespace stagescope
