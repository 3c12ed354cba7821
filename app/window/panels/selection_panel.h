#pragma once

#include "app/window/panels/slice_list_view.h"
#include "core/analysis/trace/box_statistics.h"
#include "core/session/selection.h"
#include "core/session/workspace.h"
#include "views/common/async_result.h"

#include <QtCore/QTimer>
#include <QtWidgets/QWidget>

#include <memory>
#include <optional>

class QLabel;
class QTabWidget;
class QToolButton;

namespace stagescope {

class TableView;

/// Tab of the drawer: what runs in the selected box or stretch of time. On the left names, totals that count nothing
/// twice, and counters; on the right every occurrence of the name that was clicked, or of all. Figures are worked out
/// on the pool. GUI thread.
class SelectionPanel : public QWidget {
    Q_OBJECT
public:
    SelectionPanel(Selection *selection, TimeView *timeView, QWidget *parent = nullptr);

    void setWorkspace(std::shared_ptr<const Workspace> workspace);
    void retranslate();
    [[nodiscard]] QString summary() const;
    [[nodiscard]] bool isBusy() const { return m_delay.isActive() || m_work.isBusy() || m_slices->isBusy(); }
    /// For tests.
    [[nodiscard]] TableView *names() const { return m_names; }
    [[nodiscard]] TableView *totals() const { return m_totals; }
    [[nodiscard]] TableView *counters() const { return m_counters; }
    [[nodiscard]] SliceListView *slices() const { return m_slices; }

protected:
    void showEvent(QShowEvent *event) override;

private:
    void update();
    void start();
    void take(BoxStatistics statistics);
    void showSummary();
    void chooseName(int row);
    void listSlices();
    [[nodiscard]] QString totalsText() const;

    Selection *m_selection;
    std::shared_ptr<const Workspace> m_workspace;
    QLabel *m_summary;
    QTabWidget *m_tables;
    TableView *m_names;
    TableView *m_totals;
    TableView *m_counters;
    SliceListView *m_slices;
    QToolButton *m_all;
    QTimer m_delay;
    AsyncResult<BoxStatistics> m_work;
    std::optional<BoxStatistics> m_statistics;
    std::optional<AlignedRange> m_range;  ///< what the figures belong to
    std::vector<LaneRef> m_lanes;
    std::optional<std::pair<LanePlace, std::string>> m_name;  ///< whose occurrences are listed
};

}  // namespace stagescope
