#pragma once

#include "core/session/selection.h"
#include "core/session/time_view.h"
#include "core/session/workspace.h"
#include "views/common/view.h"

#include <QtWidgets/QDockWidget>

#include <memory>

class QTabWidget;
class QToolButton;

namespace stagescope {

class DetailPanel;
class FindingsView;
class LogPanel;
class Marks;
class MarksPanel;
class PanelChoice;
class QueryPanel;
class ReportList;
class ReportPanel;
class SearchPanel;
class SelectionPanel;
class SlicesPanel;
class SystemPanel;

/// The bottom dock: details of the selected item, findings, tables (of the selection, of a track, of the system, of
/// SQL), search results, notes (marks, what was added to the report), import log. Tabs without anything are not there.
/// Each has a height of its own. GUI thread.
class DrawerDock : public QDockWidget {
    Q_OBJECT
public:
    DrawerDock(const ViewServices &services, ReportList *report, QWidget *parent = nullptr);

    void setWorkspace(std::shared_ptr<const Workspace> workspace);
    [[nodiscard]] FindingsView *findings() const { return m_findings; }
    [[nodiscard]] SearchPanel *searchPanel() const { return m_search; }
    [[nodiscard]] SelectionPanel *selectionPanel() const { return m_selection; }
    [[nodiscard]] SlicesPanel *slicesPanel() const { return m_slices; }
    [[nodiscard]] MarksPanel *marksPanel() const { return m_marks; }
    [[nodiscard]] ReportPanel *reportPanel() const { return m_report; }
    [[nodiscard]] SystemPanel *systemPanel() const { return m_system; }
    [[nodiscard]] QueryPanel *queryPanel() const { return m_query; }
    void showDetails();
    void showFindings();
    /// A sentence about the selected item, above its details; empty: none.
    void explain(const QString &text);
    void showSelection();
    void showSlices(const LaneRef &lane);
    void showSearch();
    void showSystem();
    /// Of the whole system: "clock_offsets" ...
    void showTable(const QString &id);
    void showReport();
    void showQuery();
    void showLog();
    void retranslate();

    /// Pixels that each page wants: those of the one in front are kept when the user drags the panel's edge. Numbers
    /// that make no sense leave the default.
    [[nodiscard]] QList<int> heights() const { return m_heights; }
    void setHeights(const QList<int> &heights);

Q_SIGNALS:
    /// What was just chosen in a list is to be seen: a place as in Finding::place.
    void placeRequested(const QString &place);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void addPanels();
    void takeHeight();
    void offer();
    void turnTo(QWidget *panel);
    void showTables(QWidget *panel);

    QTabWidget *m_tabs;
    DetailPanel *m_details;
    FindingsView *m_findings;
    SelectionPanel *m_selection;
    SystemPanel *m_system;
    SlicesPanel *m_slices;
    MarksPanel *m_marks;
    SearchPanel *m_search;
    LogPanel *m_log;
    ReportPanel *m_report;
    QueryPanel *m_query;
    PanelChoice *m_tables;
    PanelChoice *m_notes;
    const Marks *m_marksKept = nullptr;
    const ReportList *m_reportKept = nullptr;
    QToolButton *m_close;
    QList<int> m_heights;
};

}  // namespace stagescope
