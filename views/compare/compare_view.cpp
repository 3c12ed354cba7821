#include "views/compare/compare_view.h"

#include "core/scene/kit/message_scene.h"
#include "core/store/trace/trace_store.h"
#include "views/common/pan_zoom.h"
#include "views/common/scene_canvas.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"
#include "views/common/texts/message_texts.h"
#include "views/common/theme.h"

#include <QtCore/QTimer>
#include <QtGui/QPainter>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QSplitter>

#include <algorithm>
#include <numeric>

namespace stagescope {

namespace {
constexpr int kMinTimelines = 230;
constexpr int kStrip = 64;

/// Rows of the timelines that matter for a comparison: overlap lanes and device work; the host stays folded.
TimelineFolds foldsFor(const std::vector<TimelineSource> &sources) {
    TimelineFolds folds;
    for (const auto &source : sources) {
        for (const auto &process : source.trace->tracks()) {
            if (process.kind != TrackKind::Process) {
                continue;
            }
            const auto &tracks = source.trace->tracks();
            const bool isDevice = std::any_of(tracks.begin(), tracks.end(), [&](const Track &t) {
                return t.parent == process.id && (t.kind == TrackKind::DeviceStream || t.kind == TrackKind::Overlap);
            });
            folds[{source.rank, source.source, process.id}] = !isDevice;
        }
    }
    return folds;
}
}  // namespace

CompareView::CompareView(const ViewServices &services, QWidget *parent) : View(services, parent) {
    buildControls();
    connectControls();
    retranslate();
}

QString CompareView::id() const { return QStringLiteral("compare_ranks"); }
QString CompareView::title() const { return tr("Compare"); }
bool CompareView::isBusy() const { return m_analysis.isBusy() || m_focus.isBusy() || m_splitting.isBusy(); }

void CompareView::buildControls() {
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 8, 4);
    bar->setSpacing(8);
    addPicker(m_leftPicker, QStringLiteral("left"), bar);
    addPicker(m_rightPicker, QStringLiteral("right"), bar);
    bar->addStretch(1);
    m_traces = new QCheckBox(this);
    bar->addWidget(m_traces);
    m_strip = new SceneCanvas(this);
    m_strip->setFixedHeight(kStrip);

    m_figures = new SceneCanvas;
    m_figuresScroll = new QScrollArea;
    m_figuresScroll->setFrameShape(QFrame::NoFrame);
    m_figuresScroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_figuresScroll->setWidget(m_figures);
    auto *below = new QWidget;
    m_timelines = new SceneCanvas;
    m_timelines->setMinimumHeight(kMinTimelines);
    m_scroll = new QScrollBar(Qt::Vertical);
    m_scroll->hide();
    auto *row = new QHBoxLayout(below);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_timelines, 1);
    row->addWidget(m_scroll);
    m_splitter = new QSplitter(Qt::Vertical, this);
    m_splitter->addWidget(m_figuresScroll);
    m_splitter->addWidget(below);
    m_splitter->setChildrenCollapsible(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_strip);
    layout->addWidget(m_splitter, 1);
}

void CompareView::addPicker(Picker &picker, const QString &name, QHBoxLayout *bar) {
    picker.label = new QLabel(this);
    picker.run = new QComboBox(this);
    picker.run->setObjectName(name + QStringLiteral("Run"));
    picker.rank = new QComboBox(this);
    picker.rank->setObjectName(name + QStringLiteral("Rank"));
    picker.label->setBuddy(picker.rank);
    bar->addWidget(picker.label);
    for (auto *box : {picker.run, picker.rank}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        bar->addWidget(box);
    }
}

