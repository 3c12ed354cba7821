#pragma once

#include "views/common/view.h"

#include <QtWidgets/QTabWidget>

#include <memory>
#include <vector>

namespace stagescope {

/// Pages of a tab as a strip of tabs of its own: those that are worth it for what is open (View::isOffered), without a
/// strip where that is one. Only the page in sight learns of a new workspace, the others when they are turned to. Owns
/// the pages; `list` must outlive it. GUI thread.
class PageTabs : public QTabWidget {
    Q_OBJECT
public:
    PageTabs(const std::vector<ViewEntry> &list, const ViewServices &services, QWidget *parent = nullptr);

    void setWorkspace(std::shared_ptr<const Workspace> workspace);
    void retranslate();
    [[nodiscard]] bool isBusy() const;
    [[nodiscard]] View *current() const;
    [[nodiscard]] QString currentId() const;
    /// Turns to a page, or to what of one is named behind a slash or is a part of it. One that is not offered is
    /// offered as long as it is in front: it says what it lacks.
    void showPage(const QString &id);
    /// Of all pages and their parts.
    [[nodiscard]] QStringList ids() const;
    /// Of the pages that are offered now.
    [[nodiscard]] QStringList offeredIds() const;
    [[nodiscard]] const std::vector<View *> &pages() const { return m_pages; }
    /// The page is always told of what is open, not only when it is in front.
    void keepInformed(std::size_t page) { m_informed = page; }

Q_SIGNALS:
    void busyChanged();
    void viewRequested(const QString &id);
    void slicesRequested(const stagescope::LaneRef &lane);
    void sourceRequested(stagescope::RunId run, const std::vector<int> &ranks, bool back);
    void stepsRequested(const QString &pattern);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void give();
    void giveTo(std::size_t page);
    void offer();

    const std::vector<ViewEntry> &m_list;
    std::shared_ptr<const Workspace> m_workspace;
    std::vector<View *> m_pages;
    std::vector<std::shared_ptr<const Workspace>> m_given;  ///< what each page was last told
    std::optional<std::size_t> m_informed;
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
    void showPage(const QString &id) override { m_pages->showPage(id); }
    [[nodiscard]] QStringList pageIds() const override { return m_pages->ids(); }
    [[nodiscard]] View *shown() override { return m_pages->current()->shown(); }
    [[nodiscard]] QString ownFilter() const override { return m_pages->current()->ownFilter(); }
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

/// A tab whose first page is what it is about and called like it; the others join it where there is more to show. A
/// place that names the tab alone means that page. GUI thread.
class LeadPagedView : public PagedView {
    Q_OBJECT
public:
    LeadPagedView(const ViewServices &services, const std::vector<ViewEntry> &pages, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override { return lead()->title(); }
    [[nodiscard]] std::optional<Message> emptyReason() const override { return lead()->emptyReason(); }
    [[nodiscard]] bool hasOwnEmptyPage() const override { return true; }
    void showPage(const QString &id) override { pages()->showPage(id.isEmpty() ? this->id() : id); }
    [[nodiscard]] QByteArray arrangement() const override { return lead()->arrangement(); }
    void setArrangement(const QByteArray &arrangement) override { lead()->setArrangement(arrangement); }

protected:
    [[nodiscard]] QString pagesName() const override;

private:
    [[nodiscard]] View *lead() const { return pages()->pages().front(); }
};

}  // namespace stagescope
