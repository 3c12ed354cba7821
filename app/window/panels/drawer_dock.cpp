#include "app/window/panels/drawer_dock.h"

#include "app/window/panels/log_panel.h"
#include "app/window/panels/marks_panel.h"
#include "app/window/panels/panel_choice.h"
#include "app/window/panels/report_panel.h"
#include "app/window/panels/search_panel.h"
#include "app/window/panels/selection_panel.h"
#include "app/window/panels/slices_panel.h"
#include "app/window/panels/system_panel.h"
#include "app/window/query/query_panel.h"
#include "core/session/marks.h"
#include "core/session/report_list.h"
#include "core/store/trace/trace_store.h"
#include "views/common/detail_panel.h"
#include "views/findings/findings_view.h"

#include <QtCore/QTimer>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QMainWindow>
#include <QtWidgets/QStyle>
#include <QtWidgets/QTabWidget>
#include <QtWidgets/QToolButton>

#include <algorithm>

namespace stagescope {

namespace {
/// Details, findings, tables, search results, notes, import log.
const QList<int> kFirstHeights{190, 260, 320, 240, 260, 200};
constexpr int kLeastHeight = 80;
constexpr QSize kLeastPanel(300, 40);
constexpr int kMostHeight = 2000;
}  // namespace

DrawerDock::DrawerDock(const ViewServices &services, ReportList *report, QWidget *parent)
    : QDockWidget(parent),
      m_tabs(new QTabWidget(this)),
      m_details(new DetailPanel(services.selection, this)),
      m_findings(new FindingsView(services, this)),
      m_selection(new SelectionPanel(services.selection, services.timeView, this)),
      m_system(new SystemPanel(services.selection, this)),
      m_slices(new SlicesPanel(services.selection, services.timeView, this)),
      m_marks(new MarksPanel(services.marks, services.selection, services.timeView, this)),
      m_search(new SearchPanel(services.selection, services.timeView, this)),
      m_log(new LogPanel(this)),
      m_report(new ReportPanel(report, this)),
      m_query(new QueryPanel(services, this)),
      m_tables(new PanelChoice("drawerTable", this)),
      m_notes(new PanelChoice("drawerNotes", this)),
      m_close(new QToolButton(this)),
      m_heights(kFirstHeights) {
    setObjectName(QStringLiteral("drawer"));
    m_tabs->setDocumentMode(true);
    addPanels();
    connect(services.marks, &Marks::changed, this, &DrawerDock::offer);
    connect(report, &ReportList::changed, this, &DrawerDock::offer);
    // The tabs say what this is; a title above them would say it twice.
    setTitleBarWidget(new QWidget(this));
    m_close->setAutoRaise(true);
    m_close->setIcon(style()->standardIcon(QStyle::SP_TitleBarCloseButton));
    connect(m_close, &QToolButton::clicked, this, &QDockWidget::close);
    m_tabs->setCornerWidget(m_close);
    setWidget(m_tabs);
    connect(m_tabs, &QTabWidget::currentChanged, this, &DrawerDock::takeHeight);
    m_marksKept = services.marks;
    m_reportKept = report;
    retranslate();
    offer();
}

void DrawerDock::addPanels() {
    m_tables->add(m_selection, [] { return tr("Selection"); });
    m_tables->add(m_slices, [] { return tr("Slices"); });
    m_tables->add(m_system, [] { return tr("System View"); });
    m_tables->add(m_query, [] { return tr("Query"); });
    m_notes->add(m_marks, [] { return tr("Marks"); });
    m_notes->add(m_report, [] { return tr("Report"); });
    for (auto *panel : std::initializer_list<QWidget *>{m_details, m_findings, m_tables, m_search, m_notes, m_log}) {
        panel->setMinimumSize(kLeastPanel);  // rather than what its widgets want: the window fits the screen
        m_tabs->addTab(panel, QString());
    }
    connect(m_findings, &View::viewRequested, this, &DrawerDock::placeRequested);
    connect(m_system, &SystemPanel::placeRequested, this, &DrawerDock::placeRequested);
    connect(m_query, &QueryPanel::placeRequested, this, &DrawerDock::placeRequested);
    connect(m_search, &SearchPanel::placeRequested, this, &DrawerDock::placeRequested);
    for (const auto *slices : {m_slices->slices(), m_selection->slices()}) {
        connect(slices, &SliceListView::placeRequested, this, &DrawerDock::placeRequested);
    }
}

void DrawerDock::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_details->setWorkspace(workspace);
    m_findings->setWorkspace(workspace);
    m_selection->setWorkspace(workspace);
    m_system->setWorkspace(workspace);
    m_slices->setWorkspace(workspace);
    m_search->setWorkspace(workspace);
    m_query->setWorkspace(workspace);
    m_log->setWorkspace(std::move(workspace));
    offer();
}

