#include "views/common/pages/joint_page.h"

#include "views/common/after_layout.h"
#include "views/common/control_bar.h"

#include <QtCore/QCoreApplication>
#include <QtGui/QPainter>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QSplitter>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace stagescope {

JointPage::JointPage(const ViewServices &services, const char *id, const char *title, QWidget *parent)
    : View(services, parent), m_id(QLatin1String(id)), m_title(title), m_split(new QSplitter(Qt::Vertical)) {
    m_split->setChildrenCollapsible(false);
    m_scroll = new QScrollArea(this);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setWidgetResizable(true);
    m_scroll->setWidget(m_split);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_scroll);
}

void JointPage::setBar(ControlBar *bar) {
    m_bar = bar;
    static_cast<QVBoxLayout *>(layout())->insertWidget(0, bar);
}

void JointPage::add(View *part, int share) {
    m_parts.push_back(part);
    m_shares.push_back(share);
    m_split->addWidget(part);
    part->keepReadable();
    m_split->setStretchFactor(m_split->count() - 1, share);
    shareHeight({});
    if (m_parts.size() == 1) {
        setFocusProxy(part);
    }
    connect(part, &View::busyChanged, this, &JointPage::busyChanged);
    connect(part, &View::viewRequested, this, &JointPage::viewRequested);
    connect(part, &View::sourceRequested, this, &JointPage::sourceRequested);
    connect(part, &View::titleOrReasonChanged, this, [this] {
        showFilled();
        Q_EMIT titleOrReasonChanged();
    });
}

/// By their shares; a part that was asked for has nearly all of it.
void JointPage::shareHeight(const QString &asked) {
    constexpr int kAsked = 100;
    QList<int> sizes;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        sizes << 1000 * (m_parts[i]->id() == asked ? kAsked : m_shares[i]);
    }
    m_split->setSizes(sizes);
}

/// Without anything to show in any of them the first one says why.
bool JointPage::isShown(const View *part) const {
    if (!m_alone.isEmpty()) {
        return part->id() == m_alone;
    }
    return emptyReason() ? part->id() == (m_asked.isEmpty() ? m_parts.front()->id() : m_asked)
                         : !part->emptyReason() || part->id() == m_asked;
}

void JointPage::showFilled() {
    for (auto *part : m_parts) {
        part->setVisible(isShown(part) || (m_alone.isEmpty() && part->isBusy() && !emptyReason()));
    }
}

void JointPage::showAlone(const QString &part) {
    m_alone = part;
    showFilled();
}

QString JointPage::ownFilter() const {
    for (const auto *part : m_parts) {
        if (const auto own = part->ownFilter(); !own.isEmpty()) {
            return own;
        }
    }
    return {};
}

QString JointPage::title() const { return QCoreApplication::translate("ViewList", m_title); }

void JointPage::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    std::for_each(m_parts.begin(), m_parts.end(), [&](View *part) { part->setWorkspace(workspace); });
    showFilled();
}

std::optional<Message> JointPage::emptyReason() const {
    const bool isFilled =
        std::any_of(m_parts.begin(), m_parts.end(), [](const View *part) { return !part->emptyReason(); });
    return isFilled ? std::nullopt : m_parts.front()->emptyReason();
}

bool JointPage::isOffered(const Workspace &workspace) const {
    return std::any_of(m_parts.begin(), m_parts.end(), [&](const View *part) { return part->isOffered(workspace); });
}

bool JointPage::isBusy() const {
    return std::any_of(m_parts.begin(), m_parts.end(), [](const View *part) { return part->isBusy(); });
}

void JointPage::showPage(const QString &id) {
    for (auto *part : m_parts) {
        if (part->id() == id.section(QLatin1Char('/'), 0, 0)) {
            m_asked = part->id();  // even if it has but its reason to show
            shareHeight(m_asked);
            showFilled();
            part->showPage(id.section(QLatin1Char('/'), 1));
            afterLayout(part, [this, part] { m_scroll->ensureWidgetVisible(part, 0, 0); });
        }
    }
}

QStringList JointPage::pageIds() const {
    QStringList ids;
    for (const auto *part : m_parts) {
        ids << part->id();
        const auto inner = part->pageIds();
        std::for_each(inner.begin(), inner.end(), [&](const QString &each) { ids << part->id() + u'/' + each; });
    }
    return ids;
}

void JointPage::paintPicture(QPainter &painter, QSize size) {
    std::vector<std::size_t> shown;
    int shares = 0;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        if (isShown(m_parts[i])) {
            shown.push_back(i);
            shares += m_shares[i];
        }
    }
    painter.save();
    int left = size.height();
    for (const auto i : shown) {
        const int height = i == shown.back() ? left : size.height() * m_shares[i] / shares;
        painter.save();
        m_parts[i]->paintPicture(painter, {size.width(), height});
        painter.restore();
        painter.translate(0, height);
        left -= height;
    }
    painter.restore();
}

void JointPage::retranslate() {
    if (m_bar != nullptr) {
        m_bar->retranslate();
    }
    std::for_each(m_parts.begin(), m_parts.end(), [](View *part) { part->retranslate(); });
}

View *makeJointPage(const ViewEntry &entry, const ViewServices &services, QWidget *parent) {
    auto *page = new JointPage(services, entry.id, entry.title, parent);
    for (const auto &part : entry.parts()) {
        page->add(part.make(services, page));
    }
    return page;
}

bool isNamed(const ViewEntry &entry, const QString &id) {
    const auto isIt = [&](const ViewEntry &each) { return id == QLatin1String(each.id); };
    return isIt(entry) || (entry.parts != nullptr && std::any_of(entry.parts().begin(), entry.parts().end(), isIt));
}

}  // namespace stagescope
