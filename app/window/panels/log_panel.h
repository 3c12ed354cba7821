#pragma once

#include "app/window/panels/rows_panel.h"
#include "core/session/workspace.h"

#include <memory>

namespace stagescope {

/// Tab of the drawer: everything that discovery and loading did not take as it stood, data loss first. GUI thread.
class LogPanel : public RowsPanel {
    Q_OBJECT
public:
    explicit LogPanel(QWidget *parent = nullptr);

    void setWorkspace(std::shared_ptr<const Workspace> workspace);
    void retranslate();

private:
    std::shared_ptr<const Workspace> m_workspace;
};

}  // namespace stagescope
