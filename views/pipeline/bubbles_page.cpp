#include "views/pipeline/bubbles_page.h"

#include "core/base/number_text.h"
#include "core/scene/kit/message_scene.h"
#include "views/common/rule_settings.h"
#include "views/common/scene_canvas.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"
#include "views/common/texts/message_texts.h"
#include "views/common/theme.h"
#include "views/pipeline/shown_pipeline.h"

#include <QtGui/QPainter>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QToolTip>

#include <algorithm>

namespace stagescope {

BubblesPage::BubblesPage(const ViewServices &services, QWidget *parent) : View(services, parent) {
    m_canvas = new SceneCanvas;
    m_scroll = new QScrollArea(this);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setWidget(m_canvas);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_scroll);
    m_canvas->setBuilder([this](QSize size) {
        m_layout = sceneFor(size);
        return m_layout.scene;
    });
    m_canvas->setOverlay([this](QPainter &painter, const Scene &scene) { paintSelection(painter, scene); });
    connect(m_canvas, &SceneCanvas::clicked, this, &BubblesPage::choose);
    connect(m_canvas, &SceneCanvas::hovered, this, &BubblesPage::hover);
    connect(this->services().selection, &Selection::changed, this, &BubblesPage::onSelectionChanged);
    retranslate();
}

QString BubblesPage::id() const { return QStringLiteral("bubbles"); }
QString BubblesPage::title() const { return tr("Bubbles by cause"); }
bool BubblesPage::isBusy() const { return m_analysis.isBusy(); }

std::optional<Message> BubblesPage::emptyReason() const {
    if (m_model.step) {
        return std::nullopt;
    }
    return Message(m_known ? "pipeline.empty" : "pipeline.empty.loading");
}

void BubblesPage::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    analyse();
}

void BubblesPage::analyse() {
    if (!m_workspace || m_workspace->mainRun() == nullptr) {
        adopt({});
        return;
    }
    const auto &state = services().selection->state();
    m_group = state.group;
    m_step = state.step;
    m_analysis.start(
        [workspace = m_workspace, asked = ShownPipeline{m_group, m_step},
         values = RuleSettings::current().values()](const std::stop_token &stop) {
            const auto [group, step] = shownPipeline(workspace, asked, values, stop);
            return bubbleModel(*workspace->mainRun(), group, step, stop);
        },
        [this](BubbleModel model) { adopt(std::move(model)); });
    Q_EMIT busyChanged();
}

void BubblesPage::adopt(BubbleModel model) {
    m_known = true;
    m_model = std::move(model);
    layOut();
    Q_EMIT titleOrReasonChanged();
    Q_EMIT busyChanged();
}

void BubblesPage::onSelectionChanged() {
    const auto &state = services().selection->state();
    if (m_workspace != nullptr && (state.group != m_group || state.step != m_step)) {
        analyse();
    }
    m_canvas->update();
}

/// Selects the rank, or of a cause the bubble with most of it at once, in the group and step that the page shows.
void BubblesPage::choose(QPoint position) {
    auto state = services().selection->state();
    state.items.clear();
    state.ranks.clear();
    const auto item = m_layout.scene.itemAt(position.x(), position.y());
    if (item) {
        state.group = m_model.group;
        state.step = m_model.step;
        state.items = {*item};
        state.ranks = {std::get<RankRef>(*item)};
    }
    const auto *part = m_layout.partAt(position.x(), position.y());
    const auto *gap = part != nullptr && part->cause ? m_model.rows[part->row].widest(*part->cause) : nullptr;
    if (gap != nullptr) {
        const auto &bubbles = m_model.rows[part->row].bubbles;
        const auto *bubble = bubbles.bubbleAt(gap->range.begin);
        state.items = {BubbleRef{m_model.run, m_model.group, *m_model.step, bubbles.rank,
                                 static_cast<int>(bubble - bubbles.bubbles.data())}};
        state.setRange(gap->range);
    }
    services().selection->set(std::move(state), this);
    if (gap != nullptr) {
        showRange(gap->range);
    }
}

