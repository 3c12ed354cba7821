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
    [[nodiscard]] QStringList ids() const;
    [[nodiscard]] const std::vector<View *> &pages() const { return m_pages; }

Q_SIGNALS:
    void busyChanged();
    void viewRequested(const QString &id);
    void sourceRequested(stagescope::RunId run, const std::vector<int> &ranks, bool back);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void give();

    const std::vector<ViewEntry> &m_list;
    std::shared_ptr<const Workspace> m_workspace;
    std::vector<View *> m_pages;
    std::vector<std::shared_ptr<const Workspace>> m_given;  ///< what each page was last told
};

/// A tab that is pages, one at a time: the skeleton that such tabs share. GUI thread.
class PagedView : public View {
    Q_OBJECT
public:
    [[nodiscard]] QString id() const override { return m_id; }
    void setWorkspace(std::shared_ptr<const Workspace> workspace) override;
    [[nodiscard]] bool isBusy() const override { return m_pages->isBusy(); }
    void paintPicture(QPainter &painter, QSize size) override;
    void retranslate() override;
    void showPage(const QString &id) override { m_pages->setCurrentId(id); }
    [[nodiscard]] QStringList pageIds() const override { return m_pages->ids(); }
    [[nodiscard]] QByteArray arrangement() const override { return m_pages->currentId().toUtf8(); }
    void setArrangement(const QByteArray &arrangement) override;

    [[nodiscard]] PageTabs *pages() const { return m_pages; }

protected:
    PagedView(const ViewServices &services, const char *id, const std::vector<ViewEntry> &pages, QWidget *parent);

    [[nodiscard]] const std::shared_ptr<const Workspace> &workspace() const { return m_workspace; }
    /// What its row of pages is called for those who do not see it.
    [[nodiscard]] virtual QString pagesName() const = 0;

private:
    QString m_id;
    PageTabs *m_pages = nullptr;
    std::shared_ptr<const Workspace> m_workspace;
};

}  // namespace stagescope
