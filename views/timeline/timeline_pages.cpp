#include "views/timeline/timeline_pages.h"

#include "views/compare/compare_view.h"
#include "views/timeline/timeline_view.h"

#include <QtCore/QtGlobal>

namespace stagescope {

const std::vector<ViewEntry> &timelinePageList() {
    static const std::vector<ViewEntry> list{
        {"timeline", QT_TRANSLATE_NOOP("ViewList", "Timeline"), makeView<TimelineView>},
        {"compare_ranks", QT_TRANSLATE_NOOP("ViewList", "Side by side"), makeView<CompareView>},
    };
    return list;
}

}  // namespace stagescope
