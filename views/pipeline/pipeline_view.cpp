#include "views/pipeline/pipeline_view.h"

#include "core/scene/message_scene.h"
#include "views/common/item_place.h"
#include "views/common/message_texts.h"
#include "views/common/pan_zoom.h"
#include "views/common/scene_canvas.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"
#include "views/common/theme.h"
#include "views/view_list.h"

#include <QtCore/QTimer>
#include <QtGui/QPainter>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QToolTip>

#include <algorithm>

namespace stagescope {

PipelineView::PipelineView(const ViewServices &services, QWidget *parent) : View(services, parent) {
    buildControls();
    connectControls();
    retranslate();
}

QString PipelineView::id() const { return QStringLiteral("pipeline"); }
QString PipelineView::title() const { return tr("Pipeline"); }

void PipelineView::buildControls() {
    m_groupLabel = new QLabel(this);
    m_groupPicker = new QComboBox(this);
    m_groupPicker->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_groupLabel->setBuddy(m_groupPicker);
    m_stepLabel = new QLabel(this);
    m_stepPicker = new QComboBox(this);
    m_stepPicker->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_stepLabel->setBuddy(m_stepPicker);
    m_fit = new QPushButton(this);
    m_canvas = new SceneCanvas(this);
    m_scroll = new QScrollBar(Qt::Vertical, this);
    m_scroll->hide();

    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 8, 4);
    bar->setSpacing(8);
    for (QWidget *widget :
         {static_cast<QWidget *>(m_groupLabel), static_cast<QWidget *>(m_groupPicker),
          static_cast<QWidget *>(m_stepLabel), static_cast<QWidget *>(m_stepPicker), static_cast<QWidget *>(m_fit)}) {
        bar->addWidget(widget);
    }
    bar->addStretch(1);
    auto *chart = new QHBoxLayout;
    chart->setSpacing(0);
    chart->addWidget(m_canvas, 1);
    chart->addWidget(m_scroll);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addLayout(chart, 1);
}

void PipelineView::connectControls() {
    m_canvas->setBuilder([this](QSize size) {
        m_layout = sceneFor(size, services().timeView->range(), m_scroll->value());
        QTimer::singleShot(0, this, &PipelineView::updateScrollBar);
        return m_layout.scene;
    });
    m_canvas->setOverlay([this](QPainter &painter, const Scene &) {
        paintSelection(painter, m_layout);
        m_gestures->paint(painter);
    });
    m_gestures = new PanZoomController(
        m_canvas, services().timeView, services().selection, [this] { return m_layout.axis; }, this);
    m_gestures->setItemRange([this] { return selectedRange(); });
    connect(m_gestures, &PanZoomController::scrolled, this,
            [this](int pixels) { m_scroll->setValue(m_scroll->value() + pixels); });
    connect(m_canvas, &SceneCanvas::clicked, this,
            [this](QPoint, const std::optional<ItemRef> &item, Qt::KeyboardModifiers) { onClicked(item); });
    connect(m_canvas, &SceneCanvas::hovered, this, &PipelineView::showTip);
    connect(m_scroll, &QScrollBar::valueChanged, m_canvas, &SceneCanvas::invalidate);
    connect(m_fit, &QPushButton::clicked, this, &PipelineView::fitStep);
    connect(m_groupPicker, &QComboBox::activated, this, [this](int index) {
        auto state = services().selection->state();
        state.group = m_groups[static_cast<std::size_t>(index)].id;
        services().selection->set(std::move(state), this);
    });
    connect(m_stepPicker, &QComboBox::activated, this, [this](int index) {
        auto state = services().selection->state();
        state.step = m_stepPicker->itemData(index).toLongLong();
        m_fitPending = true;
        services().selection->set(std::move(state), this);
    });
    connect(services().selection, &Selection::changed, this, &PipelineView::onSelectionChanged);
    connect(services().timeView, &TimeView::rangeChanged, m_canvas, &SceneCanvas::invalidate);
}

void PipelineView::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    analyse();
}

bool PipelineView::isBusy() const { return m_analysis.isBusy(); }

std::optional<Message> PipelineView::emptyReason() const {
    if (!m_input.chart.cells.empty()) {
        return std::nullopt;
    }
    return Message(m_known ? "pipeline.empty" : "pipeline.empty.loading");
}

void PipelineView::analyse() {
    if (!m_workspace || m_workspace->mainRun() == nullptr) {
        m_known = true;
        adopt({});
        return;
    }
    const auto work = [workspace = m_workspace, group = m_group, step = m_step](const std::stop_token &stop) {
        Result result;
        const auto &run = *workspace->mainRun();
        result.groups = pipelineGroups(run);
        const auto wanted = std::find_if(result.groups.begin(), result.groups.end(),
                                         [&](const PipelineGroup &g) { return g.id == group; });
        if (!result.groups.empty()) {
            result.input =
                pipelineInput(run, wanted == result.groups.end() ? result.groups.front() : *wanted, step, stop);
        }
        return result;
    };
    m_analysis.start(work, [this](Result result) { adopt(std::move(result)); });
    Q_EMIT busyChanged();
}

