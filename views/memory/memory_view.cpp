#include "views/memory/memory_view.h"

#include "core/analysis/memory/memory_series.h"
#include "core/export/bundle_level.h"
#include "views/common/pages/joint_page.h"
#include "views/common/pages/switch_page.h"
#include "views/common/source_offer.h"
#include "views/memory/memory_bar.h"
#include "views/memory/memory_minimap.h"
#include "views/memory/memory_pages.h"
#include "views/memory/memory_verdict.h"

#include <QtCore/QCoreApplication>
#include <QtGui/QPainter>
#include <QtGui/QShortcut>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QTabBar>
#include <QtWidgets/QTabWidget>

#include <algorithm>
#include <utility>

namespace stagescope {

MemoryView::MemoryView(const ViewServices &services, QWidget *parent)
    : View(services, parent),
      m_session(services.selection),
      m_bar(new MemoryBar(m_session, this)),
      m_verdict(new MemoryVerdict(m_session, services.runs, this)),
      m_minimap(new MemoryMinimap(m_session, this)),
      m_tabs(new QTabWidget(this)) {
    addPages();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_verdict);
    layout->addWidget(m_minimap);
    layout->addWidget(m_tabs, 1);
    connect(m_tabs, &QTabWidget::tabBarClicked, this, [this](int tab) {
        m_isChosen = true;
        m_pageFor[content()] = m_pages[static_cast<std::size_t>(std::max(0, tab))]->id();
    });
    connect(m_tabs, &QTabWidget::currentChanged, this, [this] {
        const auto &group = memoryPageGroups()[tab()];
        if (m_view < group.first || m_view >= group.first + group.count) {
            m_view = group.first;
        }
        followChoice();
        give();
        offer();
        showParts();
        Q_EMIT titleOrReasonChanged();
    });
    connect(&m_session, &SnapshotSession::choicesChanged, this, &MemoryView::showParts);
    connect(&m_session, &SnapshotSession::historyChanged, this, &MemoryView::titleOrReasonChanged);
    connect(&m_session, &SnapshotSession::busyChanged, this, &MemoryView::busyChanged);
    connect(m_verdict, &MemoryVerdict::busyChanged, this, &MemoryView::busyChanged);
    connect(m_verdict, &MemoryVerdict::clicked, this, [this] { Q_EMIT viewRequested(QStringLiteral("findings")); });
    addKeys();
    offer();
    showParts();
    retranslate();
}

void MemoryView::addPages() {
    m_tabs->setDocumentMode(true);
    m_tabs->tabBar()->setExpanding(false);
    for (const auto &entry : memoryPageList()) {
        m_views.push_back(entry.make(services(), m_session, this));
        new SourceOffer(services(), m_views.back(), m_views.back()->emptyArea());
    }
    for (const auto &group : memoryPageGroups()) {
        auto *page = m_views[group.first];
        if (group.isChoice) {
            auto *choice = new SwitchPage(services(), group.id, group.title, this);
            for (std::size_t i = group.first; i < group.first + group.count; ++i) {
                choice->add(m_views[i], memoryPageList()[i].title);
            }
            page = choice;
        } else if (group.count > 1) {
            auto *joint = new JointPage(services(), group.id, group.title, this);
            for (std::size_t i = group.first; i < group.first + group.count; ++i) {
                joint->add(m_views[i], i == group.first ? 3 : 2);
            }
            page = joint;
        }
        connect(page, &View::busyChanged, this, &MemoryView::busyChanged);
        connect(page, &View::titleOrReasonChanged, this, [this] {
            followChoice();
            Q_EMIT titleOrReasonChanged();
        });
        connect(page, &View::viewRequested, this, &MemoryView::viewRequested);
        connect(page, &View::sourceRequested, this, &MemoryView::sourceRequested);
        m_pages.push_back(page);
        m_tabs->addTab(page, page->title());
    }
    m_given.resize(m_pages.size());
}

/// What the box of a page has been turned to.
void MemoryView::followChoice() {
    const auto &group = memoryPageGroups()[tab()];
    const auto *shown = m_pages[tab()]->shown();
    for (std::size_t i = group.first; group.isChoice && i < group.first + group.count; ++i) {
        m_view = m_views[i] == shown ? i : m_view;
    }
}

/// Tabs that are not there cannot be turned to.
void MemoryView::turnToTab(int tab) {
    m_tabs->setTabVisible(tab, true);
    m_tabs->setCurrentIndex(tab);
}

std::size_t MemoryView::tab() const { return static_cast<std::size_t>(std::max(0, m_tabs->currentIndex())); }

QString MemoryView::id() const { return QStringLiteral("memory"); }
QString MemoryView::title() const { return tr("Memory"); }

