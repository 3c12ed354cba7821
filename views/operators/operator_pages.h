#pragma once

#include "views/common/view.h"

#include <vector>

namespace stagescope {

/// THE list of pages of the tab Operator, in order. A page is a View: it follows Selection (rank, step, range, items),
/// asks through it, says itself why it is empty, and can be drawn alone by its id. One more: a line in
/// operator_pages.cpp.
[[nodiscard]] const std::vector<ViewEntry> &operatorPageList();

}  // namespace stagescope
