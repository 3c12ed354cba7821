#include "views/common/pages/switch_page.h"

#include "views/common/control_bar.h"

#include <QtCore/QCoreApplication>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace stagescope {

SwitchPage::SwitchPage(const ViewServices &services, const char *id, const char *title, QWidget *parent)
    : View(services, parent),
      m_id(QLatin1String(id)),
      m_title(title),
      m_bar(new ControlBar(this)),
      m_stack(new QStackedWidget(this)) {
    m_box = m_bar->addPicker(
        id, [] { return tr("Show"); },
        [this] {
            std::vector<ControlBar::Choice> choices;
            for (std::size_t i = 0; i < m_parts.size(); ++i) {
                const bool isOffered = m_workspace != nullptr && m_parts[i]->isOffered(*m_workspace);
                if (isOffered || m_parts[i] == m_stack->currentWidget()) {
                    choices.push_back({QCoreApplication::translate("ViewList", m_titles[i]), m_parts[i]->id()});
                }
            }
            return choices;
        });
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_stack, 1);
    connect(m_bar, &ControlBar::changed, this, [this] { showPage(m_box->currentData().toString()); });
}

void SwitchPage::add(View *part, const char *title) {
    m_parts.push_back(part);
    m_titles.push_back(title);
    m_given.emplace_back();
    m_stack->addWidget(part);
    if (m_parts.size() == 1) {
        setFocusProxy(part);
    }
    connect(part, &View::busyChanged, this, &SwitchPage::busyChanged);
    connect(part, &View::viewRequested, this, &SwitchPage::viewRequested);
    connect(part, &View::sourceRequested, this, &SwitchPage::sourceRequested);
    connect(part, &View::titleOrReasonChanged, this, [this] {
        offer();
        Q_EMIT titleOrReasonChanged();
    });
    offer();
}

View *SwitchPage::inFront() const { return m_parts[static_cast<std::size_t>(std::max(0, m_stack->currentIndex()))]; }
QString SwitchPage::title() const { return QCoreApplication::translate("ViewList", m_title); }

void SwitchPage::turnTo(std::size_t part) {
    if (m_stack->currentIndex() != static_cast<int>(part)) {
        m_stack->setCurrentIndex(static_cast<int>(part));
        setFocusProxy(m_parts[part]);
        give();
        Q_EMIT titleOrReasonChanged();
    }
    offer();
}

void SwitchPage::offer() {
    m_bar->refill(m_box);
    m_box->setCurrentIndex(std::max(0, m_box->findData(inFront()->id())));
    m_bar->setVisible(m_box->count() > 1);
}

void SwitchPage::give() {
    const auto at = static_cast<std::size_t>(std::max(0, m_stack->currentIndex()));
    if (m_workspace != nullptr && m_given[at] != m_workspace) {
        m_given[at] = m_workspace;
        m_parts[at]->setWorkspace(m_workspace);
    }
}

void SwitchPage::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        if (m_given[i] != nullptr && m_parts[i] != inFront()) {
            m_given[i].reset();  // nothing that was closed is kept alive by what nobody looks at
            m_parts[i]->setWorkspace(std::make_shared<Workspace>());
        }
    }
    give();
    offer();
}

bool SwitchPage::isOffered(const Workspace &workspace) const {
    return std::any_of(m_parts.begin(), m_parts.end(), [&](const View *part) { return part->isOffered(workspace); });
}

void SwitchPage::showPage(const QString &id) {
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        if (m_parts[i]->id() == id.section(QLatin1Char('/'), 0, 0)) {
            turnTo(i);
            m_parts[i]->showPage(id.section(QLatin1Char('/'), 1));
        }
    }
}

QStringList SwitchPage::pageIds() const {
    QStringList ids;
    std::for_each(m_parts.begin(), m_parts.end(), [&](const View *part) { ids << part->id(); });
    return ids;
}

void SwitchPage::retranslate() {
    m_bar->retranslate();
    std::for_each(m_parts.begin(), m_parts.end(), [](View *part) { part->retranslate(); });
    offer();
}

View *makeSwitchPage(const ViewEntry &entry, const ViewServices &services, QWidget *parent) {
    auto *page = new SwitchPage(services, entry.id, entry.title, parent);
    for (const auto &part : entry.parts()) {
        page->add(part.make(services, page), part.title);
    }
    return page;
}

}  // namespace stagescope