void MemoryView::addKeys() {
    const auto add = [this](QKeySequence keys, auto action) {
        auto *shortcut = new QShortcut(std::move(keys), this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
        connect(shortcut, &QShortcut::activated, this, action);
    };
    add(Qt::Key_Comma, [this] { m_session.setMoment(std::max(1U, m_session.moment()) - 1); });
    add(Qt::Key_Period, [this] { m_session.setMoment(m_session.moment() + 1); });
    add(Qt::Key_BracketLeft, [this] { jumpToEndOfLife(true); });
    add(Qt::Key_BracketRight, [this] { jumpToEndOfLife(false); });
}

/// To the event that made the selected block, or to the one that freed it.
void MemoryView::jumpToEndOfLife(bool isBegin) {
    const auto index = m_session.selectedAllocation();
    if (!index) {
        return;
    }
    const auto &allocation = m_session.history()->device().allocations.allocations[*index];
    const auto event = isBegin ? allocation.begin : allocation.end;
    const auto block = m_session.history()->blockOf(*index);
    if (event_index::isEvent(event) && block) {
        m_session.selectBlock(*block, event + 1);
    }
}

void MemoryView::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    m_session.setWorkspace(m_workspace);
    turnToContent();
    offer();
    m_verdict->setWorkspace(m_workspace);
    give();
    showParts();
    Q_EMIT titleOrReasonChanged();
}

/// Only the page in sight learns of a new workspace, the others when they are turned to.
void MemoryView::give() {
    const auto index = static_cast<std::size_t>(std::max(0, m_tabs->currentIndex()));
    if (index < m_pages.size() && m_workspace != nullptr && m_given[index] != m_workspace) {
        m_given[index] = m_workspace;
        m_pages[index]->setWorkspace(m_workspace);
    }
}

void MemoryView::showParts() {
    const bool hasSnapshot = m_session.chosen() != nullptr && source() == MemoryPageSource::Snapshot;
    m_bar->setVisible(hasSnapshot);
    m_verdict->setShown(hasSnapshot);
    m_minimap->setVisible(hasSnapshot);
}

MemoryPageSource MemoryView::source() const { return memoryPageList()[m_view].source; }

/// What there is to look at: pages are remembered for each, since who compared two snapshots has nothing to compare in
/// the next one.
QString MemoryView::content() const {
    const auto *run = m_workspace == nullptr ? nullptr : m_workspace->mainRun();
    const auto count = run == nullptr ? 0 : run->snapshots.size();
    return count == 0   ? QStringLiteral("record")
           : count == 1 ? QStringLiteral("snapshot")
                        : QStringLiteral("snapshots");
}

/// A run opens on the page that was last chosen for what it holds; from a page that has nothing to show to the first
/// that has, until the user chooses one.
void MemoryView::turnToContent() {
    const auto *run = m_workspace == nullptr ? nullptr : m_workspace->mainRun();
    if (run == nullptr || (run->snapshots.empty() && run->captures.empty())) {
        return;
    }
    const auto before = std::exchange(m_path, run->path);
    const bool isAsked = m_isChosen && before.empty();  // before there was anything to look at
    if (run->path != before && !isAsked) {
        m_isChosen = false;
        const auto kept = m_pageFor.value(content());
        const auto it = std::find_if(m_pages.begin(), m_pages.end(), [&](const View *v) { return v->id() == kept; });
        turnToTab(it == m_pages.end() ? 0 : static_cast<int>(it - m_pages.begin()));
    }
    const bool isShown = hasContent(source());
    const bool isTheOther = hasContent(MemoryPageSource::Snapshot) != hasContent(MemoryPageSource::Record);
    if (m_isChosen || isShown || !isTheOther) {
        return;
    }
    const auto groups = memoryPageGroups();
    const auto it = std::find_if(groups.begin(), groups.end(), [&](const MemoryPageGroup &group) {
        return hasContent(memoryPageList()[group.first].source);
    });
    turnToTab(static_cast<int>(it - groups.begin()));
}

bool MemoryView::hasContent(MemoryPageSource source) const {
    const auto *run = m_workspace == nullptr ? nullptr : m_workspace->mainRun();
    if (run == nullptr || source == MemoryPageSource::Snapshot) {
        return run != nullptr && !run->snapshots.empty();
    }
    return std::any_of(run->captures.begin(), run->captures.end(),
                       [](const RankCapture &capture) { return memoryRecord(capture) != MemoryRecord::None; }) ||
           keptInPart(*run, "memory_curve", {});  // what a digest leaves out
}

/// Pages of what there is; the one in front stays.
bool MemoryView::isPageOffered(std::size_t page) const {
    return page == tab() ||
           (m_workspace != nullptr && hasContent(memoryPageList()[memoryPageGroups()[page].first].source) &&
            m_pages[page]->isOffered(*m_workspace));
}

