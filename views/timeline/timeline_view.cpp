#include "views/timeline/timeline_view.h"

#include "core/base/words/step_pattern.h"
#include "core/scene/timeline/step_choice.h"
#include "core/scene/timeline/timeline_box.h"
#include "core/scene/timeline/timeline_moves.h"
#include "core/session/loading/open_runs.h"
#include "views/common/pan_zoom.h"
#include "views/common/scene_canvas.h"
#include "views/common/scene_painter.h"
#include "views/common/texts/message_texts.h"
#include "views/timeline/timeline_alignment.h"
#include "views/timeline/timeline_bar.h"
#include "views/timeline/timeline_empty_page.h"
#include "views/timeline/timeline_marks.h"
#include "views/timeline/timeline_overlay.h"
#include "views/timeline/timeline_row_commands.h"

#include <QtGui/QAction>
#include <QtGui/QPainter>
#include <QtWidgets/QMenu>
#include <QtWidgets/QStackedLayout>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace stagescope {

TimelineView::TimelineView(const ViewServices &services, QWidget *parent)
    : View(services, parent),
      m_bar(new TimelineBar(this)),
      m_model(new TimelineModel(services.selection, services.timeView, this)),
      m_chart(new TimelineChart(m_model, services.timeView, this)),
      m_focus(new TimelineFocus(services.selection, services.timeView, m_model, m_chart, this)),
      m_flows(new TimelineFlows(services.selection, m_model, this)),
      m_alignment(new TimelineAlignment(services.selection, m_model, m_focus, this)),
      m_emptyPage(new TimelineEmptyPage(this)),
      m_actions(new TimelineActions(this)),
      m_drag(m_model, m_chart, m_focus) {
    buildWidgets();
    connectModel();
    connectChart();
    connectBar();
    updateActions();
    retranslate();
}

void TimelineView::buildWidgets() {
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    auto *pages = new QWidget(this);
    m_pages = new QStackedLayout(pages);
    m_pages->addWidget(m_chart);
    m_pages->addWidget(m_emptyPage);
    layout->addWidget(pages, 1);
    setFocusProxy(m_chart->canvas());
}

void TimelineView::connectModel() {
    auto *canvas = m_chart->canvas();
    const auto repaint = qOverload<>(&QWidget::update);
    connect(m_model, &TimelineModel::sourcesChanged, this, [this] {
        updateLimits();
        m_chart->updateRows();
    });
    connect(m_model, &TimelineModel::laidOut, this, &TimelineView::updateEmptyPage);
    connect(m_model, &TimelineModel::changed, this, [this] {
        m_bar->setTracks(QString::fromStdString(arranged().filter));
        updateActions();
        updateEmptyPage();
        Q_EMIT titleOrReasonChanged();
        Q_EMIT busyChanged();
    });
    connect(m_focus, &TimelineFocus::changed, this, &TimelineView::updateActions);
    connect(m_focus, &TimelineFocus::changed, canvas, repaint);
    connect(m_flows, &TimelineFlows::changed, canvas, repaint);
    connect(m_flows, &TimelineFlows::followed, m_focus, &TimelineFocus::select);
    connect(m_flows, &TimelineFlows::noticed, m_bar, &TimelineBar::showNotice);
    connect(m_alignment, &TimelineAlignment::baseChanged, canvas, repaint);
    connect(m_alignment, &TimelineAlignment::noticed, m_bar, &TimelineBar::showNotice);
    connect(services().selection, &Selection::lockChanged, this, &TimelineView::updateActions);
    if (const auto *marks = services().marks) {
        connect(marks, &Marks::changed, canvas, repaint);
        connect(marks, &Marks::taken, canvas, repaint);
    }
    connect(m_emptyPage, &TimelineEmptyPage::loadAsked, this, [this](const std::vector<int> &ranks) {
        services().runs->requestDeep(m_model->workspace()->mainRun()->id, ranks);
    });
    connect(m_emptyPage, &TimelineEmptyPage::sourceAsked, this,
            [this](int rank) { Q_EMIT sourceRequested(m_model->workspace()->mainRun()->id, {rank}, false); });
}

