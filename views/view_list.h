#pragma once

#include "views/common/view.h"

#include <vector>

namespace stagescope {

/// THE list of views, in the order of the tabs. Each factory is defined in views/<name>/<name>_view.cpp.
[[nodiscard]] View *makeSummaryView(const ViewServices &services, QWidget *parent);
[[nodiscard]] View *makeTimelineView(const ViewServices &services, QWidget *parent);
[[nodiscard]] View *makePipelineView(const ViewServices &services, QWidget *parent);
[[nodiscard]] View *makeCommunicationView(const ViewServices &services, QWidget *parent);
[[nodiscard]] View *makeMemoryView(const ViewServices &services, QWidget *parent);
[[nodiscard]] View *makeCompareView(const ViewServices &services, QWidget *parent);
[[nodiscard]] View *makeFindingsView(const ViewServices &services, QWidget *parent);

/// Tabs of the window, in their order.
struct ViewEntry {
    const char *id;
    const char *title;  ///< source text, context "ViewList"
    View *(*make)(const ViewServices &services, QWidget *parent);
};
[[nodiscard]] const std::vector<ViewEntry> &viewList();
/// What can be drawn by its name: the tabs, then the pages below the pipeline chart and those of
/// communication and memory.
[[nodiscard]] std::vector<ViewEntry> drawableViews();

}  // namespace stagescope
