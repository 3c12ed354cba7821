#pragma once

#include "views/common/pages/page_tabs.h"

#include <vector>

namespace stagescope {

/// THE list of pages of the tab Summary, in order. One more: a line in summary_pages.cpp.
[[nodiscard]] const std::vector<ViewEntry> &summaryPageList();

}  // namespace stagescope