void PipelineView::adopt(Result result) {
    m_known = true;
    m_groups = std::move(result.groups);
    m_input = std::move(result.input);
    fillPickers();
    coverLimits();
    const bool isWhole = services().timeView->range() == services().timeView->limits();
    if (m_fitPending && isVisible() && (isWhole || m_stepPicker->hasFocus())) {
        fitStep();
    }
    if (m_revealPending) {
        reveal();
    }
    m_canvas->invalidate();
    Q_EMIT titleOrReasonChanged();
    Q_EMIT busyChanged();
}

void PipelineView::fillPickers() {
    m_groupPicker->clear();
    for (const auto &group : m_groups) {
        m_groupPicker->addItem(QString::fromStdString(group.id));
    }
    const auto current = std::find_if(m_groups.begin(), m_groups.end(),
                                      [&](const PipelineGroup &g) { return g.id == m_input.chart.group.id; });
    m_groupPicker->setCurrentIndex(current == m_groups.end() ? -1 : static_cast<int>(current - m_groups.begin()));
    m_stepPicker->clear();
    for (const auto step : m_input.chart.steps) {
        m_stepPicker->addItem(step == kNoStep ? tr("outside of steps") : QString::number(step),
                              QVariant::fromValue(qlonglong{step}));
        if (m_input.step == step) {
            m_stepPicker->setCurrentIndex(m_stepPicker->count() - 1);
        }
    }
    for (QWidget *widget :
         {static_cast<QWidget *>(m_groupPicker), static_cast<QWidget *>(m_stepPicker), static_cast<QWidget *>(m_fit)}) {
        widget->setEnabled(!m_input.chart.cells.empty());
    }
}

AlignedRange PipelineView::stepRange() const {
    if (!m_input.bubbles) {
        return services().timeView->range();
    }
    const auto &window = m_input.bubbles->window;
    const Nanos margin = window.duration() / 50;
    return {window.begin - margin, window.end + margin};
}

void PipelineView::coverLimits() {
    if (!m_input.bubbles) {
        return;
    }
    const auto wanted = stepRange();
    const auto limits = services().timeView->limits();
    if (limits.isEmpty()) {
        services().timeView->setLimits(wanted);
    } else if (wanted.begin < limits.begin || wanted.end > limits.end) {
        services().timeView->setLimits({std::min(limits.begin, wanted.begin), std::max(limits.end, wanted.end)});
    }
}

void PipelineView::fitStep() {
    if (m_input.bubbles) {
        m_fitPending = false;
        services().timeView->setRange(stepRange());
    }
}

void PipelineView::showEvent(QShowEvent *event) {
    View::showEvent(event);
    if (m_fitPending && services().timeView->range() == services().timeView->limits()) {
        fitStep();
    }
    if (m_revealPending) {
        reveal();
    }
}

PipelineScene PipelineView::sceneFor(QSize size, AlignedRange range, int scrollY) const {
    const auto style = sceneStyle(font());
    if (const auto reason = emptyReason()) {
        PipelineScene empty;
        empty.scene = buildMessageScene(size.width(), size.height(), title().toStdString(),
                                        messageText(*reason).toStdString(), style);
        return empty;
    }
    PipelineSceneOptions options;
    options.width = size.width();
    options.height = size.height();
    options.range = range;
    options.scrollY = scrollY;
    return buildPipelineScene(m_input, options, style);
}

void PipelineView::paintPicture(QPainter &painter, QSize size) {
    const auto *time = services().timeView;
    const bool isWhole = time->range().isEmpty() || time->range() == time->limits();
    const auto layout = sceneFor(size, isWhole ? stepRange() : time->range(), 0);
    painter.setFont(font());
    paintScene(painter, layout.scene, Theme::current());
    paintSelection(painter, layout);
}

void PipelineView::retranslate() {
    m_groupLabel->setText(tr("Group"));
    m_stepLabel->setText(tr("Step"));
    m_fit->setText(tr("Fit step"));
    m_groupPicker->setToolTip(tr("Ranks of one pipeline, in the order of their stages"));
    m_stepPicker->setToolTip(tr("The step whose window and bubbles are measured"));
    m_fit->setToolTip(tr("Show the whole step"));
    m_canvas->setAccessibleName(tr("Pipeline chart"));
    if (m_workspace) {
        fillPickers();
    }
    m_canvas->invalidate();
}

void PipelineView::updateScrollBar() {
    const int hidden = std::max(0, m_layout.rowsHeight - m_layout.viewportHeight);
    m_scroll->setRange(0, hidden);
    m_scroll->setPageStep(m_layout.viewportHeight);
    m_scroll->setSingleStep(PipelineScene::kMinRow / 2);
    m_scroll->setVisible(hidden > 0);
}

}  // namespace stagescope

stagescope::View *stagescope::makePipelineView(const ViewServices &services, QWidget *parent) {
    return new PipelineView(services, parent);
}
