#include "views/pipeline/pipeline_grid.h"

#include "core/base/number_text.h"
#include "views/common/control_bar.h"
#include "views/common/scene_canvas.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"
#include "views/common/texts/message_texts.h"

#include <QtGui/QPainter>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QToolTip>

#include <algorithm>

namespace stagescope {

namespace {

QString metricName(PipelineMetric metric) {
    return messageText(Message("pipeline.metric." + std::string(metricText(metric))));
}

std::vector<ControlBar::Choice> metricChoices() {
    std::vector<ControlBar::Choice> choices;
    for (const auto metric : pipelineMetrics()) {
        choices.push_back({metricName(metric), static_cast<int>(metric)});
    }
    return choices;
}

}  // namespace

PipelineGrid::PipelineGrid(QWidget *parent)
    : QWidget(parent), m_bar(new ControlBar(this)), m_canvas(new SceneCanvas(this)) {
    m_metric = m_bar->addPicker(
        "metric", [] { return tr("Color all pipelines by"); }, metricChoices);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_canvas, 1);
    m_canvas->setBuilder([this](QSize size) { return sceneFor(size); });
    m_canvas->setOverlay([this](QPainter &painter, const Scene &scene) { paintMarked(painter, scene); });
    connect(m_metric, &QComboBox::currentIndexChanged, m_canvas, &SceneCanvas::invalidate);
    connect(m_canvas, &SceneCanvas::clicked, this, [this](QPoint, const std::optional<ItemRef> &item) {
        if (const auto *rank = item ? std::get_if<RankRef>(&*item) : nullptr) {
            Q_EMIT rankAsked(*rank);
        }
    });
    connect(m_canvas, &SceneCanvas::hovered, this, [this](QPoint position) {
        const auto text = position.x() < 0 ? QString() : tipAt(position);
        QToolTip::showText(m_canvas->mapToGlobal(position + QPoint(12, 16)), text, m_canvas);
    });
    retranslate();
}

void PipelineGrid::show(const PipelineGridInput &input) {
    m_input = input;
    m_canvas->invalidate();
}

void PipelineGrid::setMarked(std::set<int> ranks) {
    m_marked = std::move(ranks);
    m_canvas->update();
}

PipelineMetric PipelineGrid::chosenMetric() const {
    return static_cast<PipelineMetric>(m_metric->currentData().toInt());
}

int PipelineGrid::wantedHeight() const {
    return m_bar->sizeHint().height() + pipelineGridHeight(m_input, sceneStyle(font()));
}

Scene PipelineGrid::sceneFor(QSize size) const {
    return buildPipelineGridScene(m_input, {size.width(), size.height(), chosenMetric()}, sceneStyle(font()));
}

void PipelineGrid::paintMarked(QPainter &painter, const Scene &scene) const {
    const QRect area(0, 0, scene.width, scene.height);
    QRect around;
    for (const auto &hit : scene.hits) {
        const auto *rank = std::get_if<RankRef>(&hit.item);
        if (rank != nullptr && m_marked.count(rank->rank) > 0) {
            around |= QRect(hit.x, hit.y, hit.width, hit.height);
        }
    }
    if (!around.isEmpty()) {
        paintOutline(painter, around, area);
    }
}

void PipelineGrid::paintPicture(QPainter &painter, QSize size) {
    const auto scene = sceneFor(size);
    painter.setFont(font());
    paintScene(painter, scene, Theme::current());
    paintMarked(painter, scene);
}

QString PipelineGrid::tipAt(QPoint position) const {
    const auto item = m_canvas->scene().itemAt(position.x(), position.y());
    const auto *ref = item ? std::get_if<RankRef>(&*item) : nullptr;
    if (ref == nullptr) {
        return {};
    }
    const auto it = std::find_if(m_input.ranks.begin(), m_input.ranks.end(),
                                 [&](const PipelineRankFigures &rank) { return rank.rank == ref->rank; });
    if (it == m_input.ranks.end()) {
        return {};
    }
    auto text = tr("rank %1, stage %2, replica %3").arg(it->rank).arg(it->stage).arg(it->replica);
    const GridMetrics metrics(m_input);
    for (const auto metric : pipelineMetrics()) {
        if (const auto value = metrics.of(*it, metric)) {
            text += QLatin1Char('\n') + tr("%1: %2").arg(metricName(metric), QString::fromStdString(valueText(*value)));
        }
    }
    return it->hasCells ? text : text + QLatin1Char('\n') + messageText(Message("pipeline.no_data"));
}

void PipelineGrid::retranslate() {
    m_bar->retranslate();
    m_canvas->setAccessibleName(tr("Overview of all pipelines"));
    m_canvas->invalidate();
}

}  // namespace stagescope
