#include "app/window/view_tabs.h"

#include "views/common/pages/page_tabs.h"
#include "views/common/source_offer.h"
#include "views/common/texts/message_texts.h"
#include "views/common/theme.h"

#include <QtCore/QCoreApplication>
#include <QtWidgets/QLabel>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QTabBar>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace stagescope {

namespace {
constexpr QSize kLeastTab(420, 220);  ///< at twice the size a screen of 1280 x 720 pixels is one of 640 x 360
}  // namespace

class ViewPage : public QStackedWidget {
public:
    ViewPage(const ViewEntry &entry, const ViewServices &services, QWidget *parent)
        : QStackedWidget(parent),
          m_entry(entry),
          m_view(entry.make(services, this)),
          m_empty(new QWidget(this)),
          m_reason(new QLabel(m_empty)) {
        auto *layout = new QVBoxLayout(m_empty);
        layout->setContentsMargins(48, 48, 48, 48);
        layout->addWidget(m_reason);
        m_empty->setAutoFillBackground(true);
        m_empty->setBackgroundRole(QPalette::Base);
        m_reason->setAlignment(Qt::AlignCenter);
        m_reason->setWordWrap(true);
        m_reason->setTextInteractionFlags(Qt::TextSelectableByMouse);
        new SourceOffer(services, m_view, m_empty);
        addWidget(m_empty);
        addWidget(m_view);
    }

    /// What wants more room is squeezed, rather than that the window grows larger than the screen.
    [[nodiscard]] QSize minimumSizeHint() const override {
        return QStackedWidget::minimumSizeHint().boundedTo(kLeastTab);
    }

    [[nodiscard]] View *view() const { return m_view; }
    [[nodiscard]] QString id() const { return QString::fromLatin1(m_entry.id); }
    [[nodiscard]] QString title() const { return QCoreApplication::translate("ViewList", m_entry.title); }

    void give(const std::shared_ptr<const Workspace> &workspace) {
        if (workspace != m_given) {
            m_given = workspace;
            m_view->setWorkspace(workspace);
        }
    }

    /// Empty when there is something to see.
    [[nodiscard]] QString reason() const {
        const auto message = m_view->emptyReason();
        return message ? messageText(*message) : QString();
    }

    void showReason() {
        const auto text = reason();
        m_reason->setText(text);
        const bool isViewShown = text.isEmpty() || m_view->hasOwnEmptyPage();
        setCurrentWidget(isViewShown ? static_cast<QWidget *>(m_view) : m_empty);
    }

private:
    const ViewEntry &m_entry;
    View *m_view;
    QWidget *m_empty;
    QLabel *m_reason;
    std::shared_ptr<const Workspace> m_given;
};

ViewTabs::ViewTabs(const ViewServices &services, QWidget *parent)
    : QTabWidget(parent), m_workspace(std::make_shared<Workspace>()) {
    setDocumentMode(true);
    tabBar()->setUsesScrollButtons(true);
    tabBar()->setElideMode(Qt::ElideNone);
    for (const auto &entry : viewList()) {
        auto *page = new ViewPage(entry, services, this);
        m_pages.push_back(page);
        addTab(page, page->title());
        connect(page->view(), &View::titleOrReasonChanged, this, &ViewTabs::showReasons);
        connect(page->view(), &View::busyChanged, this, &ViewTabs::showReasons);
        connect(page->view(), &View::viewRequested, this, &ViewTabs::turnTo);
        connect(page->view(), &View::slicesRequested, this, &ViewTabs::slicesRequested);
        connect(page->view(), &View::sourceRequested, this, &ViewTabs::sourceRequested);
        connect(page->view(), &View::stepsRequested, this, &ViewTabs::stepsRequested);
    }
    connect(this, &QTabWidget::currentChanged, this, [this] {
        focusCurrent();
        Q_EMIT currentIdChanged(currentId());
    });
    retranslate();
}

void ViewTabs::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    // Every view learns of it, since the greying of the tabs comes from the views; analyses are the views' own and
    // start only in what is visible or stay cheap.
    for (auto *page : m_pages) {
        page->give(m_workspace);
    }
    showReasons();
}

void ViewTabs::focusCurrent() {
    if (auto *view = currentView(); view != nullptr) {
        view->setFocus(Qt::OtherFocusReason);
    }
}

void ViewTabs::showReasons() {
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        auto *page = m_pages[i];
        page->showReason();
        const auto reason = page->reason();
        const int tab = static_cast<int>(i);
        setTabToolTip(tab, reason.isEmpty() ? tr("Alt+%1").arg(tab + 1) : reason);
        tabBar()->setTabTextColor(tab, reason.isEmpty() ? QColor() : Theme::current().color(ColorRole::MutedText));
    }
}

View *ViewTabs::currentView() const {
    const int tab = currentIndex();
    auto *view = tab < 0 ? nullptr : m_pages[static_cast<std::size_t>(tab)]->view();
    return qobject_cast<LeadPagedView *>(view) != nullptr ? view->shown() : view;
}

View *ViewTabs::tab(const QString &id) const {
    for (const auto *page : m_pages) {
        if (page->id() == id) {
            return page->view();
        }
    }
    return nullptr;
}

View *ViewTabs::view(const QString &id) const {
    for (const auto *page : m_pages) {
        const auto inside = page->view()->findChildren<View *>();
        const auto it = std::find_if(inside.begin(), inside.end(), [&](const View *view) { return view->id() == id; });
        if (it != inside.end()) {
            return *it;
        }
    }
    return tab(id);
}

QString ViewTabs::currentId() const {
    const int tab = currentIndex();
    return tab < 0 ? QString() : m_pages[static_cast<std::size_t>(tab)]->id();
}

void ViewTabs::setCurrentId(const QString &id) {
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        if (m_pages[i]->id() == id) {
            setCurrentIndex(static_cast<int>(i));
        }
    }
}

void ViewTabs::turnTo(const QString &wanted) {
    const auto place = placeOfView(wanted);
    const auto head = place.section(QLatin1Char('/'), 0, 0);
    const auto page = place.section(QLatin1Char('/'), 1);
    if (head == QLatin1String("table")) {
        Q_EMIT tableRequested(page);
    } else if (head == QLatin1String("findings")) {
        Q_EMIT findingsRequested();
    } else if (head == QLatin1String("collect")) {
        Q_EMIT settingsRequested(page);
    } else if (auto *shown = tab(head); shown != nullptr) {
        setCurrentId(head);
        shown->showPage(page);
    }
}

void ViewTabs::retranslate() {
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        setTabText(static_cast<int>(i), m_pages[i]->title());
        m_pages[i]->view()->retranslate();
    }
    showReasons();
}

}  // namespace stagescope
