#pragma once

#include "core/session/selection.h"
#include "core/session/time_view.h"
#include "core/session/workspace.h"

#include <QtWidgets/QDockWidget>

#include <memory>

class QTabWidget;
class QToolButton;

namespace stagescope {

class DetailPanel;
class LogPanel;
class Marks;
class MarksPanel;
class QueryPanel;
class ReportList;
class ReportPanel;
class SearchPanel;
class SelectionPanel;
class SlicesPanel;
class SystemPanel;

/// The bottom dock: details of the selected item, statistics of the selection and of the system, slices of a
/// track, marks, what was added to the report, search results, import log, SQL. Each page has a height of its own. GUI
/// thread.
class DrawerDock : public QDockWidget {
    Q_OBJECT
public:
    DrawerDock(Selection *selection, TimeView *timeView, Marks *marks, ReportList *report, QWidget *parent = nullptr);

    void setWorkspace(std::shared_ptr<const Workspace> workspace);
    [[nodiscard]] SearchPanel *searchPanel() const { return m_search; }
    [[nodiscard]] SelectionPanel *selectionPanel() const { return m_selection; }
    [[nodiscard]] SlicesPanel *slicesPanel() const { return m_slices; }
    [[nodiscard]] MarksPanel *marksPanel() const { return m_marks; }
    [[nodiscard]] ReportPanel *reportPanel() const { return m_report; }
    [[nodiscard]] SystemPanel *systemPanel() const { return m_system; }
    [[nodiscard]] QueryPanel *queryPanel() const { return m_query; }
    void showDetails();
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
    void takeHeight();

    QTabWidget *m_tabs;
    DetailPanel *m_details;
    SelectionPanel *m_selection;
    SystemPanel *m_system;
    SlicesPanel *m_slices;
    MarksPanel *m_marks;
    SearchPanel *m_search;
    LogPanel *m_log;
    ReportPanel *m_report;
    QueryPanel *m_query;
    QToolButton *m_close;
    QList<int> m_heights;
};

}  // namespace stagescope