void CompareView::connectControls() {
    m_panZoom = new PanZoomController(
        m_timelines, &m_time, &m_area, [this] { return axis(); }, this);
    connect(m_panZoom, &PanZoomController::scrolled, this,
            [this](int pixels) { m_scroll->setValue(m_scroll->value() + pixels); });
    m_figures->setBuilder([this](QSize size) { return figuresFor(size); });
    m_figures->setOverlay([this](QPainter &painter, const Scene &scene) { paintSelection(painter, scene); });
    m_timelines->setBuilder([this](QSize size) {
        QTimer::singleShot(0, this, &CompareView::updateScrollBar);
        return timelinesFor(size, m_time.range(), m_scroll->value());
    });
    m_timelines->setOverlay([this](QPainter &painter, const Scene &scene) {
        paintSelection(painter, scene);
        m_panZoom->paint(painter);
    });
    connect(m_figures, &SceneCanvas::clicked, this,
            [this](QPoint, const std::optional<ItemRef> &item, Qt::KeyboardModifiers) { select(item); });
    connect(
        m_timelines, &SceneCanvas::clicked, this,
        [this](QPoint at, const std::optional<ItemRef> &item, Qt::KeyboardModifiers) { onTimelinesClicked(at, item); });
    connect(&m_time, &TimeView::rangeChanged, m_timelines, &SceneCanvas::invalidate);
    connect(&m_area, &Selection::changed, m_timelines, qOverload<>(&QWidget::update));
    connect(m_scroll, &QScrollBar::valueChanged, m_timelines, &SceneCanvas::invalidate);
    connect(m_traces, &QCheckBox::toggled, m_timelines, &SceneCanvas::invalidate);
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] {
        m_splitByUser = true;
        layOutFigures();
    });
    connectPicker(m_leftPicker, &CompareView::m_left);
    connectPicker(m_rightPicker, &CompareView::m_right);
    m_strip->setBuilder([this](QSize size) {
        return buildCompareStrip(m_differences, m_right.value_or(RankRef{}), size.width(), size.height(),
                                 sceneStyle(font()));
    });
    connect(m_strip, &SceneCanvas::clicked, this,
            [this](QPoint, const std::optional<ItemRef> &item, Qt::KeyboardModifiers) { onStripClicked(item); });
    connect(m_strip, &SceneCanvas::hovered, this, &CompareView::showStripTip);
    connect(services().selection, &Selection::changed, this, [this] {
        if (services().selection->state().step != m_step && m_workspace) {
            m_step = services().selection->state().step;
            analyse();
            splitRanks();
        }
        m_figures->update();
        m_timelines->update();
    });
    connect(services().selection, &Selection::shown, this, &CompareView::onShown);
    connect(&m_focus, &FocusRank::judged, this, &CompareView::onJudged);
}

void CompareView::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    const auto isThere = [&](const std::optional<RankRef> &side) {
        const auto *run = side ? workspace->run(side->run) : nullptr;
        return run != nullptr && run->capture(side->rank) != nullptr;
    };
    const bool isOther = !m_workspace || m_workspace->runs.size() != workspace->runs.size();
    m_isChosen = m_isChosen && !isOther && isThere(m_left) && isThere(m_right);
    m_workspace = std::move(workspace);
    m_step = services().selection->state().step;  // may have changed while another page was in front
    m_focus.judge(m_workspace);                   // a focus of ranks that are no longer there is none
    if (!m_isChosen) {
        chooseSides();
    }
    fillPickers();
    analyse();
    splitRanks();
}

std::optional<Message> CompareView::emptyReason() const {
    const auto count = [](std::size_t sum, const Run &run) { return sum + run.ranks().size(); };
    if (!m_workspace ||
        std::accumulate(m_workspace->runs.begin(), m_workspace->runs.end(), std::size_t{0}, count) < 2) {
        return Message("compare.empty");
    }
    if (!m_model.isEmpty()) {
        return std::nullopt;
    }
    return Message(m_known ? "compare.empty.split" : "compare.empty.loading");
}

void CompareView::analyse() {
    if (!m_left || !m_right) {
        adopt({});
        return;
    }
    m_analysis.start(
        [workspace = m_workspace, left = *m_left, right = *m_right, step = m_step ? m_step : m_focus.focus().step](
            const std::stop_token &stop) { return compareModel(*workspace, left, right, step, stop); },
        [this](CompareModel model) { adopt(std::move(model)); });
    Q_EMIT busyChanged();
}