/// Brings a stretch into sight where it is not, or too small to be seen.
void BubblesPage::showRange(AlignedRange range) {
    constexpr int kSmall = 100;
    auto *time = services().timeView;
    const auto shown = time->range();
    const bool isInside = range.begin >= shown.begin && range.end <= shown.end;
    if (!isInside || range.duration() * kSmall < shown.duration()) {
        const auto margin = range.duration() * 2;
        time->setRange({range.begin - margin, range.end + margin});
    }
}

void BubblesPage::hover(QPoint position) {
    const auto text = position.x() < 0 ? QString() : tipAt(position);
    if (text.isEmpty()) {
        QToolTip::hideText();
    } else {
        QToolTip::showText(m_canvas->mapToGlobal(position + QPoint(12, 16)), text, m_canvas);
    }
}

/// "rank 0: dependency wait 312.8 ms", and what share of which whole that is.
QString BubblesPage::tipAt(QPoint position) const {
    const auto *part = m_layout.partAt(position.x(), position.y());
    if (part == nullptr) {
        return {};
    }
    const auto &row = m_model.rows[part->row];
    const auto length = part->otherWork ? row.account.of(*part->otherWork)
                        : part->cause   ? row.account.of(*part->cause)
                                        : row.account.busy;
    const auto name = part->otherWork ? Message("bubbles.work." + std::string(otherWorkText(*part->otherWork)))
                      : part->cause   ? nameOf(*part->cause)
                                      : Message("bubbles.busy");
    const auto shareOf = [&](AlignedRange whole) {
        return QString::fromStdString(
            percentText(static_cast<double>(length.count()), static_cast<double>(whole.duration().count())));
    };
    const auto text = [](Nanos d) { return QString::fromStdString(durationText(d)); };
    auto tip = tr("rank %1: %2 %3").arg(row.account.rank).arg(messageText(name), text(length)) + QLatin1Char('\n') +
               tr("%1 % of the step (%2)").arg(shareOf(row.account.range), text(row.account.range.duration()));
    const auto inWindow = part->cause ? row.bubbles.of(*part->cause) : row.bubbles.busy;
    if (inWindow == length) {
        tip += QLatin1Char('\n') +
               tr("%1 % of the window (%2)").arg(shareOf(m_model.window), text(m_model.window.duration()));
    }
    return tip;
}

void BubblesPage::paintSelection(QPainter &painter, const Scene &scene) const {
    const QRect area(0, 0, scene.width, scene.height);
    for (const auto &rank : services().selection->state().ranks) {
        paintItemOutlines(painter, scene, rank, area);
    }
}

BubbleScene BubblesPage::sceneFor(QSize size) const {
    const auto style = sceneStyle(font());
    if (const auto reason = emptyReason()) {
        BubbleScene empty;
        empty.scene = buildMessageScene(size.width(), size.height(), title().toStdString(),
                                        messageText(*reason).toStdString(), style);
        return empty;
    }
    return buildBubbleScene(m_model, size.width(), style);
}

/// As wide as the page and as high as its rows.
void BubblesPage::layOut() {
    const QSize room = m_scroll->maximumViewportSize();
    auto scene = sceneFor(room).scene;
    if (scene.height > room.height()) {
        scene = sceneFor({room.width() - m_scroll->verticalScrollBar()->sizeHint().width(), room.height()}).scene;
    }
    m_canvas->resize(scene.width, scene.height);
    m_canvas->invalidate();
}

void BubblesPage::resizeEvent(QResizeEvent *event) {
    View::resizeEvent(event);
    layOut();
}

void BubblesPage::paintPicture(QPainter &painter, QSize size) {
    auto scene = sceneFor(size).scene;
    cutBelow(scene, size.height());
    painter.setFont(font());
    paintScene(painter, scene, Theme::current());
    paintSelection(painter, scene);
}

void BubblesPage::retranslate() {
    m_canvas->setAccessibleName(tr("Bubbles of each rank by cause"));
    layOut();
}

}  // namespace stagescope
