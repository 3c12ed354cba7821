#include "views/communication/bandwidth_page.h"

#include "core/scene/kit/message_scene.h"
#include "core/scene/kit/spacing.h"
#include "views/common/empty/empty_reason.h"
#include "views/common/scene_canvas.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"
#include "views/common/texts/message_texts.h"
#include "views/common/theme.h"
#include "views/communication/packet_charts.h"
#include "views/communication/scope_bar.h"

#include <QtGui/QPainter>
#include <QtWidgets/QLabel>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace stagescope {

namespace {
constexpr int kMostRanks = 8;  ///< that a heading names
}  // namespace

BandwidthPage::BandwidthPage(const ViewServices &services, QWidget *parent)
    : View(services, parent),
      m_bar(new ScopeBar(services.selection, this)),
      m_heading(new QLabel(this)),
      m_stack(new QStackedWidget(this)),
      m_charts(new PacketCharts),
      m_message(new SceneCanvas) {
    m_stack->addWidget(m_message);
    m_stack->addWidget(m_charts);
    m_heading->setContentsMargins(kPad, 2, kPad, 2);
    m_heading->setWordWrap(true);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_heading);
    layout->addWidget(m_stack, 1);
    m_message->setBuilder([this](QSize size) { return messageFor(size); });
    connect(m_bar, &ScopeBar::changed, this, &BandwidthPage::ask);
    connect(this->services().selection, &Selection::changed, this, [this] {
        if (m_workspace != nullptr && ranksAsked() != m_asked) {
            ask();
        }
    });
    retranslate();
}

QString BandwidthPage::id() const { return QStringLiteral("comm_bandwidth"); }
QString BandwidthPage::ownFilter() const { return m_bar->ownFilter(); }
QString BandwidthPage::title() const { return tr("Bandwidth"); }
bool BandwidthPage::isBusy() const { return m_analysis.isBusy(); }

QWidget *BandwidthPage::emptyArea() { return m_message; }

std::optional<Message> BandwidthPage::emptyReason() const {
    if (!m_model->isEmpty()) {
        return std::nullopt;
    }
    return m_known ? emptyBecause(m_workspace, "communication.empty.bandwidth")
                   : Message("communication.empty.loading");
}

void BandwidthPage::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    ask();
}

std::vector<int> BandwidthPage::ranksAsked() const {
    const auto &state = services().selection->state();
    const auto *run = m_workspace ? m_workspace->mainRun() : nullptr;
    const auto *link = state.items.empty() ? nullptr : std::get_if<LinkRef>(&state.items.front());
    std::vector<int> ranks;
    if (link != nullptr && run != nullptr && link->run == run->id) {
        ranks = {link->source, link->destination};
    } else {
        for (const auto &rank : state.ranks) {
            if (run != nullptr && rank.run == run->id) {
                ranks.push_back(rank.rank);
            }
        }
    }
    std::sort(ranks.begin(), ranks.end());
    ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    return ranks;
}

void BandwidthPage::ask() {
    m_asked = ranksAsked();
    m_analysis.start(
        [workspace = m_workspace, scope = m_bar->scope(), ranks = m_asked](const std::stop_token &stop) {
            const auto *run = workspace ? workspace->mainRun() : nullptr;
            return std::make_shared<const CommPackets>(run ? commPackets(*run, scope, ranks, stop) : CommPackets{});
        },
        [this](Model model) { adopt(std::move(model)); });
    Q_EMIT busyChanged();
}

void BandwidthPage::adopt(Model model) {
    m_known = true;
    m_model = std::move(model);
    m_bar->setScopes(m_model->scopes);
    m_charts->setPackets(m_model->transports);
    const bool hasCharts = !m_model->transports.empty();
    m_stack->setCurrentWidget(hasCharts ? static_cast<QWidget *>(m_charts) : m_message);
    m_heading->setText(heading());
    m_heading->setVisible(hasCharts);
    m_message->invalidate();
    Q_EMIT titleOrReasonChanged();
    Q_EMIT busyChanged();
}

QString BandwidthPage::heading() const {
    const auto &ranks = m_model->ranks;
    QStringList names;
    for (const int rank : ranks) {
        names += QString::number(rank);
    }
    const auto of = ranks.empty() ? tr("all ranks")
                    : names.size() <= kMostRanks
                        ? messageText(Message(names.size() == 1 ? "rank.label" : "ranks.label",
                                              {names.join(QStringLiteral(", ")).toStdString()}))
                        : tr("%n rank(s)", nullptr, static_cast<int>(names.size()));
    return tr("Packets of %1, %2. Bandwidth = size / time, not physical.").arg(of, m_bar->caption());
}

Scene BandwidthPage::messageFor(QSize size) const {
    const auto why = emptyReason().value_or(Message("communication.empty.choice"));
    return buildMessageScene(size.width(), size.height(), title().toStdString(), messageText(why).toStdString(),
                             sceneStyle(font()));
}

void BandwidthPage::paintPicture(QPainter &painter, QSize size) {
    painter.setFont(font());
    if (m_model->transports.empty()) {
        paintScene(painter, messageFor(size), Theme::current());
        return;
    }
    painter.fillRect(QRect({0, 0}, size), Theme::current().color(ColorRole::Background));
    painter.setPen(Theme::current().color(ColorRole::MutedText));
    const QRect room(kPad, 4, size.width() - 2 * kPad, size.height());
    const QRect used = painter.boundingRect(room, Qt::TextWordWrap, heading());
    painter.drawText(room, Qt::TextWordWrap, heading());
    m_charts->paint(painter, QRect(0, used.bottom() + 4, size.width(), size.height() - used.bottom() - 4));
}

void BandwidthPage::retranslate() {
    m_bar->retranslate();
    m_heading->setText(heading());
    m_charts->setAccessibleName(tr("Packet sizes by transport"));
    m_charts->setPackets(m_model->transports);
    m_message->invalidate();
}

}  // namespace stagescope
