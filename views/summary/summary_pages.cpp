#include "views/summary/summary_pages.h"

#include "views/cluster/map_page.h"
#include "views/common/pages/switch_page.h"
#include "views/compare/ledger_page.h"
#include "views/compare/tables_page.h"
#include "views/roles/roles_page.h"
#include "views/runs/runs_page.h"
#include "views/summary/summary_view.h"
#include "views/training/training_page.h"

#include <QtCore/QtGlobal>

namespace stagescope {

namespace {

const std::vector<ViewEntry> &differenceParts() {
    static const std::vector<ViewEntry> list{
        {"compare_ledger", QT_TRANSLATE_NOOP("ViewList", "Ledger"), makeView<LedgerPage>},
        {"compare_tables", QT_TRANSLATE_NOOP("ViewList", "Tables"), makeView<TablesPage>},
        {"compare_runs", QT_TRANSLATE_NOOP("ViewList", "Runs"), makeView<RunsPage>},
    };
    return list;
}

View *makeDifferencePage(const ViewServices &services, QWidget *parent) {
    return makeSwitchPage({"difference", QT_TRANSLATE_NOOP("ViewList", "Differences"), nullptr, differenceParts},
                          services, parent);
}

}  // namespace

const std::vector<ViewEntry> &summaryPageList() {
    static const std::vector<ViewEntry> list{
        {"summary", QT_TRANSLATE_NOOP("ViewList", "Overview"), makeView<SummaryView>},
        {"map", QT_TRANSLATE_NOOP("ViewList", "Map"), makeView<MapPage>, mapParts},
        {"difference", QT_TRANSLATE_NOOP("ViewList", "Differences"), makeDifferencePage, differenceParts},
        {"roles", QT_TRANSLATE_NOOP("ViewList", "Roles"), makeView<RolesPage>},
        {"training", QT_TRANSLATE_NOOP("ViewList", "Training"), makeView<TrainingPage>},
    };
    return list;
}

}  // namespace stagescope
