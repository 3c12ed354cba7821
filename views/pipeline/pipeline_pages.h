#pragma once

#include "views/common/view.h"

#include <QtWidgets/QTabWidget>

#include <memory>
#include <vector>

namespace stagescope {

/// THE list of pages below the pipeline chart, in the order of their tabs. A page is a View: it follows Selection
/// (group, step, ranks), asks through it, says itself why it is empty, and can be drawn alone by its id. One more: a
/// line in pipeline_pages.cpp.
[[nodiscard]] const std::vector<ViewEntry> &pipelinePageList();

/// The pages as a strip of tabs. Only the page in sight learns of a new workspace, the others when they are turned to.
/// Owns the pages. GUI thread.
class PipelinePages : public QTabWidget {
    Q_OBJECT
public:
    explicit PipelinePages(const ViewServices &services, QWidget *parent = nullptr);

    void setWorkspace(std::shared_ptr<const Workspace> workspace);
    void retranslate();
    [[nodiscard]] bool isBusy() const;
    [[nodiscard]] View *current() const;
    [[nodiscard]] QString currentId() const;
    void setCurrentId(const QString &id);

Q_SIGNALS:
    void busyChanged();

protected:
    void showEvent(QShowEvent *event) override;

private:
    void give();

    std::shared_ptr<const Workspace> m_workspace;
    std::vector<View *> m_pages;
    std::vector<std::shared_ptr<const Workspace>> m_given;  ///< what each page was last told
};

}  // namespace stagescope
