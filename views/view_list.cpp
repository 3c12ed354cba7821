#include "views/view_list.h"

#include "views/communication/communication_pages.h"
#include "views/memory/memory_pages.h"
#include "views/pipeline/pipeline_pages.h"

#include <QtCore/QtGlobal>

namespace stagescope {

const std::vector<ViewEntry> &viewList() {
    static const std::vector<ViewEntry> list{
        {"summary", QT_TRANSLATE_NOOP("ViewList", "Summary"), makeSummaryView},
        {"timeline", QT_TRANSLATE_NOOP("ViewList", "Timeline"), makeTimelineView},
        {"pipeline", QT_TRANSLATE_NOOP("ViewList", "Pipeline"), makePipelineView},
        {"communication", QT_TRANSLATE_NOOP("ViewList", "Communication"), makeCommunicationView},
        {"memory", QT_TRANSLATE_NOOP("ViewList", "Memory"), makeMemoryView},
        {"compare", QT_TRANSLATE_NOOP("ViewList", "Compare"), makeCompareView},
        {"findings", QT_TRANSLATE_NOOP("ViewList", "Findings"), makeFindingsView},
    };
    return list;
}

std::vector<ViewEntry> drawableViews() {
    auto views = viewList();
    views.insert(views.end(), pipelinePageList().begin(), pipelinePageList().end());
    views.insert(views.end(), communicationPageList().begin(), communicationPageList().end());
    const auto memoryPages = memoryPageViews();
    views.insert(views.end(), memoryPages.begin(), memoryPages.end());
    return views;
}

}  // namespace stagescope
