#pragma once

#include "views/common/view.h"
#include "views/memory/memory_pages.h"
#include "views/memory/snapshot_session.h"

#include <QtCore/QMap>

#include <string>
#include <vector>

class QTabWidget;

namespace stagescope {

class MemoryBar;
class MemoryMinimap;
class MemoryVerdict;

/// The tab Memory: pickers, the whole history as a strip to scrub on, and pages (memory_pages is THE list). GUI thread.
class MemoryView : public View {
    Q_OBJECT
public:
    explicit MemoryView(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString title() const override;
    void setWorkspace(std::shared_ptr<const Workspace> workspace) override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] bool isBusy() const override;
    void paintPicture(QPainter &painter, QSize size) override;
    void retranslate() override;
    [[nodiscard]] QByteArray arrangement() const override;
    void showPage(const QString &id) override;
    [[nodiscard]] QStringList pageIds() const override;
    void setArrangement(const QByteArray &arrangement) override;

    /// The page with this view; position in memoryPageList().
    void setPage(std::size_t page);
    /// The view in front, of several that was turned to last.
    [[nodiscard]] View *page() const { return m_views[m_view]; }
    /// The view, without others of its page: for pictures.
    void showAlone(std::size_t page);
    [[nodiscard]] View *shown() override { return page(); }
    [[nodiscard]] QString ownFilter() const override { return page()->ownFilter(); }
    [[nodiscard]] QStringList offeredIds() const;

    /// For tests.
    [[nodiscard]] SnapshotSession &session() { return m_session; }
    [[nodiscard]] MemoryBar *bar() const { return m_bar; }
    [[nodiscard]] MemoryMinimap *minimap() const { return m_minimap; }
    [[nodiscard]] MemoryVerdict *verdict() const { return m_verdict; }

protected:
    void showEvent(QShowEvent *event) override;

private:
    void addPages();
    void addKeys();
    void give();
    void jumpToEndOfLife(bool isBegin);
    void showParts();
    void turnToContent();
    void offer();
    [[nodiscard]] bool isPageOffered(std::size_t page) const;
    [[nodiscard]] bool hasContent(MemoryPageSource source) const;
    void followChoice();
    void turnToTab(int tab);
    [[nodiscard]] std::size_t tab() const;
    [[nodiscard]] QString content() const;
    [[nodiscard]] MemoryPageSource source() const;

    SnapshotSession m_session;
    std::shared_ptr<const Workspace> m_workspace;
    MemoryBar *m_bar = nullptr;
    MemoryVerdict *m_verdict = nullptr;
    MemoryMinimap *m_minimap = nullptr;
    QTabWidget *m_tabs = nullptr;
    bool m_isChosen = false;           ///< the page in front, by the user
    std::string m_path;                ///< of the main run that pages were turned to
    QMap<QString, QString> m_pageFor;  ///< that the user last chose, by content()
    std::vector<View *> m_views;       ///< as in memoryPageList()
    std::vector<View *> m_pages;       ///< as in memoryPageGroups()
    std::size_t m_view = 0;
    std::vector<std::shared_ptr<const Workspace>> m_given;  ///< what each page was last told
};

}  // namespace stagescope
