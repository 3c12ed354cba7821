#include "views/timeline/timeline_view.h"

#include "core/scene/timeline/timeline_found.h"
#include "core/scene/timeline/timeline_target.h"
#include "core/session/loading/open_runs.h"
#include "core/session/loading/source_loader.h"
#include "views/common/empty_reason.h"
#include "views/common/pan_zoom.h"
#include "views/common/scene_canvas.h"
#include "views/common/scene_painter.h"
#include "views/common/texts/message_texts.h"
#include "views/timeline/timeline_bar.h"
#include "views/timeline/timeline_empty_page.h"
#include "views/timeline/timeline_texts.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QStackedLayout>
#include <QtWidgets/QToolTip>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace stagescope {

namespace {
constexpr int kLeastLabels = 180;
constexpr int kMostLabels = 280;
}  // namespace

TimelineView::TimelineView(const ViewServices &services, QWidget *parent) : View(services, parent) {
    buildWidgets();
    connectWidgets();
    makeActions();
    retranslate();
}

void TimelineView::buildWidgets() {
    m_bar = new TimelineBar(this);
    auto *chart = new QWidget(this);
    m_canvas = new SceneCanvas(chart);
    m_scroll = new QScrollBar(Qt::Vertical, chart);
    auto *chartLayout = new QHBoxLayout(chart);
    chartLayout->setContentsMargins(0, 0, 0, 0);
    chartLayout->setSpacing(0);
    chartLayout->addWidget(m_canvas, 1);
    chartLayout->addWidget(m_scroll);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    auto *pages = new QWidget(this);
    m_pages = new QStackedLayout(pages);
    m_pages->addWidget(chart);
    m_emptyPage = new TimelineEmptyPage(pages);
    m_pages->addWidget(m_emptyPage);
    layout->addWidget(pages, 1);
    setFocusProxy(m_canvas);
}

void TimelineView::connectWidgets() {
    auto *time = services().timeView;
    m_gestures = new PanZoomController(
        m_canvas, time, services().selection, [this] { return optionsFor(m_canvas->size()).axis(); }, this);
    m_gestures->setItemRange([this] { return itemRange(); });
    connectMarks();
    m_canvas->installEventFilter(this);  // sees keys before the gestures
    m_canvas->setBuilder([this](QSize size) {
        updateScrollBar();
        return drawn(size);
    });
    m_canvas->setOverlay([this](QPainter &painter, const Scene &) {
        paintOverlay(painter, m_canvas->size());
        m_gestures->paint(painter);
    });
    connect(m_canvas, &SceneCanvas::clicked, this,
            [this](QPoint position, const auto &, Qt::KeyboardModifiers keys) { onClicked(position, keys); });
    connect(m_canvas, &SceneCanvas::hovered, this, &TimelineView::showTip);
    connect(m_gestures, &PanZoomController::scrolled, this, &TimelineView::scrollRows);
    connect(m_scroll, &QScrollBar::valueChanged, m_canvas, &SceneCanvas::invalidate);
    connect(time, &TimeView::rangeChanged, this, [this, time](AlignedRange range) {
        m_bar->showRange(range, time->limits());
        refitDepths();
        m_canvas->invalidate();
    });
    connect(time, &TimeView::limitsChanged, this,
            [this, time](AlignedRange limits) { m_bar->showRange(time->range(), limits); });
    connect(m_bar, &TimelineBar::zoomAsked, m_gestures, &PanZoomController::zoomAtPointer);
    connect(m_bar, &TimelineBar::fitAsked, time, &TimeView::fitAll);
    connect(m_emptyPage, &TimelineEmptyPage::loadAsked, this,
            [this](const std::vector<int> &ranks) { services().runs->requestDeep(m_workspace->mainRun()->id, ranks); });
    connect(m_bar, &TimelineBar::ranksAsked, this, [this](const std::vector<int> &ranks) {
        m_rankFilter = ranks;
        rebuildSources();
    });
    connect(services().selection, &Selection::changed, this, &TimelineView::onSelectionChanged);
    connect(services().selection, &Selection::shown, this, &TimelineView::onShown);
    connect(services().selection, &Selection::lockChanged, this, [this] {
        updateArrows();
        updateActions();
        m_canvas->update();
    });
}

