#include "views/pipeline/stragglers_page.h"

#include "core/base/number_text.h"
#include "core/scene/kit/message_scene.h"
#include "views/common/scene_canvas.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"
#include "views/common/texts/message_texts.h"
#include "views/common/theme.h"
#include "views/common/workspace_advice.h"

#include <QtGui/QPainter>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QToolTip>

#include <algorithm>

namespace stagescope {

namespace {

QString metricName(StragglerMetric metric) {
    return messageText(Message("straggler.metric." + std::string(stragglerMetricText(metric))));
}

}  // namespace

StragglersPage::StragglersPage(const ViewServices &services, QWidget *parent)
    : View(services, parent),
      m_metricLabel(new QLabel(this)),
      m_metric(new QComboBox(this)),
      m_scroll(new QScrollArea(this)),
      m_canvas(new SceneCanvas) {
    m_metric->setObjectName(QStringLiteral("stragglerMetric"));
    m_metric->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_metricLabel->setBuddy(m_metric);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setWidget(m_canvas);
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(8, 2, 8, 2);
    bar->addWidget(m_metricLabel);
    bar->addWidget(m_metric);
    bar->addStretch(1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_scroll, 1);
    m_canvas->setBuilder([this](QSize size) { return sceneFor(size); });
    m_canvas->setOverlay([this](QPainter &painter, const Scene &scene) { paintSelected(painter, scene); });
    connect(m_metric, &QComboBox::currentIndexChanged, m_canvas, &SceneCanvas::invalidate);
    connect(m_canvas, &SceneCanvas::clicked, this, [this](QPoint, const std::optional<ItemRef> &item) {
        if (const auto *rank = item ? std::get_if<RankRef>(&*item) : nullptr) {
            choose(*rank);
        }
    });
    connect(m_canvas, &SceneCanvas::hovered, this, &StragglersPage::showTip);
    connect(this->services().selection, &Selection::changed, this, [this] { m_canvas->update(); });
    retranslate();
}

QString StragglersPage::id() const { return QStringLiteral("stragglers"); }
QString StragglersPage::title() const { return tr("Stragglers"); }
bool StragglersPage::isBusy() const { return m_analysis.isBusy(); }

std::optional<Message> StragglersPage::emptyReason() const {
    if (m_model.found) {
        return std::nullopt;
    }
    return m_unjudged.value_or(Message(m_known ? "straggler.empty" : "pipeline.empty.loading"));
}

void StragglersPage::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    if (!workspace || workspace->mainRun() == nullptr) {
        adopt({});
        return;
    }
    if (m_unjudged = unjudged(workspace.get(), services().runs); m_unjudged) {
        m_analysis.start([](const std::stop_token &) { return StragglerFindings(); }, [](const auto &) {});
        adopt({});
        m_known = false;
        return;
    }
    m_analysis.start([workspace = std::move(workspace)](
                         const std::stop_token &stop) { return stragglerView(*workspace->mainRun(), stop); },
                     [this](StragglerFindings model) { adopt(std::move(model)); });
    Q_EMIT busyChanged();
}

void StragglersPage::adopt(StragglerFindings model) {
    m_known = true;
    m_model = std::move(model);
    layOut();
    Q_EMIT titleOrReasonChanged();
    Q_EMIT busyChanged();
}

void StragglersPage::choose(const RankRef &rank) {
    auto state = services().selection->state();
    state.ranks = {rank};
    state.items = {rank};
    if (const auto *worker = workerOf(rank.rank)) {
        state.group = m_model.groups[worker->worker.replica];
    }
    services().selection->set(std::move(state), this);
}

const Stragglers::WorkerFigures *StragglersPage::workerOf(int rank) const {
    if (!m_model.found) {
        return nullptr;
    }
    const auto &workers = m_model.found->workers;
    const auto it =
        std::find_if(workers.begin(), workers.end(), [&](const auto &worker) { return worker.rank == rank; });
    return it == workers.end() ? nullptr : &*it;
}

void StragglersPage::showTip(QPoint position) {
    const auto item = position.x() < 0 ? std::nullopt : m_canvas->scene().itemAt(position.x(), position.y());
    const auto *ref = item ? std::get_if<RankRef>(&*item) : nullptr;
    const auto *worker = ref != nullptr ? workerOf(ref->rank) : nullptr;
    if (worker == nullptr) {
        QToolTip::hideText();
        return;
    }
    auto text =
        tr("rank %1, stage %2, replica %3").arg(worker->rank).arg(worker->worker.row).arg(worker->worker.replica);
    for (const auto metric : stragglerMetrics()) {
        text +=
            QLatin1Char('\n') +
            tr("%1: %2").arg(metricName(metric), QString::fromStdString(valueText(stragglerValue(*worker, metric))));
    }
    if (!worker->slowSteps.empty()) {
        text +=
            QLatin1Char('\n') + tr("slow worker in %n step(s)", nullptr, static_cast<int>(worker->slowSteps.size()));
    }
    QToolTip::showText(m_canvas->mapToGlobal(position + QPoint(12, 16)), text, m_canvas);
}

void StragglersPage::paintSelected(QPainter &painter, const Scene &scene) const {
    const auto &ranks = services().selection->state().ranks;
    for (const auto &hit : scene.hits) {
        const auto *ref = std::get_if<RankRef>(&hit.item);
        if (ref != nullptr && std::find(ranks.begin(), ranks.end(), *ref) != ranks.end()) {
            paintOutline(painter, {hit.x, hit.y, hit.width, hit.height}, {0, 0, scene.width, scene.height});
        }
    }
}

StragglerMetric StragglersPage::metric() const {
    return static_cast<StragglerMetric>(std::max(0, m_metric->currentData().toInt()));
}

Scene StragglersPage::sceneFor(QSize size) const {
    const auto style = sceneStyle(font());
    if (const auto reason = emptyReason()) {
        return buildMessageScene(size.width(), size.height(), title().toStdString(), messageText(*reason).toStdString(),
                                 style);
    }
    return buildStragglerScene(m_model, metric(), size.width(), size.height(), style);
}

/// As wide as the page and as high as its rows.
void StragglersPage::layOut() {
    QSize size = m_scroll->maximumViewportSize();
    const int wanted = m_model.found ? stragglerSceneHeight(m_model, sceneStyle(font())) : 0;
    if (wanted > size.height()) {
        size = {size.width() - m_scroll->verticalScrollBar()->sizeHint().width(), wanted};
    }
    m_canvas->resize(size);
    m_canvas->invalidate();
}

void StragglersPage::resizeEvent(QResizeEvent *event) {
    View::resizeEvent(event);
    layOut();
}

void StragglersPage::paintPicture(QPainter &painter, QSize size) {
    const auto scene = sceneFor(size);
    painter.setFont(font());
    paintScene(painter, scene, Theme::current());
    paintSelected(painter, scene);
}

void StragglersPage::retranslate() {
    m_metricLabel->setText(tr("Colour"));
    m_canvas->setAccessibleName(tr("Map of all ranks by how they hold the job up"));
    const int current = m_metric->currentIndex();
    const QSignalBlocker blocker(m_metric);
    m_metric->clear();
    for (const auto metric : stragglerMetrics()) {
        m_metric->addItem(metricName(metric), static_cast<int>(metric));
    }
    m_metric->setCurrentIndex(std::max(0, current));
    layOut();
}

}  // namespace stagescope
