#pragma once

#include "views/view_list.h"

#include <vector>

namespace stagescope {

/// THE list of pages of the tab Communication, in order. A page is a View: it follows Selection (step, ranks, items),
/// asks through it, says itself why it is empty, and can be drawn alone by its id. One more: its factory here, defined
/// beside the page, and a line in communication_pages.cpp.
[[nodiscard]] const std::vector<ViewEntry> &communicationPageList();
[[nodiscard]] View *makeMatrixPage(const ViewServices &services, QWidget *parent);
[[nodiscard]] View *makeDurationsPage(const ViewServices &services, QWidget *parent);
[[nodiscard]] View *makeBandwidthPage(const ViewServices &services, QWidget *parent);
[[nodiscard]] View *makeLatePage(const ViewServices &services, QWidget *parent);
[[nodiscard]] View *makeStrategyPage(const ViewServices &services, QWidget *parent);
[[nodiscard]] View *makeOverviewPage(const ViewServices &services, QWidget *parent);

}  // namespace stagescope