void MemoryView::offer() {
    for (std::size_t page = 0; page < m_pages.size(); ++page) {
        m_tabs->setTabVisible(static_cast<int>(page), isPageOffered(page));
    }
}

QStringList MemoryView::offeredIds() const {
    QStringList ids;
    for (std::size_t page = 0; page < m_pages.size(); ++page) {
        if (isPageOffered(page)) {
            ids << m_pages[page]->id();
        }
    }
    return ids;
}

void MemoryView::showEvent(QShowEvent *event) {
    View::showEvent(event);
    m_session.wake();
    give();
}

void MemoryView::showPage(const QString &id) {
    const auto name = id.section(QLatin1Char('/'), 0, 0);
    for (std::size_t view = 0; view < m_views.size(); ++view) {
        if (m_views[view]->id() == name) {
            setPage(view);
            m_views[view]->showPage(id.section(QLatin1Char('/'), 1));
            return;
        }
    }
    const auto groups = memoryPageGroups();
    for (std::size_t tab = 0; tab < groups.size(); ++tab) {
        if (name == QLatin1String(groups[tab].id)) {
            m_isChosen = true;
            turnToTab(static_cast<int>(tab));
        }
    }
}

QStringList MemoryView::pageIds() const {
    QStringList ids;
    std::for_each(m_pages.begin(), m_pages.end(), [&](const View *page) { ids << page->id() << page->pageIds(); });
    return ids;
}

void MemoryView::setPage(std::size_t page) {
    m_isChosen = true;
    const auto groups = memoryPageGroups();
    const auto it = std::find_if(groups.begin(), groups.end(), [&](const MemoryPageGroup &group) {
        return page >= group.first && page < group.first + group.count;
    });
    const auto tab = static_cast<int>(it - groups.begin());
    m_view = page;
    if (it->count > 1) {
        m_pages[static_cast<std::size_t>(tab)]->showPage(m_views[page]->id());
    }
    turnToTab(tab);
    m_view = page;
}

void MemoryView::showAlone(std::size_t page) {
    setPage(page);
    if (auto *joint = qobject_cast<JointPage *>(m_pages[tab()])) {
        joint->showAlone(m_views[page]->id());
    }
}

std::optional<Message> MemoryView::emptyReason() const {
    const bool hasSomething =
        std::any_of(m_views.begin(), m_views.end(), [](const View *view) { return !view->emptyReason(); });
    return hasSomething ? std::nullopt : page()->emptyReason();
}

bool MemoryView::isBusy() const { return m_session.isBusy() || m_verdict->isBusy() || m_pages[tab()]->isBusy(); }

void MemoryView::paintPicture(QPainter &painter, QSize size) {
    const bool isSnapshot = m_session.history() != nullptr && source() == MemoryPageSource::Snapshot;
    const int verdict = isSnapshot ? m_verdict->pictureHeight() : 0;
    const int strip = isSnapshot ? MemoryMinimap::kHeight : 0;
    painter.save();
    if (verdict > 0) {
        m_verdict->paintPicture(painter, {size.width(), verdict});
    }
    painter.translate(0, verdict);
    if (strip > 0) {
        painter.setFont(font());
        m_minimap->paintPicture(painter, {size.width(), strip});
    }
    painter.translate(0, strip);
    m_pages[tab()]->paintPicture(painter, {size.width(), std::max(1, size.height() - strip - verdict)});
    painter.restore();
}

void MemoryView::retranslate() {
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        m_pages[i]->retranslate();
        m_tabs->setTabText(static_cast<int>(i), QCoreApplication::translate("ViewList", memoryPageGroups()[i].title));
    }
    m_tabs->tabBar()->setAccessibleName(tr("Memory pages"));
    m_bar->retranslate();
    m_verdict->retranslate();
    m_minimap->retranslate();
}

/// "record=memory-peaks snapshot=active-memory"
QByteArray MemoryView::arrangement() const {
    QStringList parts;
    for (auto it = m_pageFor.begin(); it != m_pageFor.end(); ++it) {
        parts += it.key() + QLatin1Char('=') + it.value();
    }
    return parts.join(QLatin1Char(' ')).toUtf8();
}

void MemoryView::setArrangement(const QByteArray &arrangement) {
    for (const auto &part : QString::fromUtf8(arrangement).split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const auto page = part.section(QLatin1Char('='), 1);
        const bool isKnown =
            std::any_of(m_pages.begin(), m_pages.end(), [&](const View *v) { return v->id() == page; });
        if (isKnown) {
            m_pageFor[part.section(QLatin1Char('='), 0, 0)] = page;
        }
    }
}

}  // namespace stagescope