void TimelineView::connectChart() {
    auto *time = services().timeView;
    auto *canvas = m_chart->canvas();
    m_gestures = new PanZoomController(
        canvas, time, services().selection, [this] { return m_chart->options().axis(); }, this);
    m_gestures->setItemRange([this] { return m_focus->range(); });
    m_gestures->setRows([this](int fromY, int toY) {
        auto box = timelineBox(layoutShown(), m_chart->options(), fromY, toY, m_boxesByDepth);
        return PanZoomController::DraggedRows{box.top, box.bottom, std::move(box.lanes)};
    });
    connect(m_gestures, &PanZoomController::scrolled, m_chart, &TimelineChart::scroll);
    canvas->installEventFilter(this);  // sees keys before the gestures
    canvas->setOverlay([this](QPainter &painter, const Scene &) {
        paintOverlay(painter, m_chart->canvas()->size());
        m_gestures->paint(painter);
    });
    connect(canvas, &SceneCanvas::clicked, this,
            [this](QPoint position, const auto &, Qt::KeyboardModifiers keys) { onClicked(position, keys); });
}

void TimelineView::connectBar() {
    auto *time = services().timeView;
    connect(time, &TimeView::rangeChanged, this, [this, time](AlignedRange range) {
        m_bar->showRange(range, time->limits());
        m_chart->updateTime();
    });
    connect(time, &TimeView::limitsChanged, this,
            [this, time](AlignedRange limits) { m_bar->showRange(time->range(), limits); });
    connect(m_bar, &TimelineBar::zoomAsked, m_gestures, &PanZoomController::zoomAtPointer);
    connect(m_bar, &TimelineBar::fitAsked, time, &TimeView::fitAll);
    connect(m_bar, &TimelineBar::ranksAsked, m_model, &TimelineModel::filterRanks);
    connect(m_bar, &TimelineBar::tracksAsked, this, [this](const QString &part) {
        arrange([&](TimelineArrangement &a) { a.filter = part.trimmed().toStdString(); });
    });
    connect(m_bar, &TimelineBar::hiddenAsked, this, [this] { run(TimelineCommand::ShowHidden); });
    connect(m_bar->arrowsMenu(), &QMenu::aboutToShow, this, [this] { m_flows->fillCategories(m_bar->arrowsMenu()); });
    m_actions->fill(m_bar->rowsMenu());
    connect(m_bar->rowsMenu(), &QMenu::aboutToShow, this, &TimelineView::updateActions);
    connect(m_actions, &TimelineActions::asked, this, &TimelineView::run);
}

QString TimelineView::id() const { return QStringLiteral("timeline"); }

QString TimelineView::title() const { return tr("Timeline"); }

void TimelineView::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_model->setWorkspace(std::move(workspace));
    m_focus->refresh();
}

void TimelineView::updateLimits() {
    const auto bounds = timelineBounds(layoutShown().sources());
    if (!bounds || bounds->isEmpty()) {
        return;
    }
    auto *time = services().timeView;
    const auto limits = time->limits();
    const bool isApart = limits.isEmpty() || !limits.overlaps(*bounds);
    time->setLimits(isApart ? *bounds
                            : AlignedRange{std::min(limits.begin, bounds->begin), std::max(limits.end, bounds->end)});
    m_bar->showRange(time->range(), time->limits());
}

void TimelineView::updateEmptyPage() {
    const auto reason = emptyReason();
    const auto &workspace = m_model->workspace();
    m_pages->setCurrentIndex(reason ? 1 : 0);
    m_bar->setEnabled(workspace != nullptr && !workspace->runs.empty());
    if (reason) {
        const bool canLoad = reason->id == "timeline.empty.not_loaded" && services().runs != nullptr;
        const auto ranks = canLoad ? m_model->ranksToLoad() : std::vector<int>{};
        const bool isDigest = !ranks.empty() && !workspace->mainRun()->capture(ranks.front())->digest.empty();
        m_emptyPage->setReason(*reason, ranks, isDigest);
    }
}

