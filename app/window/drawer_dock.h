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
class SearchPanel;
class SelectionPanel;
class SlicesPanel;
class SystemPanel;

/// The bottom dock: details of the selected item, statistics of the selection and of the system, slices of a
/// track, marks, search results, import log. GUI thread.
class DrawerDock : public QDockWidget {
    Q_OBJECT
public:
    DrawerDock(Selection *selection, TimeView *timeView, Marks *marks, QWidget *parent = nullptr);

    void setWorkspace(std::shared_ptr<const Workspace> workspace);
    [[nodiscard]] SearchPanel *searchPanel() const { return m_search; }
    [[nodiscard]] SelectionPanel *selectionPanel() const { return m_selection; }
    [[nodiscard]] SlicesPanel *slicesPanel() const { return m_slices; }
    [[nodiscard]] MarksPanel *marksPanel() const { return m_marks; }
    void showDetails();
    void showSelection();
    void showSlices(const LaneRef &lane);
    void showSearch();
    void showLog();
    void retranslate();

private:
    QTabWidget *m_tabs;
    DetailPanel *m_details;
    SelectionPanel *m_selection;
    SystemPanel *m_system;
    SlicesPanel *m_slices;
    MarksPanel *m_marks;
    SearchPanel *m_search;
    LogPanel *m_log;
    QToolButton *m_close;
};

}  // namespace stagescope
