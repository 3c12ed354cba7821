#include "views/common/pages/page_tabs.h"

#include "views/common/pages/joint_page.h"
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
        connect(page, &View::slicesRequested, this, &PageTabs::slicesRequested);
        connect(page, &View::sourceRequested, this, &PageTabs::sourceRequested);
        connect(page, &View::stepsRequested, this, &PageTabs::stepsRequested);
        connect(page, &View::titleOrReasonChanged, this, &PageTabs::offer);
        new SourceOffer(services, page, page->emptyArea());
        m_pages.push_back(page);
        addTab(page, page->title());
    }
    m_given.resize(m_pages.size());
    connect(this, &QTabWidget::currentChanged, this, [this] {
        give();
        offer();
    });
    retranslate();
    offer();
}

void PageTabs::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        if (m_given[i] != nullptr && m_workspace != nullptr && hasClosedRun(*m_given[i], *m_workspace)) {
            m_pages[i]->setWorkspace(std::make_shared<Workspace>());
            m_given[i].reset();
        }
    }
    offer();
    give();
}

void PageTabs::give() {
    if (m_workspace == nullptr) {
        return;
    }
    if (m_informed) {
        giveTo(*m_informed);
    }
    if (isVisible()) {
        giveTo(static_cast<std::size_t>(std::max(0, currentIndex())));
    }
}

void PageTabs::giveTo(std::size_t page) {
    if (page < m_pages.size() && m_given[page] != m_workspace) {
        m_given[page] = m_workspace;
        m_pages[page]->setWorkspace(m_workspace);
    }
}

/// A page that has nothing for what is open goes, but not from under who looks at it.
void PageTabs::offer() {
    static const Workspace kNone;
    const auto &workspace = m_workspace == nullptr ? kNone : *m_workspace;
    int offered = 0;
    for (int i = 0; i < count(); ++i) {
        const bool isOffered = i == currentIndex() || m_pages[static_cast<std::size_t>(i)]->isOffered(workspace);
        setTabVisible(i, isOffered);
        offered += isOffered ? 1 : 0;
    }
    tabBar()->setVisible(offered > 1);
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

void PageTabs::showPage(const QString &id) {
    const auto name = id.section(QLatin1Char('/'), 0, 0);
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        if (isNamed(m_list[i], name)) {
            setTabVisible(static_cast<int>(i), true);
            setCurrentIndex(static_cast<int>(i));
            m_pages[i]->showPage(m_pages[i]->id() == name ? id.section(QLatin1Char('/'), 1) : id);
        }
    }
}

QStringList PageTabs::ids() const {
    QStringList ids;
    for (const auto *page : m_pages) {
        ids << page->id() << page->pageIds();
    }
    return ids;
}

QStringList PageTabs::offeredIds() const {
    QStringList ids;
    for (int i = 0; i < count(); ++i) {
        if (isTabVisible(i)) {
            ids << m_pages[static_cast<std::size_t>(i)]->id();
        }
    }
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
    connect(m_pages, &PageTabs::slicesRequested, this, &PagedView::slicesRequested);
    connect(m_pages, &PageTabs::sourceRequested, this, &PagedView::sourceRequested);
    connect(m_pages, &PageTabs::stepsRequested, this, &PagedView::stepsRequested);
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

void PagedView::setArrangement(const QByteArray &arrangement) { m_pages->showPage(QString::fromUtf8(arrangement)); }

LeadPagedView::LeadPagedView(const ViewServices &services, const std::vector<ViewEntry> &pages, QWidget *parent)
    : PagedView(services, pages.front().id, pages, parent) {
    this->pages()->keepInformed(0);
    setFocusProxy(lead());
    connect(lead(), &View::titleOrReasonChanged, this, &View::titleOrReasonChanged);
    retranslate();
}

QString LeadPagedView::pagesName() const { return tr("Pages"); }

}  // namespace stagescope
