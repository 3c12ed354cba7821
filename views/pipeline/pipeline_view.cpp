#include "views/pipeline/pipeline_view.h"

#include "core/base/ids.h"
#include "core/scene/kit/message_scene.h"
#include "core/session/loading/open_runs.h"
#include "core/session/marks.h"
#include "core/store/trace/trace_store.h"
#include "views/common/empty/empty_reason.h"
#include "views/common/pages/page_tabs.h"
#include "views/common/pan_zoom.h"
#include "views/common/rule_settings.h"
#include "views/common/scene_canvas.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"
#include "views/common/texts/message_texts.h"
#include "views/common/theme.h"
#include "views/common/workspace_advice.h"
#include "views/pipeline/pipeline_bar.h"
#include "views/pipeline/pipeline_grid.h"
#include "views/pipeline/pipeline_outlines.h"
#include "views/pipeline/pipeline_pages.h"
#include "views/pipeline/pipeline_sight.h"
#include "views/pipeline/pipeline_survey.h"
#include "views/pipeline/what_if_page.h"

#include <QtCore/QTimer>
#include <QtGui/QPainter>
#include <QtGui/QShortcut>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QSplitter>
#include <QtWidgets/QTabBar>

#include <algorithm>

namespace stagescope {

namespace {
constexpr std::size_t kManyGroups = 8;   ///< with more of them the overview is shown from the start
constexpr double kOverviewShare = 0.45;  ///< of the height, at most
constexpr double kPagesShare = 0.4;      ///< of the height, in pictures
}  // namespace

PipelineView::PipelineView(const ViewServices &services, QWidget *parent) : View(services, parent) {
    buildControls();
    connectChart();
    connectControls();
    retranslate();
}

PipelineView::~PipelineView() = default;

QString PipelineView::id() const { return QStringLiteral("pipeline"); }
QString PipelineView::title() const { return tr("Pipeline"); }

/// One pipeline and step where the selection has none: it is said which.
QString PipelineView::ownFilter() const {
    const auto &state = services().selection->state();
    const bool isAsked = state.group == m_input.chart.group.id && state.step == m_input.step;
    return emptyReason() || isAsked ? QString() : m_bar->placeShown();
}

void PipelineView::buildControls() {
    m_bar = new PipelineBar(this);
    m_canvas = new SceneCanvas(this);
    m_scroll = new QScrollBar(Qt::Vertical, this);
    m_scroll->hide();
    m_survey = new PipelineSurvey(this);
    m_grid = new PipelineGrid(this);
    m_split = new QSplitter(Qt::Vertical, this);
    m_split->setChildrenCollapsible(false);
    m_split->addWidget(m_grid);
    auto *below = new QWidget(m_split);
    auto *chart = new QHBoxLayout(below);
    chart->setContentsMargins(0, 0, 0, 0);
    chart->setSpacing(0);
    chart->addWidget(m_canvas, 1);
    chart->addWidget(m_scroll);
    m_split->addWidget(below);
    m_split->setStretchFactor(1, 1);
    m_pages = new PageTabs(pipelinePageList(), services(), m_split);
    m_split->addWidget(m_pages);
    m_grid->hide();
    m_pages->hide();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_split, 1);
}

void PipelineView::connectChart() {
    m_sight = std::make_unique<PipelineSight>(
        services().timeView, services().selection,
        PipelineSight::Chart{m_canvas, m_scroll, m_input, m_layout,
                             [this]() -> const std::vector<IdealCell> & { return ghost(); }});
    m_canvas->setBuilder([this](QSize size) {
        m_layout = sceneFor(size, services().timeView->range(), m_scroll->value());
        QTimer::singleShot(0, this, [this] { m_sight->updateScrollBar(); });
        return m_layout.scene;
    });
    m_canvas->setOverlay([this](QPainter &painter, const Scene &) {
        paintChosen(painter, m_layout);
        m_gestures->paint(painter);
    });
    m_gestures = new PanZoomController(
        m_canvas, services().timeView, services().selection, [this] { return m_layout.axis; }, this);
    m_gestures->setItemRange([this] {
        const auto &items = services().selection->state().items;
        const auto place = items.empty() ? std::nullopt : placeInChart(m_input, m_workspace.get(), items.front());
        return place ? std::optional(place->range) : std::nullopt;
    });
    if (const auto *marks = services().marks) {
        connect(marks, &Marks::changed, m_canvas, qOverload<>(&QWidget::update));
    }
    m_canvas->installEventFilter(this);
    connect(m_gestures, &PanZoomController::scrolled, this,
            [this](int pixels) { m_scroll->setValue(m_scroll->value() + pixels); });
    connect(m_canvas, &SceneCanvas::clicked, this,
            [this](QPoint at) { onClicked(pipelineItemAt(m_input, m_layout, at.x(), at.y())); });
    connect(m_canvas, &SceneCanvas::hovered, this, &PipelineView::hover);
    connect(m_scroll, &QScrollBar::valueChanged, m_canvas, &SceneCanvas::invalidate);
    connect(services().timeView, &TimeView::rangeChanged, m_canvas, &SceneCanvas::invalidate);
}

