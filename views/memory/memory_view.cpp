#include "views/memory/memory_view.h"

#include "core/analysis/memory/memory_series.h"
#include "core/export/bundle_level.h"
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
        give();
        showParts();
        Q_EMIT titleOrReasonChanged();
    });
    connect(&m_session, &SnapshotSession::choicesChanged, this, &MemoryView::showParts);
    connect(&m_session, &SnapshotSession::historyChanged, this, &MemoryView::titleOrReasonChanged);
    connect(&m_session, &SnapshotSession::busyChanged, this, &MemoryView::busyChanged);
    connect(m_verdict, &MemoryVerdict::busyChanged, this, &MemoryView::busyChanged);
    addKeys();
    showParts();
    retranslate();
}

void MemoryView::addPages() {
    m_tabs->setDocumentMode(true);
    m_tabs->tabBar()->setExpanding(false);
    for (const auto &entry : memoryPageList()) {
        auto *page = entry.make(services(), m_session, this);
        connect(page, &View::busyChanged, this, &MemoryView::busyChanged);
        connect(page, &View::titleOrReasonChanged, this, &MemoryView::titleOrReasonChanged);
        connect(page, &View::viewRequested, this, &MemoryView::viewRequested);
        connect(page, &View::sourceRequested, this, &MemoryView::sourceRequested);
        new SourceOffer(services(), page, page->emptyArea());
        m_pages.push_back(page);
        m_tabs->addTab(page, page->title());
    }
    m_given.resize(m_pages.size());
}

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

MemoryPageSource MemoryView::source() const {
    return memoryPageList()[static_cast<std::size_t>(std::max(0, m_tabs->currentIndex()))].source;
}

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
        turnTo(m_pageFor.value(content(), m_pages.front()->id()));
    }
    const bool hasRecord =
        std::any_of(run->captures.begin(), run->captures.end(),
                    [](const RankCapture &capture) { return memoryRecord(capture) != MemoryRecord::None; }) ||
        keptInPart(*run, "memory_curve", {});  // what a digest leaves out
    const bool hasSnapshot = !run->snapshots.empty();
    const bool isShown = source() == MemoryPageSource::Snapshot ? hasSnapshot : hasRecord;
    if (m_isChosen || isShown || hasSnapshot == hasRecord) {
        return;
    }
    const auto &list = memoryPageList();
    const auto wanted = hasSnapshot ? MemoryPageSource::Snapshot : MemoryPageSource::Record;
    const auto it = std::find_if(list.begin(), list.end(), [&](const auto &entry) { return entry.source == wanted; });
    m_tabs->setCurrentIndex(static_cast<int>(it - list.begin()));
}

void MemoryView::showEvent(QShowEvent *event) {
    View::showEvent(event);
    m_session.wake();
    give();
}

View *MemoryView::page() const { return m_pages[static_cast<std::size_t>(std::max(0, m_tabs->currentIndex()))]; }

void MemoryView::showPage(const QString &id) {
    const auto name = id.section(QLatin1Char('/'), 0, 0);
    for (std::size_t page = 0; page < m_pages.size(); ++page) {
        if (m_pages[page]->id() == name) {
            setPage(page);
            m_pages[page]->showPage(id.section(QLatin1Char('/'), 1));
        }
    }
}

QStringList MemoryView::pageIds() const {
    QStringList ids;
    for (const auto *page : m_pages) {
        ids << page->id();
        const auto parts = page->pageIds();
        std::for_each(parts.begin(), parts.end(),
                      [&](const QString &part) { ids << page->id() + QLatin1Char('/') + part; });
    }
    return ids;
}

void MemoryView::setPage(std::size_t page) {
    m_isChosen = true;
    m_tabs->setCurrentIndex(static_cast<int>(page));
}

std::optional<Message> MemoryView::emptyReason() const {
    const bool hasSomething =
        std::any_of(m_pages.begin(), m_pages.end(), [](const View *page) { return !page->emptyReason(); });
    return hasSomething ? std::nullopt : page()->emptyReason();
}

bool MemoryView::isBusy() const { return m_session.isBusy() || m_verdict->isBusy() || page()->isBusy(); }

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
    page()->paintPicture(painter, {size.width(), std::max(1, size.height() - strip - verdict)});
    painter.restore();
}

void MemoryView::retranslate() {
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        m_pages[i]->retranslate();
        m_tabs->setTabText(static_cast<int>(i), QCoreApplication::translate("ViewList", memoryPageList()[i].title));
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

void MemoryView::turnTo(const QString &page) {
    const auto it = std::find_if(m_pages.begin(), m_pages.end(), [&](const View *view) { return view->id() == page; });
    m_tabs->setCurrentIndex(static_cast<int>(it - m_pages.begin()));
}

}  // namespace stagescope
