#include "app/window/panels/drawer_dock.h"

#include "app/window/panels/log_panel.h"
#include "app/window/panels/marks_panel.h"
#include "app/window/panels/report_panel.h"
#include "app/window/panels/search_panel.h"
#include "app/window/panels/selection_panel.h"
#include "app/window/panels/slices_panel.h"
#include "app/window/panels/system_panel.h"
#include "app/window/query/query_panel.h"
#include "core/store/trace/trace_store.h"
#include "views/common/detail_panel.h"

#include <QtCore/QTimer>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QMainWindow>
#include <QtWidgets/QStyle>
#include <QtWidgets/QTabWidget>
#include <QtWidgets/QToolButton>

#include <algorithm>

namespace stagescope {

namespace {
/// Details, selection, slices, marks, system view, search results, import log, report, query.
const QList<int> kFirstHeights{190, 240, 260, 180, 320, 240, 200, 260, 340};
constexpr int kLeastHeight = 80;
constexpr int kMostHeight = 2000;
}  // namespace

DrawerDock::DrawerDock(Selection *selection, TimeView *timeView, Marks *marks, ReportList *report, QWidget *parent)
    : QDockWidget(parent),
      m_tabs(new QTabWidget(this)),
      m_details(new DetailPanel(selection, this)),
      m_selection(new SelectionPanel(selection, timeView, this)),
      m_system(new SystemPanel(selection, this)),
      m_slices(new SlicesPanel(selection, timeView, this)),
      m_marks(new MarksPanel(marks, selection, timeView, this)),
      m_search(new SearchPanel(selection, timeView, this)),
      m_log(new LogPanel(this)),
      m_report(new ReportPanel(report, this)),
      m_query(new QueryPanel(selection, this)),
      m_close(new QToolButton(this)),
      m_heights(kFirstHeights) {
    setObjectName(QStringLiteral("drawer"));
    m_tabs->setDocumentMode(true);
    for (auto *panel : std::initializer_list<QWidget *>{m_details, m_selection, m_slices, m_marks, m_system, m_search,
                                                        m_log, m_report, m_query}) {
        m_tabs->addTab(panel, QString());
    }
    // The tabs say what this is; a title above them would say it twice.
    setTitleBarWidget(new QWidget(this));
    m_close->setAutoRaise(true);
    m_close->setIcon(style()->standardIcon(QStyle::SP_TitleBarCloseButton));
    connect(m_close, &QToolButton::clicked, this, &QDockWidget::close);
    connect(m_system, &SystemPanel::placeRequested, this, &DrawerDock::placeRequested);
    connect(m_query, &QueryPanel::placeRequested, this, &DrawerDock::placeRequested);
    connect(m_search, &SearchPanel::placeRequested, this, &DrawerDock::placeRequested);
    for (const auto *slices : {m_slices->slices(), m_selection->slices()}) {
        connect(slices, &SliceListView::placeRequested, this, &DrawerDock::placeRequested);
    }
    m_tabs->setCornerWidget(m_close);
    setWidget(m_tabs);
    connect(m_tabs, &QTabWidget::currentChanged, this, &DrawerDock::takeHeight);
    retranslate();
}

void DrawerDock::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_details->setWorkspace(workspace);
    m_selection->setWorkspace(workspace);
    m_system->setWorkspace(workspace);
    m_slices->setWorkspace(workspace);
    m_search->setWorkspace(workspace);
    m_query->setWorkspace(workspace);
    m_log->setWorkspace(std::move(workspace));
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
void DrawerDock::showDetails() { m_tabs->setCurrentWidget(m_details); }

void DrawerDock::showSelection() { m_tabs->setCurrentWidget(m_selection); }

void DrawerDock::showSlices(const LaneRef &lane) {
    m_slices->showTrack(lane);
    m_tabs->setCurrentWidget(m_slices);
}

void DrawerDock::showSearch() { m_tabs->setCurrentWidget(m_search); }

void DrawerDock::showSystem() { m_tabs->setCurrentWidget(m_system); }

void DrawerDock::showTable(const QString &id) {
    m_system->showTable(id);
    m_tabs->setCurrentWidget(m_system);
}

void DrawerDock::showQuery() {
    m_tabs->setCurrentWidget(m_query);
    m_query->takeFocus();
}

void DrawerDock::showReport() { m_tabs->setCurrentWidget(m_report); }

void DrawerDock::showLog() { m_tabs->setCurrentWidget(m_log); }

void DrawerDock::retranslate() {
    setWindowTitle(tr("Bottom panel"));
    m_close->setToolTip(tr("Close the bottom panel (Q)"));
    m_close->setAccessibleName(tr("Close the bottom panel (Q)"));
    const QStringList titles{tr("Details"),        tr("Selection"),  tr("Slices"), tr("Marks"), tr("System View"),
                             tr("Search results"), tr("Import log"), tr("Report"), tr("Query")};
    for (int i = 0; i < m_tabs->count(); ++i) {
        m_tabs->setTabText(i, titles[i]);
    }
    m_details->retranslate();
    m_selection->retranslate();
    m_system->retranslate();
    m_slices->retranslate();
    m_marks->retranslate();
    m_search->retranslate();
    m_log->retranslate();
    m_report->retranslate();
    m_query->retranslate();
}

}  // namespace stagescope