void PipelineView::connectControls() {
    connect(m_bar, &PipelineBar::fitAsked, this, [this] { m_sight->fitStep(); });
    connect(m_pages->findChild<WhatIfPage *>(), &WhatIfPage::ghostChanged, this, &PipelineView::showGhost);
    connect(m_bar, &PipelineBar::lookChanged, this, [this] {
        startSurvey();
        showGhost();
    });
    connect(m_bar, &PipelineBar::outsideToggled, this, [this] {
        m_sight->wantStep();
        analyse();
    });
    connect(m_bar, &PipelineBar::overviewToggled, this, [this] {
        m_grid->setVisible(m_bar->showsOverview());
        startSurvey();
    });
    connect(m_bar, &PipelineBar::pagesToggled, this, [this] {
        m_pages->setVisible(m_bar->showsPages());
        shareHeight();
    });
    connect(m_pages, &PageTabs::busyChanged, this, &PipelineView::busyChanged);
    connect(m_pages, &PageTabs::sourceRequested, this, &PipelineView::sourceRequested);
    const auto onKey = [this](Qt::Key key, auto toggle) {
        auto *shortcut = new QShortcut(QKeySequence(key), this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
        connect(shortcut, &QShortcut::activated, this, toggle);
    };
    onKey(Qt::Key_B, [this] { m_bar->setShowsPages(!m_bar->showsPages()); });
    onKey(Qt::Key_E, [this] { m_bar->setShowsMemory(!m_bar->showsMemory()); });
    onKey(Qt::Key_C, [this] { m_bar->setShowsPath(!m_bar->showsPath()); });
    connect(m_survey, &PipelineSurvey::progressed, this, &PipelineView::adoptSurvey);
    connect(m_grid, &PipelineGrid::rankAsked, this, &PipelineView::chooseRank);
    connect(services().selection, &Selection::changed, this, &PipelineView::onSelectionChanged);
    connect(services().selection, &Selection::shown, this, &PipelineView::onShown);
}

void PipelineView::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    m_pages->setWorkspace(m_workspace);
    analyse();
    judge();
}

/// The pipeline to look at first is shown until another is asked for. Others judge too: a view that nobody sees does
/// not wait for that.
void PipelineView::judge() {
    m_judgePending = !isVisible();
    if (m_judgePending || !m_workspace) {
        return;
    }
    m_judging.start([workspace = m_workspace, values = RuleSettings::current().values()](
                        const std::stop_token &stop) { return workspaceAdvice(workspace, values, stop)->focus; },
                    [this](const Focus &focus) {
                        if (m_focus != focus) {
                            m_focus = focus;
                            if (!m_step) {
                                m_sight->wantStep();
                            }
                            analyse();
                        }
                        Q_EMIT busyChanged();
                    });
}

bool PipelineView::isBusy() const {
    return m_analysis.isBusy() || m_judging.isBusy() || m_survey->isBusy() || m_pages->isBusy();
}

std::optional<Message> PipelineView::emptyReason() const {
    if (!m_input.chart.cells.empty()) {
        return std::nullopt;
    }
    // That there are none is a verdict: not before all is read, and not while what arrived is being looked at.
    const auto *run = m_workspace ? m_workspace->mainRun() : nullptr;
    const bool isBeingRead = run != nullptr && services().runs != nullptr && services().runs->isBeingRead(run->id);
    if (!m_known || isBeingRead || m_analysis.isBusy()) {
        return Message("pipeline.empty.loading");
    }
    return emptyBecause(m_workspace, "pipeline.empty", "pipeline_cells");
}

void PipelineView::analyse() {
    if (!m_workspace || m_workspace->mainRun() == nullptr) {
        m_known = true;
        adopt({});
        return;
    }
    // Of another group the step to look at first says nothing.
    const bool isFocus = m_group.empty() || m_group == m_focus.group;
    const auto work = [workspace = m_workspace, group = m_group.empty() ? m_focus.group : m_group,
                       step = m_bar->showsOutside() ? std::optional(kNoStep)
                              : m_step || !isFocus  ? m_step
                                                    : m_focus.step,
                       traces = m_input.traces, memory = m_memory](const std::stop_token &stop) {
        Result result;
        const auto &run = *workspace->mainRun();
        result.groups = pipelineGroups(run);
        auto asked = group.empty() ? std::vector<PipelineGroup>{} : groupsAskedFor(run, group);
        if (!asked.empty() && asked.front().origin == GroupOrigin::ByHand) {
            result.groups.push_back(asked.front());
        }
        if (asked.empty() && !result.groups.empty()) {
            asked.push_back(result.groups.front());
        }
        if (!asked.empty()) {
            result.input = pipelineInput(run, asked.front(), step, stop);
            std::vector<RankRef> ranks;
            for (const int rank : result.input.chart.group.ranks) {
                ranks.push_back({run.id, rank});
            }
            result.input.traces = timelineSources(*workspace, ranks, {}, traces);
            if (const auto *baseline = workspace->baseline(); baseline != nullptr && baseline->id != run.id) {
                result.input.baseline = pipelineBaseline(*baseline, result.input, stop);
            }
            result.memory = memoryLanes(run, result.input.chart.group.ranks, memory, stop);
        }
        return result;
    };
    m_analysis.start(work, [this](Result result) { adopt(std::move(result)); });
    if (m_input.chart.cells.empty()) {
        Q_EMIT titleOrReasonChanged();
    }
    Q_EMIT busyChanged();
}

