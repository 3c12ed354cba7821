#include "views/view_list.h"

#include "views/communication/communication_pages.h"
#include "views/communication/communication_view.h"
#include "views/compare/compare_pages.h"
#include "views/findings/findings_view.h"
#include "views/memory/memory_pages.h"
#include "views/memory/memory_view.h"
#include "views/operators/operator_pages.h"
#include "views/operators/operator_view.h"
#include "views/pipeline/pipeline_pages.h"
#include "views/pipeline/pipeline_view.h"
#include "views/summary/summary_view.h"
#include "views/timeline/timeline_view.h"

#include <QtCore/QtGlobal>

namespace stagescope {

const std::vector<ViewEntry> &viewList() {
    static const std::vector<ViewEntry> list{
        {"summary", QT_TRANSLATE_NOOP("ViewList", "Summary"), makeView<SummaryView>},
        {"timeline", QT_TRANSLATE_NOOP("ViewList", "Timeline"), makeView<TimelineView>},
        {"pipeline", QT_TRANSLATE_NOOP("ViewList", "Pipeline"), makeView<PipelineView>},
        {"communication", QT_TRANSLATE_NOOP("ViewList", "Communication"), makeView<CommunicationView>},
        {"memory", QT_TRANSLATE_NOOP("ViewList", "Memory"), makeView<MemoryView>},
        {"operator", QT_TRANSLATE_NOOP("ViewList", "Operator"), makeView<OperatorView>},
        {"compare", QT_TRANSLATE_NOOP("ViewList", "Compare"), makeView<ComparePages>},
        {"findings", QT_TRANSLATE_NOOP("ViewList", "Findings"), makeView<FindingsView>},
    };
    return list;
}

namespace {

/// The pages of a tab that can be drawn by their names.
struct DrawablePages {
    const char *tab;
    std::vector<ViewEntry> pages;
};
std::vector<DrawablePages> drawablePages() {
    return {{"pipeline", pipelinePageList()},
            {"communication", communicationPageList()},
            {"memory", memoryPageViews()},
            {"operator", operatorPageList()},
            {"compare", comparePageList()}};
}

}  // namespace

std::vector<ViewEntry> drawableViews() {
    auto views = viewList();
    for (const auto &[tab, pages] : drawablePages()) {
        views.insert(views.end(), pages.begin(), pages.end());
    }
    return views;
}

QString placeOfView(const QString &id) {
    for (const auto &[tab, pages] : drawablePages()) {
        for (const auto &page : pages) {
            if (id == QLatin1String(page.id)) {
                return QLatin1String(tab) + QLatin1Char('/') + id;
            }
        }
    }
    return id;
}

}  // namespace stagescope