QString TimelineView::id() const { return QStringLiteral("timeline"); }

QString TimelineView::title() const { return tr("Timeline"); }

void TimelineView::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    m_shifts = runShifts(*m_workspace);
    m_kept.adopt(*m_workspace, m_arrangement, m_layout.sources());
    rebuildSources();
    onSelectionChanged(this);
}

std::vector<RankRef> TimelineView::ranksShown() const {
    const auto &chosen = services().selection->state().ranks;
    if (m_rankFilter.empty() || m_workspace == nullptr) {
        return chosen;
    }
    std::vector<RankRef> ranks;
    for (const auto &run : m_workspace->runs) {
        for (const int rank : m_rankFilter) {
            const RankRef ref{run.id, rank};
            if (chosen.empty() || std::find(chosen.begin(), chosen.end(), ref) != chosen.end()) {
                ranks.push_back(ref);
            }
        }
    }
    // A filter that leaves nothing must not mean "no filter".
    return ranks.empty() ? std::vector<RankRef>{RankRef{RunId{}, -1}} : ranks;
}

void TimelineView::rebuildSources() {
    if (m_workspace == nullptr) {
        return;
    }
    m_ranksWanted = ranksShown();
    auto sources = timelineSources(*m_workspace, m_ranksWanted, shifts(), m_layout.sources());
    const auto isSame = [](const TimelineSource &a, const TimelineSource &b) {
        return a.rank == b.rank && a.trace == b.trace && a.offset == b.offset && a.isBaseline == b.isBaseline;
    };
    const auto &before = m_layout.sources();
    if (!std::equal(before.begin(), before.end(), sources.begin(), sources.end(), isSame)) {
        m_kept.check(m_arrangement, sources);
        layOut(std::move(sources));
        updateActions();
        startBlending();
        loadBundles();
        updateArrows();
        updateLimits();
        updateScrollBar();
        m_canvas->invalidate();
    }
    updateEmptyPage();
    Q_EMIT titleOrReasonChanged();
}