void TimelineView::updateActions() {
    const auto row = chosenRow();
    const auto enable = [this](TimelineCommand command, bool isEnabled) {
        m_actions->action(command)->setEnabled(isEnabled);
    };
    const auto check = [this](TimelineCommand command, bool isOn) { m_actions->action(command)->setChecked(isOn); };
    using enum TimelineCommand;
    for (const auto command : {ToggleFold, Pin, PinSameNamed, Hide, MoveUp, MoveDown, TypeOffset}) {
        enable(command, row.has_value());
    }
    for (const auto command : {ZoomToSlice, ShowInPipeline, FindSameName}) {
        enable(command, m_focus->slice().has_value());
    }
    enable(LoadSource, services().runs != nullptr && m_focus->digest(false));
    enable(LeaveSource, services().runs != nullptr && m_focus->digest(true));
    const bool isOfQuery = row && isOwnTrack(row->source);
    enable(RemoveTrack, isOfQuery);
    enable(ListSlices, !isOfQuery);  // its rows are those of the query page
    enable(CopyName, row || m_focus->slice());
    const bool canReadAnew = services().runs != nullptr;
    enable(UseAsStep, canReadAnew && m_focus->slice() && canMarkSteps(*m_model->workspace(), *m_focus->slice()));
    enable(ForgetSteps, canReadAnew && !StepPattern::chosen().empty());
    const auto paired = pairedRanks(layoutShown());
    enable(PairBaseline, !paired.empty());
    check(PairBaseline, !paired.empty() && paired == layoutShown().childrenOf(kTimelineRoot));
    const auto process = processToMerge(layoutShown(), row);
    enable(MergeStreams, process.has_value());
    check(MergeStreams, process && arranged().merged.count(*process) != 0);
    check(FitDepths, arranged().depthsFitted);
    check(ShowPython, !arranged().leftOut.python);
    check(ShowWaits, !arranged().leftOut.waits);
    check(Lock, services().selection->lock().has_value());
    check(BoxByDepth, m_boxesByDepth);
    enable(UnpinAll, !arranged().pinned.empty());
    enable(ShowHidden, !arranged().hidden.empty());
    enable(ResetOffsets, !arranged().offsets.empty());
    m_bar->showHidden(arranged().hidden.size());
}

void TimelineView::paintOverlay(QPainter &painter, QSize size) {
    const auto &layout = layoutShown();
    const auto options = m_chart->optionsFor(size);
    const auto &state = services().selection->state();
    const auto &lock = services().selection->lock();
    if (const auto &row = m_focus->chosenRow()) {
        tintLabel(painter, layout, options, *row);
    }
    m_drag.paint(painter, options);
    paintRange(painter, layout, options, state);
    paintLock(painter, options, lock ? std::optional(lock->range) : std::nullopt);
    m_flows->paintCategory(painter, options);
    paintMarks(painter, services().marks, timelineMarkArea(layout, options));
    m_flows->paintOfSlice(painter, options);
    if (const auto &base = m_alignment->base()) {
        outlineSlice(painter, layout, options, *base,
                     QPen(Theme::current().color(ColorRole::Baseline), 2, Qt::DashLine));
    }
    for (const auto &item : state.items) {
        if (const auto *slice = std::get_if<SliceRef>(&item)) {
            outlineSlice(painter, layout, options, *slice, QPen(Theme::current().color(ColorRole::Accent), 2));
        }
    }
    if (const auto rank = m_focus->rank()) {
        outlineRank(painter, layout, options, *rank);
    }
}

void TimelineView::paintPicture(QPainter &painter, QSize size) {
    painter.setFont(m_chart->canvas()->font());
    m_focus->catchUp();
    if (const auto reason = emptyReason()) {
        const QRect area(QPoint(0, 0), size);
        painter.fillRect(area, Theme::current().color(ColorRole::Background));
        painter.setPen(Theme::current().color(ColorRole::MutedText));
        painter.drawText(area.adjusted(20, 20, -20, -20), Qt::AlignCenter | Qt::TextWordWrap, messageText(*reason));
        return;
    }
    paintScene(painter, m_chart->scene(size), Theme::current());
    paintOverlay(painter, size);
}

void TimelineView::retranslate() {
    m_bar->retranslate();
    m_actions->retranslate();
    m_chart->canvas()->setAccessibleName(tr("Timeline"));
    m_chart->canvas()->invalidate();
    updateEmptyPage();
}

void TimelineView::showEvent(QShowEvent *event) {
    View::showEvent(event);
    m_focus->catchUp();
}

}  // namespace stagescope
