#include "views/view_list.h"

#include <QtCore/QtGlobal>

namespace stagescope {

const std::vector<ViewEntry> &viewList() {
    static const std::vector<ViewEntry> list{
        {"summary", QT_TRANSLATE_NOOP("ViewList", "Summary"), makeSummaryView},
        {"timeline", QT_TRANSLATE_NOOP("ViewList", "Timeline"), makeTimelineView},
        {"pipeline", QT_TRANSLATE_NOOP("ViewList", "Pipeline"), makePipelineView},
        {"communication", QT_TRANSLATE_NOOP("ViewList", "Communication"), nullptr},
        {"memory", QT_TRANSLATE_NOOP("ViewList", "Memory"), nullptr},
        {"operator", QT_TRANSLATE_NOOP("ViewList", "Operator"), nullptr},
        {"compare", QT_TRANSLATE_NOOP("ViewList", "Compare"), makeCompareView},
        {"findings", QT_TRANSLATE_NOOP("ViewList", "Findings"), nullptr},
    };
    return list;
}

}  // namespace stagescope