void TimelineView::updateLimits() {
    const auto bounds = timelineBounds(m_layout.sources());
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

void TimelineView::updateScrollBar() {
    const auto options = optionsFor(m_canvas->size());
    const auto band = options.scrollingBand();
    const int visible = std::max(1, band.bottom - band.top);
    const int hidden = std::max(0, m_layout.height() - m_layout.pinnedHeight() - visible);
    m_scroll->setRange(0, hidden);
    m_scroll->setPageStep(visible);
    m_scroll->setSingleStep(TimelineLayout::kDepthHeight);
    m_scroll->setVisible(hidden > 0);
}

void TimelineView::updateEmptyPage() {
    const auto reason = emptyReason();
    m_pages->setCurrentIndex(reason ? 1 : 0);
    m_bar->setEnabled(m_workspace != nullptr && !m_workspace->runs.empty());
    if (reason) {
        const bool canLoad = reason->id == "timeline.empty.not_loaded" && services().runs != nullptr;
        m_emptyPage->setReason(*reason, canLoad ? ranksToLoad() : std::vector<int>{});
    }
}

std::vector<int> TimelineView::ranksToLoad() const {
    std::vector<int> ranks;
    const auto *run = m_workspace == nullptr ? nullptr : m_workspace->mainRun();
    for (const int rank : run == nullptr ? std::vector<int>{} : run->ranks()) {
        const auto state = run->capture(rank)->state;
        const bool isWanted = m_ranksWanted.empty() || std::find(m_ranksWanted.begin(), m_ranksWanted.end(),
                                                                 RankRef{run->id, rank}) != m_ranksWanted.end();
        const bool isWaiting = state == LoadState::Shallow || state == LoadState::Listed;
        if (isWanted && isWaiting && hasDeepFiles(*run->capture(rank))) {
            ranks.push_back(rank);
        }
    }
    return ranks;
}

std::optional<Message> TimelineView::emptyReason() const {
    if (!m_layout.rows().empty() && timelineBounds(m_layout.sources())) {
        return std::nullopt;
    }
    const auto *run = m_workspace == nullptr ? nullptr : m_workspace->mainRun();
    if (run == nullptr) {
        return Message("timeline.empty.nothing_open");
    }
    const bool isLoading = std::any_of(run->captures.begin(), run->captures.end(), [](const RankCapture &capture) {
        return capture.state == LoadState::LoadingShallow || capture.state == LoadState::LoadingDeep;
    });
    if (isLoading) {
        return Message("timeline.empty.loading");
    }
    if (!ranksToLoad().empty()) {
        return Message("timeline.empty.not_loaded");
    }
    if (!m_arrangement.filter.empty() && !m_layout.sources().empty()) {
        return Message("timeline.empty.no_track", {m_arrangement.filter});
    }
    return m_rankFilter.empty() ? emptyBecause(m_workspace, "timeline.empty.no_trace")
                                : Message("timeline.empty.filtered");
}

TimelineSceneOptions TimelineView::optionsFor(QSize size) const {
    TimelineSceneOptions options;
    options.width = size.width();
    options.height = size.height();
    options.labelWidth = std::min(std::clamp(size.width() / 6, kLeastLabels, kMostLabels), size.width() / 2);
    options.scrollY = m_scroll->value();
    options.pinnedHeight = m_layout.pinnedHeight();
    options.pinnedShown =
        std::clamp((size.height() - TimelineSceneOptions::kRulerHeight) * 3 / 5, 0, m_layout.pinnedHeight());
    options.pinnedScrollY = std::clamp(m_pinnedScroll, 0, options.pinnedHeight - options.pinnedShown);
    const auto *time = services().timeView;
    options.range = time->range();
    const auto bounds = timelineBounds(m_layout.sources());
    options.origin = bounds ? bounds->begin : time->limits().begin;
    if (m_target && m_primary && !std::holds_alternative<RankRef>(*m_primary)) {
        options.highlight = m_target;
    }
    return options;
}

const TextRuler &TimelineView::ruler() {
    if (!m_ruler || m_rulerFont != m_canvas->font().key()) {
        m_rulerFont = m_canvas->font().key();
        m_ruler.emplace(textMetrics(m_canvas->font()));
    }
    return *m_ruler;
}

Scene TimelineView::drawn(QSize size) {
    const auto options = optionsFor(size);
    auto scene = timelineScene(m_layout, options, ruler(), messageTextFunction());
    drawFound(scene, m_layout, options, m_found);
    return scene;
}

void TimelineView::markFound(std::vector<SliceRef> found) {
    std::sort(found.begin(), found.end());
    if (found != m_found) {
        m_found = std::move(found);
        m_canvas->invalidate();
    }
}

void TimelineView::paintPicture(QPainter &painter, QSize size) {
    painter.setFont(m_canvas->font());
    if (m_revealPending) {
        reveal();
    }
    if (const auto reason = emptyReason()) {
        const QRect area(QPoint(0, 0), size);
        painter.fillRect(area, Theme::current().color(ColorRole::Background));
        painter.setPen(Theme::current().color(ColorRole::MutedText));
        painter.drawText(area.adjusted(20, 20, -20, -20), Qt::AlignCenter | Qt::TextWordWrap, messageText(*reason));
        return;
    }
    paintScene(painter, drawn(size), Theme::current());
    paintOverlay(painter, size);
}

void TimelineView::showTip(QPoint position) {
    const auto text = position.x() < 0 ? QString() : timelineTip(m_layout, optionsFor(m_canvas->size()), position);
    if (text.isEmpty()) {
        QToolTip::hideText();
    } else {
        QToolTip::showText(m_canvas->mapToGlobal(position + QPoint(12, 12)), text, m_canvas);
    }
}

void TimelineView::retranslate() {
    m_bar->retranslate();
    m_actions->retranslate();
    m_canvas->setAccessibleName(tr("Timeline"));
    m_canvas->invalidate();
    updateEmptyPage();
}

void TimelineView::showEvent(QShowEvent *event) {
    View::showEvent(event);
    if (m_revealPending) {
        reveal();
    }
}

}  // namespace stagescope
