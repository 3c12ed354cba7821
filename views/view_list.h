#pragma once

#include "views/common/view.h"

#include <vector>

namespace stagescope {

/// THE list of tabs of the window, in their order. One more: a line in view_list.cpp.
[[nodiscard]] const std::vector<ViewEntry> &viewList();
/// The pages of a tab, in their order; none of those that are one page.
[[nodiscard]] std::vector<ViewEntry> pagesOf(const QString &tab);
/// What can be drawn by its name: the tabs, their pages, the parts of pages, and the findings.
[[nodiscard]] std::vector<ViewEntry> drawableViews();
/// Where one of these, or what was called so, stands in the window, as in Finding::place: "memory/memory-peaks"; a tab
/// itself: "timeline". Also of a place of old: "communication/comm_strategy". Unknown ones as they are.
[[nodiscard]] QString placeOfView(const QString &id);

/// Whether it is drawable or was called so.
[[nodiscard]] bool isKnownView(const QString &id);

/// What had a name of its own.
struct FormerName {
    const char *name;   ///< "compare"
    const char *title;  ///< source text, context "ViewList"
    const char *place;  ///< where that is now
};
/// THE list of them: each is still found in the palette, drawn, and opened by its name.
[[nodiscard]] const std::vector<FormerName> &formerNames();

}  // namespace stagescope
