#include "views/compare/compare_pages.h"

#include "views/cluster/rank_time_page.h"
#include "views/compare/compare_view.h"
#include "views/compare/ledger_page.h"
#include "views/compare/tables_page.h"
#include "views/runs/runs_page.h"

#include <QtCore/QtGlobal>

#include <numeric>

namespace stagescope {

const std::vector<ViewEntry> &comparePageList() {
    static const std::vector<ViewEntry> list{
        {"compare_ranks", QT_TRANSLATE_NOOP("ViewList", "Side by side"), makeView<CompareView>},
        {"rank_time", QT_TRANSLATE_NOOP("ViewList", "Ranks over time"), makeView<RankTimePage>},
        {"compare_ledger", QT_TRANSLATE_NOOP("ViewList", "Ledger"), makeView<LedgerPage>},
        {"compare_tables", QT_TRANSLATE_NOOP("ViewList", "Tables"), makeView<TablesPage>},
        {"compare_runs", QT_TRANSLATE_NOOP("ViewList", "Runs"), makeView<RunsPage>},
    };
    return list;
}

ComparePages::ComparePages(const ViewServices &services, QWidget *parent)
    : PagedView(services, "compare", comparePageList(), parent) {
    connect(runsPage(), &View::titleOrReasonChanged, this, &View::titleOrReasonChanged);
    retranslate();
}

RunsPage *ComparePages::runsPage() const { return pages()->findChild<RunsPage *>(); }

QString ComparePages::title() const { return tr("Compare"); }
QString ComparePages::pagesName() const { return tr("Comparison pages"); }

std::optional<Message> ComparePages::emptyReason() const {
    const auto count = [](std::size_t sum, const Run &run) { return sum + run.ranks().size(); };
    const bool areTwo =
        workspace() && std::accumulate(workspace()->runs.begin(), workspace()->runs.end(), std::size_t{0}, count) >= 2;
    return areTwo || !runsPage()->chosen().empty() ? std::nullopt : std::optional(Message("compare.empty"));
}

}  // namespace stagescope
