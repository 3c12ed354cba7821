#pragma once

#include "core/analysis/tables/result_table.h"
#include "core/base/result.h"
#include "core/session/selection.h"
#include "core/session/workspace.h"
#include "views/common/async_result.h"

#include <QtCore/QTimer>
#include <QtWidgets/QWidget>

#include <memory>
#include <vector>

class QCheckBox;
class QComboBox;

namespace stagescope {

class ElidedLabel;
class TableView;

/// Tab of the drawer: statistics of the whole system (overall metrics, kernels, calls, communication, copies, launches,
/// settings) as a table that is chosen, of one rank or of all, of the whole capture or of the selected stretch of time.
/// Computed on the pool while the tab is in sight. GUI thread.
class SystemPanel : public QWidget {
    Q_OBJECT
public:
    explicit SystemPanel(Selection *selection, QWidget *parent = nullptr);

    void setWorkspace(std::shared_ptr<const Workspace> workspace);
    void retranslate();
    /// "overall_metrics", "kernels" ...; a table that is not among those offered is offered from then on.
    void showTable(const QString &id);
    /// A sentence above the table, until another table is chosen.
    void explain(const QString &text);
    [[nodiscard]] TableView *table() const { return m_view; }

Q_SIGNALS:
    /// What a row names is to be seen: a place as in Finding::place.
    void placeRequested(const QString &place);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void listRanks();
    void update();
    void onSelectionChanged();
    void start();
    void take(Result<ResultTable> result);
    /// Of a table without rows.
    [[nodiscard]] QString whyEmpty() const;
    /// Empty = all.
    [[nodiscard]] std::vector<int> askedRanks() const;

    Selection *m_selection;
    SelectionState m_asked;  ///< what the table is made of
    std::shared_ptr<const Workspace> m_workspace;
    QComboBox *m_tables;
    QComboBox *m_ranks;
    QCheckBox *m_onlyRange;
    ElidedLabel *m_explanation;
    ElidedLabel *m_summary;
    TableView *m_view;
    QTimer m_delay;
    AsyncResult<Result<ResultTable>> m_work;
};

}  // namespace stagescope
