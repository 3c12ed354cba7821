#pragma once

#include "views/common/view.h"

#include <QtWidgets/QTabWidget>

#include <memory>
#include <vector>

namespace stagescope {

/// Pages of a tab as a strip of tabs of its own. Only the page in sight learns of a new workspace, the others when they
/// are turned to. Owns the pages; `list` must outlive it. GUI thread.
class PageTabs : public QTabWidget {
    Q_OBJECT
public:
    PageTabs(const std::vector<ViewEntry> &list, const ViewServices &services, QWidget *parent = nullptr);

    void setWorkspace(std::shared_ptr<const Workspace> workspace);
    void retranslate();
    [[nodiscard]] bool isBusy() const;
    [[nodiscard]] View *current() const;
    [[nodiscard]] QString currentId() const;
    void setCurrentId(const QString &id);
    [[nodiscard]] const std::vector<View *> &pages() const { return m_pages; }

Q_SIGNALS:
    void busyChanged();
    void viewRequested(const QString &id);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void give();

    const std::vector<ViewEntry> &m_list;
    std::shared_ptr<const Workspace> m_workspace;
    std::vector<View *> m_pages;
    std::vector<std::shared_ptr<const Workspace>> m_given;  ///< what each page was last told
};

}  // namespace stagescope
