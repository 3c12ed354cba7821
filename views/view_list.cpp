#include "views/view_list.h"

#include "views/communication/communication_pages.h"
#include "views/memory/memory_pages.h"
#include "views/pipeline/pipeline_pages.h"

#include <QtCore/QtGlobal>

#include <algorithm>
#include <iterator>

namespace stagescope {

const std::vector<ViewEntry> &viewList() {
    static const std::vector<ViewEntry> list{
        {"summary", QT_TRANSLATE_NOOP("ViewList", "Summary"), makeSummaryView},
        {"timeline", QT_TRANSLATE_NOOP("ViewList", "Timeline"), makeTimelineView},
        {"pipeline", QT_TRANSLATE_NOOP("ViewList", "Pipeline"), makePipelineView},
        {"communication", QT_TRANSLATE_NOOP("ViewList", "Communication"), makeCommunicationView},
        {"memory", QT_TRANSLATE_NOOP("ViewList", "Memory"), makeMemoryView},
        {"operator", QT_TRANSLATE_NOOP("ViewList", "Operator"), nullptr},
        {"compare", QT_TRANSLATE_NOOP("ViewList", "Compare"), makeCompareView},
        {"findings", QT_TRANSLATE_NOOP("ViewList", "Findings"), makeFindingsView},
    };
    return list;
}

std::vector<ViewEntry> drawableViews() {
    std::vector<ViewEntry> views;
    std::copy_if(viewList().begin(), viewList().end(), std::back_inserter(views),
                 [](const ViewEntry &entry) { return entry.make != nullptr; });
    views.insert(views.end(), pipelinePageList().begin(), pipelinePageList().end());
    views.insert(views.end(), communicationPageList().begin(), communicationPageList().end());
    const auto memoryPages = memoryPageViews();
    views.insert(views.end(), memoryPages.begin(), memoryPages.end());
    return views;
}

}  // namespace stagescope