/// Tabs that have something; the one in front stays.
void DrawerDock::offer() {
    const auto show = [this](QWidget *panel, bool isFilled) {
        m_tabs->setTabVisible(m_tabs->indexOf(panel), isFilled || m_tabs->currentWidget() == panel);
    };
    show(m_search, !m_search->result().hits.empty());
    show(m_notes, !m_marksKept->all().empty() || !m_reportKept->all().empty());
    show(m_log, m_log->rowCount() > 0);
}

void DrawerDock::turnTo(QWidget *panel) {
    m_tabs->setTabVisible(m_tabs->indexOf(panel), true);
    m_tabs->setCurrentWidget(panel);
    offer();
}

void DrawerDock::showTables(QWidget *panel) {
    m_tables->showPanel(panel);
    turnTo(m_tables);
}

void DrawerDock::setHeights(const QList<int> &heights) {
    for (qsizetype i = 0; i < std::min(heights.size(), m_heights.size()); ++i) {
        if (heights[i] >= kLeastHeight && heights[i] <= kMostHeight) {
            m_heights[i] = heights[i];
        }
    }
    takeHeight();
}

void DrawerDock::takeHeight() {
    if (auto *window = qobject_cast<QMainWindow *>(parentWidget())) {
        window->resizeDocks({this}, {m_heights[m_tabs->currentIndex()]}, Qt::Vertical);
    }
}

/// With a button pressed it is the user who moves the edge; else the window changes.
void DrawerDock::resizeEvent(QResizeEvent *event) {
    QDockWidget::resizeEvent(event);
    if (QGuiApplication::mouseButtons() != Qt::NoButton) {
        m_heights[m_tabs->currentIndex()] = std::clamp(height(), kLeastHeight, kMostHeight);
    }
}

/// The layout of the window knows of the panel only after this.
void DrawerDock::showEvent(QShowEvent *event) {
    QDockWidget::showEvent(event);
    QTimer::singleShot(0, this, &DrawerDock::takeHeight);
}

void DrawerDock::explain(const QString &text) { m_details->setExplanation(text); }
void DrawerDock::showDetails() { turnTo(m_details); }

void DrawerDock::showFindings() { turnTo(m_findings); }

void DrawerDock::showSelection() { showTables(m_selection); }

void DrawerDock::showSlices(const LaneRef &lane) {
    m_slices->showTrack(lane);
    showTables(m_slices);
}

void DrawerDock::showSearch() { turnTo(m_search); }

void DrawerDock::showSystem() { showTables(m_system); }

void DrawerDock::showTable(const QString &id) {
    m_system->showTable(id);
    showTables(m_system);
}

void DrawerDock::showQuery() {
    showTables(m_query);
    m_query->takeFocus();
}

void DrawerDock::showReport() {
    m_notes->showPanel(m_report);
    turnTo(m_notes);
}

void DrawerDock::showLog() { turnTo(m_log); }

void DrawerDock::retranslate() {
    setWindowTitle(tr("Bottom panel"));
    m_close->setToolTip(tr("Close the bottom panel (Q)"));
    m_close->setAccessibleName(tr("Close the bottom panel (Q)"));
    const QStringList titles{tr("Details"),        tr("Finding"), tr("Tables"),
                             tr("Search results"), tr("Notes"),   tr("Import log")};
    for (int i = 0; i < m_tabs->count(); ++i) {
        m_tabs->setTabText(i, titles[i]);
    }
    m_details->retranslate();
    m_findings->retranslate();
    m_selection->retranslate();
    m_system->retranslate();
    m_slices->retranslate();
    m_marks->retranslate();
    m_search->retranslate();
    m_log->retranslate();
    m_report->retranslate();
    m_query->retranslate();
    m_tables->retranslate();
    m_notes->retranslate();
}

}  // namespace stagescope
