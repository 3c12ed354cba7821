#include "views/common/source_offer.h"

#include "core/session/loading/open_runs.h"
#include "views/common/empty/empty_reason.h"

#include <QtCore/QEvent>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QPushButton>

#include <algorithm>

namespace stagescope {

namespace {
constexpr std::size_t kMostOffered = 64;  ///< more ranks at once are rather asked for in the navigator
constexpr int kLinesAbove = 5;            ///< of the text in the middle, below its first one
}  // namespace

SourceOffer::SourceOffer(const ViewServices &services, View *view, QWidget *area)
    : QWidget(area), m_services(services), m_view(view), m_one(new QPushButton(this)), m_all(new QPushButton(this)) {
    m_one->setObjectName(QStringLiteral("loadSource"));
    m_all->setObjectName(QStringLiteral("loadSources"));
    auto *buttons = new QHBoxLayout(this);
    buttons->setContentsMargins(0, 0, 0, 0);
    buttons->addWidget(m_one);
    buttons->addWidget(m_all);
    connect(m_one, &QPushButton::clicked, this,
            [this] { Q_EMIT m_view->sourceRequested(m_run, {m_ranks.front()}, false); });
    connect(m_all, &QPushButton::clicked, this, [this] { Q_EMIT m_view->sourceRequested(m_run, m_ranks, false); });
    connect(view, &View::titleOrReasonChanged, this, &SourceOffer::follow);
    connect(view, &View::busyChanged, this, &SourceOffer::follow);
    connect(services.selection, &Selection::changed, this, &SourceOffer::follow);
    area->installEventFilter(this);
    hide();
}

bool SourceOffer::eventFilter(QObject *watched, QEvent *event) {
    if (event->type() == QEvent::Resize) {
        place();
    } else if (event->type() == QEvent::Show || event->type() == QEvent::LanguageChange) {
        follow();
    }
    return QWidget::eventFilter(watched, event);
}

std::vector<int> SourceOffer::ranksOfDigests(const Run &run) const {
    auto ranks = run.ranks();
    std::erase_if(ranks, [&](int rank) {
        const auto *capture = run.capture(rank);
        return capture->digest.empty() || capture->isFromSource();
    });
    for (const auto &selected : m_services.selection->state().ranks) {
        const auto it = std::find(ranks.begin(), ranks.end(), selected.rank);
        if (selected.run == run.id && it != ranks.end()) {
            std::rotate(ranks.begin(), it, it + 1);
            break;
        }
    }
    return ranks;
}

void SourceOffer::follow() {
    const auto reason = m_view->shownReason();
    const auto workspace = m_services.runs == nullptr ? nullptr : m_services.runs->workspace();
    const auto *run = workspace == nullptr ? nullptr : workspace->mainRun();
    m_ranks = reason && isOfDigest(*reason) && run != nullptr ? ranksOfDigests(*run) : std::vector<int>{};
    setVisible(!m_ranks.empty());
    if (m_ranks.empty()) {
        return;
    }
    m_run = run->id;
    m_one->setText(tr("Load rank %1 from its source").arg(m_ranks.front()));
    m_all->setText(tr("Load all %n rank(s) from their sources", nullptr, static_cast<int>(m_ranks.size())));
    m_all->setVisible(m_ranks.size() > 1 && m_ranks.size() <= kMostOffered);
    place();
}

/// Messages stand at two fifths of the height (message_scene.h) or in its middle.
void SourceOffer::place() {
    const auto room = parentWidget()->size();
    const auto size = sizeHint();
    const int belowText = room.height() * 2 / 5 + kLinesAbove * fontMetrics().lineSpacing();
    const int top = std::max(room.height() * 3 / 5, belowText);
    setGeometry((room.width() - size.width()) / 2, std::max(0, std::min(top, room.height() - size.height() - 4)),
                size.width(), size.height());
    raise();
}

}  // namespace stagescope