void PipelineView::adopt(Result result) {
    m_known = true;
    m_groups = std::move(result.groups);
    m_input = std::move(result.input);
    m_memory = std::move(result.memory);
    m_hovered.reset();
    settleGroup();
    m_bar->showPlace(m_input);
    m_bar->showSchedule(m_input.chart);
    m_bar->setReady(!m_input.chart.cells.empty());
    m_bar->proposeOverview(m_groups.size() > kManyGroups);
    m_grid->setMarked({m_input.chart.group.ranks.begin(), m_input.chart.group.ranks.end()});
    startSurvey();
    m_sight->coverLimits();
    showBaseline();
    showGhost();
    if (m_followPending) {
        followRank();
    }
    m_sight->settle(m_workspace.get(), m_analysis.isBusy());
    m_canvas->invalidate();
    Q_EMIT titleOrReasonChanged();
    Q_EMIT busyChanged();
}

/// What was asked for by another text ("0,2"), or is not there, is now the group in sight.
void PipelineView::settleGroup() {
    const auto &shown = m_input.chart.group.id;
    if (m_group.empty() || shown.empty() || m_group == shown) {
        return;
    }
    auto state = services().selection->state();
    const bool isAsked = state.group == m_group;
    m_group = shown;
    if (isAsked) {
        state.group = shown;
        services().selection->set(std::move(state), this);
    }
}

void PipelineView::showEvent(QShowEvent *event) {
    View::showEvent(event);
    if (!m_isShared) {
        m_isShared = true;
        shareHeight();
    }
    if (m_judgePending) {
        judge();
    }
    if (m_surveyPending) {
        startSurvey();
    }
    m_sight->settle(m_workspace.get(), m_analysis.isBusy());
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
    options.order = m_bar->order();
    options.envelope = m_bar->showsReplicas();
    options.ghost = m_bar->ideal();
    const auto *whatIf = m_pages->findChild<WhatIfPage *>();
    options.question = whatIf != nullptr && !whatIf->ghost().empty() ? &whatIf->ghost() : nullptr;
    options.path = m_bar->showsPath();
    options.memory = m_bar->showsMemory() ? &m_memory : nullptr;
    return buildPipelineScene(m_input, options, style);
}

void PipelineView::paintPicture(QPainter &painter, QSize size) {
    const auto *time = services().timeView;
    const bool isWhole = time->range().isEmpty() || time->range() == time->limits();
    painter.save();
    if (m_bar->showsOverview()) {
        const QSize top(size.width(),
                        std::min(m_grid->wantedHeight(), static_cast<int>(size.height() * kOverviewShare)));
        m_grid->paintPicture(painter, top);
        painter.translate(0, top.height());
        size.setHeight(size.height() - top.height());
    }
    const int below = m_bar->showsPages() ? static_cast<int>(size.height() * kPagesShare) : 0;
    size.setHeight(size.height() - below);
    const auto layout = sceneFor(size, isWhole ? m_sight->step() : time->range(), 0);
    painter.setFont(font());
    paintScene(painter, layout.scene, Theme::current());
    paintChosen(painter, layout);
    if (below > 0) {
        painter.translate(0, size.height());
        m_pages->current()->paintPicture(painter, {size.width(), below});
    }
    painter.restore();
}

void PipelineView::paintChosen(QPainter &painter, const PipelineScene &layout) const {
    const auto &state = services().selection->state();
    paintPipelineSelection(painter, m_input, layout, m_workspace.get(), state, services().marks);
    auto items = state.items;
    if (m_hovered && std::find(items.begin(), items.end(), *m_hovered) == items.end()) {
        items.push_back(*m_hovered);
    }
    paintPipelineEdges(painter, m_input, layout, items);
}

void PipelineView::retranslate() {
    m_bar->retranslate();
    m_grid->retranslate();
    m_pages->retranslate();
    m_pages->tabBar()->setAccessibleName(tr("Pages below the pipeline chart"));
    m_canvas->setAccessibleName(tr("Pipeline chart"));
    m_bar->showPlace(m_input);
    m_canvas->invalidate();
}

}  // namespace stagescope
