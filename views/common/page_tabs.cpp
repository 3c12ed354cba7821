#include "views/common/page_tabs.h"

#include "views/common/source_offer.h"

#include <QtCore/QCoreApplication>
#include <QtWidgets/QTabBar>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace stagescope {

namespace {

/// A page that is not shown learns of a new workspace when it is shown, but keeps nothing alive that was closed.
bool hasClosedRun(const Workspace &given, const Workspace &now) {
    return std::ranges::any_of(given.runs, [&](const Run &run) {
        return std::ranges::none_of(now.runs, [&](const Run &other) { return other.id == run.id; });
    });
}

}  // namespace

PageTabs::PageTabs(const std::vector<ViewEntry> &list, const ViewServices &services, QWidget *parent)
    : QTabWidget(parent), m_list(list) {
    setDocumentMode(true);
    tabBar()->setExpanding(false);
    for (const auto &entry : list) {
        auto *page = entry.make(services, this);
        connect(page, &View::busyChanged, this, &PageTabs::busyChanged);
        connect(page, &View::viewRequested, this, &PageTabs::viewRequested);
        connect(page, &View::sourceRequested, this, &PageTabs::sourceRequested);
        new SourceOffer(services, page, page->emptyArea());
        m_pages.push_back(page);
        addTab(page, page->title());
    }
    m_given.resize(m_pages.size());
    connect(this, &QTabWidget::currentChanged, this, &PageTabs::give);
    retranslate();
}

void PageTabs::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        if (m_given[i] != nullptr && m_workspace != nullptr && hasClosedRun(*m_given[i], *m_workspace)) {
            m_pages[i]->setWorkspace(std::make_shared<Workspace>());
            m_given[i].reset();
        }
    }
    give();
}

void PageTabs::give() {
    const auto index = static_cast<std::size_t>(std::max(0, currentIndex()));
    if (isVisible() && index < m_pages.size() && m_workspace != nullptr && m_given[index] != m_workspace) {
        m_given[index] = m_workspace;
        m_pages[index]->setWorkspace(m_workspace);
    }
}

void PageTabs::showEvent(QShowEvent *event) {
    QTabWidget::showEvent(event);
    give();
}

void PageTabs::retranslate() {
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        m_pages[i]->retranslate();
        setTabText(static_cast<int>(i), QCoreApplication::translate("ViewList", m_list[i].title));
    }
}

bool PageTabs::isBusy() const {
    return std::any_of(m_pages.begin(), m_pages.end(), [](const View *page) { return page->isBusy(); });
}

View *PageTabs::current() const { return m_pages[static_cast<std::size_t>(std::max(0, currentIndex()))]; }

QString PageTabs::currentId() const { return current()->id(); }

void PageTabs::setCurrentId(const QString &id) {
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        if (m_pages[i]->id() == id) {
            setCurrentIndex(static_cast<int>(i));
        }
    }
}

QStringList PageTabs::ids() const {
    QStringList ids;
    std::for_each(m_pages.begin(), m_pages.end(), [&](const View *page) { ids << page->id(); });
    return ids;
}

PagedView::PagedView(const ViewServices &services, const char *id, const std::vector<ViewEntry> &pages, QWidget *parent)
    : View(services, parent), m_id(QString::fromLatin1(id)) {
    m_pages = new PageTabs(pages, services, this);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);
    setFocusProxy(m_pages);
    connect(m_pages, &PageTabs::busyChanged, this, &PagedView::busyChanged);
    connect(m_pages, &PageTabs::viewRequested, this, &PagedView::viewRequested);
    connect(m_pages, &PageTabs::sourceRequested, this, &PagedView::sourceRequested);
}

void PagedView::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    m_pages->setWorkspace(m_workspace);
    Q_EMIT titleOrReasonChanged();
}

void PagedView::paintPicture(QPainter &painter, QSize size) { m_pages->current()->paintPicture(painter, size); }

void PagedView::retranslate() {
    m_pages->retranslate();
    m_pages->tabBar()->setAccessibleName(pagesName());
}

void PagedView::setArrangement(const QByteArray &arrangement) { m_pages->setCurrentId(QString::fromUtf8(arrangement)); }

}  // namespace stagescope
