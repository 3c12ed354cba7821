#include "views/view_list.h"

#include "views/common/pages/joint_page.h"
#include "views/communication/communication_pages.h"
#include "views/communication/communication_view.h"
#include "views/findings/findings_view.h"
#include "views/memory/memory_pages.h"
#include "views/memory/memory_view.h"
#include "views/operators/operator_pages.h"
#include "views/operators/operator_view.h"
#include "views/pipeline/pipeline_pages.h"
#include "views/pipeline/pipeline_view.h"
#include "views/summary/summary_pages.h"
#include "views/timeline/timeline_pages.h"

#include <QtCore/QtGlobal>

#include <algorithm>

namespace stagescope {

namespace {

template <const std::vector<ViewEntry> &(*Pages)()>
View *makeLeadView(const ViewServices &services, QWidget *parent) {
    return new LeadPagedView(services, Pages(), parent);
}

const ViewEntry &findingsEntry() {
    static const ViewEntry entry{"findings", QT_TRANSLATE_NOOP("ViewList", "Findings"), makeView<FindingsView>};
    return entry;
}

void addWithParts(std::vector<ViewEntry> &views, const std::vector<ViewEntry> &pages, const char *tab) {
    for (const auto &page : pages) {
        if (std::string_view(page.id) != tab) {
            views.push_back(page);
        }
        if (page.parts != nullptr) {
            views.insert(views.end(), page.parts().begin(), page.parts().end());
        }
    }
}

}  // namespace

const std::vector<ViewEntry> &viewList() {
    static const std::vector<ViewEntry> list{
        {"summary", QT_TRANSLATE_NOOP("ViewList", "Summary"), makeLeadView<summaryPageList>},
        {"timeline", QT_TRANSLATE_NOOP("ViewList", "Timeline"), makeLeadView<timelinePageList>},
        {"pipeline", QT_TRANSLATE_NOOP("ViewList", "Pipeline"), makeView<PipelineView>},
        {"communication", QT_TRANSLATE_NOOP("ViewList", "Communication"), makeView<CommunicationView>},
        {"memory", QT_TRANSLATE_NOOP("ViewList", "Memory"), makeView<MemoryView>},
        {"operator", QT_TRANSLATE_NOOP("ViewList", "Operator"), makeView<OperatorView>},
    };
    return list;
}

std::vector<ViewEntry> pagesOf(const QString &tab) {
    return tab == QLatin1String("summary")         ? summaryPageList()
           : tab == QLatin1String("timeline")      ? timelinePageList()
           : tab == QLatin1String("pipeline")      ? pipelinePageList()
           : tab == QLatin1String("communication") ? communicationPageList()
           : tab == QLatin1String("memory")        ? memoryPageViews()
           : tab == QLatin1String("operator")      ? operatorPageList()
                                                   : std::vector<ViewEntry>();
}

std::vector<ViewEntry> drawableViews() {
    auto views = viewList();
    for (const auto &tab : viewList()) {
        addWithParts(views, pagesOf(QLatin1String(tab.id)), tab.id);
    }
    views.push_back(findingsEntry());
    return views;
}

namespace {

bool hasPage(const ViewEntry &tab, const QString &name) {
    const auto pages = pagesOf(QLatin1String(tab.id));
    return std::any_of(pages.begin(), pages.end(), [&](const ViewEntry &page) { return isNamed(page, name); });
}

}  // namespace

QString placeOfView(const QString &id) {
    const auto head = id.section(QLatin1Char('/'), 0, 0);
    const auto rest = id.section(QLatin1Char('/'), 1);
    for (const auto &former : formerNames()) {
        if (id == QLatin1String(former.name)) {
            return QLatin1String(former.place);
        }
    }
    for (const auto &tab : viewList()) {
        const bool isTab = head == QLatin1String(tab.id);
        if (isTab && (rest.isEmpty() || hasPage(tab, rest.section(QLatin1Char('/'), 0, 0)))) {
            return id;
        }
        if (!isTab && hasPage(tab, head)) {
            return QLatin1String(tab.id) + QLatin1Char('/') + id;
        }
    }
    const bool isElsewhere = head == QLatin1String("table") || head == QLatin1String("collect");
    return rest.isEmpty() || isElsewhere ? id : placeOfView(rest);  // a page that has moved
}

bool isKnownView(const QString &id) {
    const auto views = drawableViews();
    const auto &former = formerNames();
    return std::any_of(views.begin(), views.end(),
                       [&](const ViewEntry &each) { return id == QLatin1String(each.id); }) ||
           std::any_of(former.begin(), former.end(),
                       [&](const FormerName &each) { return id == QLatin1String(each.name); });
}

const std::vector<FormerName> &formerNames() {
    static const std::vector<FormerName> list{
        {"compare", QT_TRANSLATE_NOOP("ViewList", "Compare"), "timeline/compare_ranks"},
    };
    return list;
}

}  // namespace stagescope
