#pragma once

#include "views/common/view.h"

#include <vector>

namespace stagescope {

/// THE list of pages of the tab Communication, in order. A page is a View: it follows Selection (step, ranks, items),
/// asks through it, says itself why it is empty, and can be drawn alone by its id. One more: a line in
/// communication_pages.cpp.
[[nodiscard]] const std::vector<ViewEntry> &communicationPageList();

}  // namespace stagescope