void CompareView::adopt(CompareModel model) {
    const bool isSameComparison =
        m_known && m_model.left.rank == model.left.rank && m_model.right.rank == model.right.rank && !m_model.isEmpty();
    m_model = std::move(model);
    m_known = true;
    updateStrip();
    layOutTimelines();
    if (!isSameComparison) {
        fitSteps();
    }
    layOutFigures();
    m_timelines->invalidate();
    Q_EMIT titleOrReasonChanged();
    Q_EMIT busyChanged();
}

AlignedRange CompareView::stepRange() const {
    const auto span = m_model.span();
    return {alignedTime(0) - span / 50, alignedTime(0) + span + span / 50};
}

void CompareView::fitSteps() {
    m_time.setLimits(stepRange());
    m_time.setRange(stepRange());
}

/// Takes the loaded traces of both sides, each shifted so that its step begins at 0.
void CompareView::layOutTimelines() {
    m_traces->setEnabled(false);
    if (m_model.isEmpty()) {
        m_timeline = {};
        return;
    }
    TimelineShifts shifts;
    for (const auto *side : {&m_model.left, &m_model.right}) {
        shifts[side->rank] = alignedTime(0) - side->origin;
    }
    auto sources = timelineSources(*m_workspace, {m_model.left.rank, m_model.right.rank}, shifts, m_timeline.sources());
    const bool hasBoth = std::all_of(shifts.begin(), shifts.end(), [&](const auto &shift) {
        return std::any_of(sources.begin(), sources.end(),
                           [&](const TimelineSource &s) { return s.rank == shift.first; });
    });
    const auto folds = foldsFor(sources);
    m_timeline = hasBoth ? TimelineLayout(std::move(sources), {folds}) : TimelineLayout{};
    m_traces->setEnabled(hasBoth);
}

bool CompareView::showsTraces() const { return m_traces->isChecked() && !m_timeline.rows().empty(); }

/// The figures get the height that they need, up to three fifths; the timelines the rest.
void CompareView::shareHeight() {
    const int whole = m_splitter->height();
    if (m_splitByUser || whole <= 0 || emptyReason()) {
        return;
    }
    const int wanted = figuresFor({m_figuresScroll->maximumViewportSize().width(), 0}).height;
    const int above = std::clamp(wanted, 1, std::max(1, whole * 3 / 5));
    const auto before = m_splitter->sizes();
    m_splitter->setSizes({above, whole - above});
    if (m_splitter->sizes() != before) {
        QTimer::singleShot(0, this, &CompareView::layOutFigures);  // once the viewport has its new size
    }
}

void CompareView::layOutFigures() {
    shareHeight();
    const QSize room = m_figuresScroll->maximumViewportSize();
    auto scene = figuresFor(room);
    if (scene.height > room.height()) {
        scene = figuresFor({room.width() - m_figuresScroll->verticalScrollBar()->sizeHint().width(), room.height()});
    }
    m_figures->resize(scene.width, scene.height);
    m_figures->invalidate();
}

void CompareView::showEvent(QShowEvent *event) {
    View::showEvent(event);
    if (m_splitPending) {
        splitRanks();
    }
}

void CompareView::resizeEvent(QResizeEvent *event) {
    View::resizeEvent(event);
    QTimer::singleShot(0, this, &CompareView::layOutFigures);
}

void CompareView::retranslate() {
    m_leftPicker.label->setText(tr("Left"));
    m_rightPicker.label->setText(tr("Right"));
    for (auto *box : {m_leftPicker.run, m_leftPicker.rank}) {
        box->setToolTip(tr("Reference: differences are right minus left"));
    }
    for (auto *box : {m_rightPicker.run, m_rightPicker.rank}) {
        box->setToolTip(tr("Compared with the reference"));
    }
    m_strip->setAccessibleName(tr("Difference by rank"));
    m_traces->setText(tr("All tracks"));
    m_traces->setToolTip(tr("Show the tracks of both traces; both ranks must be loaded"));
    m_figures->setAccessibleName(tr("Comparison values"));
    m_timelines->setAccessibleName(tr("Timelines of both ranks"));
    if (m_workspace) {
        fillPickers();
    }
    layOutFigures();
    m_timelines->invalidate();
}

}  // namespace stagescope
