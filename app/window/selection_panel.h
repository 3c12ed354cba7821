#pragma once

#include "app/window/rows_panel.h"
#include "core/analysis/result_table.h"
#include "core/base/result.h"
#include "core/session/selection.h"
#include "core/session/workspace.h"
#include "views/common/async_result.h"

#include <QtCore/QTimer>

#include <memory>

namespace stagescope {

/// Tab of the drawer: what runs in the selected stretch of time, by name (table op_stats over the chosen ranks),
/// computed on the pool. GUI thread.
class SelectionPanel : public RowsPanel {
    Q_OBJECT
public:
    explicit SelectionPanel(Selection *selection, QWidget *parent = nullptr);

    void setWorkspace(std::shared_ptr<const Workspace> workspace);
    void retranslate();

protected:
    void showEvent(QShowEvent *event) override;

private:
    void update();
    void start();
    void take(const Result<ResultTable> &result);

    Selection *m_selection;
    std::shared_ptr<const Workspace> m_workspace;
    QTimer m_delay;
    AsyncResult<Result<ResultTable>> m_work;
};

}  // namespace stagescope
