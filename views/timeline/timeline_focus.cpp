#include "views/timeline/timeline_focus.h"

#include "core/scene/timeline/timeline_target.h"
#include "core/store/trace/trace_store.h"
#include "views/common/after_layout.h"
#include "views/common/scene_canvas.h"
#include "views/timeline/timeline_chart.h"
#include "views/timeline/timeline_model.h"

#include <algorithm>

namespace stagescope {

TimelineFocus::TimelineFocus(Selection *selection, TimeView *time, TimelineModel *model, TimelineChart *chart,
                             QWidget *view)
    : QObject(view), m_selection(selection), m_time(time), m_model(model), m_chart(chart), m_view(view) {
    connect(m_selection, &Selection::changed, this,
            [this](const QObject *origin) { follow(origin == m_chart->canvas()); });
    connect(m_selection, &Selection::shown, this, &TimelineFocus::onShown);
    connect(m_model, &TimelineModel::shifted, this, &TimelineFocus::refresh);
}

std::optional<SliceRef> TimelineFocus::slice() const {
    const auto &items = m_selection->state().items;
    const auto *slice = items.empty() ? nullptr : std::get_if<SliceRef>(&items.front());
    return slice == nullptr ? std::nullopt : std::optional(*slice);
}

std::optional<RankRef> TimelineFocus::rank() const {
    const auto *rank = m_primary ? std::get_if<RankRef>(&*m_primary) : nullptr;
    return rank == nullptr ? std::nullopt : std::optional(*rank);
}

std::optional<RankRef> TimelineFocus::digest(bool isFromSource) const {
    const auto at = row();
    const auto wanted = at ? std::optional(at->rank) : rank();
    const auto *run = wanted && m_model->workspace() ? m_model->workspace()->run(wanted->run) : nullptr;
    const auto *capture = run == nullptr ? nullptr : run->capture(wanted->rank);
    const bool isMeant = capture != nullptr && !capture->digest.empty() && capture->isFromSource() == isFromSource;
    return isMeant ? wanted : std::nullopt;
}

std::optional<AlignedRange> TimelineFocus::range() const {
    if (const auto selected = slice()) {
        return timelineRangeOf(m_model->layout(), *selected);
    }
    return m_target ? std::optional(m_target->range) : std::nullopt;
}

void TimelineFocus::select(const SliceRef &slice) {
    m_selection->setItem(slice, m_chart->canvas());
    reveal();
}

void TimelineFocus::selectNeighbour(bool next) {
    const auto selected = slice();
    if (const auto neighbour = selected ? timelineNeighbour(m_model->layout(), *selected, next) : std::nullopt) {
        select(*neighbour);
    }
}

const TimelineRow *TimelineFocus::rowOf(const SliceRef &slice) const {
    const auto *source = timelineSourceOf(m_model->layout(), slice);
    return source == nullptr ? nullptr : m_model->layout().rowShowing(source->rank, slice.source, slice.track);
}

std::optional<TimelineNode> TimelineFocus::row() const {
    if (m_chosenRow && m_model->layout().find(*m_chosenRow) != nullptr) {
        return m_chosenRow;
    }
    const auto selected = slice();
    const auto *shown = selected ? rowOf(*selected) : nullptr;
    return shown == nullptr ? std::nullopt : std::optional(shown->node);
}

void TimelineFocus::chooseRow(const std::optional<TimelineNode> &node) {
    m_chosenRow = node;
    Q_EMIT changed();
}

void TimelineFocus::stepRow(int by) {
    std::vector<const TimelineRow *> rows;
    for (const auto &shown : m_model->layout().rows()) {
        if (shown.kind != TimelineRowKind::Hidden) {
            rows.push_back(&shown);
        }
    }
    if (rows.empty()) {
        return;
    }
    const auto chosen = row();
    const auto it = std::find_if(rows.begin(), rows.end(), [&](const auto *shown) { return chosen == shown->node; });
    const auto last = static_cast<std::ptrdiff_t>(rows.size()) - 1;
    const auto at =
        it == rows.end() ? (by > 0 ? 0 : last) : std::clamp<std::ptrdiff_t>(it - rows.begin() + by, 0, last);
    chooseRow(rows[static_cast<std::size_t>(at)]->node);
    showRow();
}

void TimelineFocus::showRow() {
    const auto chosen = row();
    const auto *shown = chosen ? m_model->layout().find(*chosen) : nullptr;
    if (shown != nullptr) {
        m_chart->showRows({0, m_chart->options().screenY(shown->y), 0,
                           std::min(shown->height, TimelineLayout::kCounterHeight), shown->pinned});
    }
}

void TimelineFocus::showTrack(const TimelineNode &node) {
    const auto &layout = m_model->layout();
    const auto *shown = layout.rowShowing(node.rank, node.source, node.track);
    if (shown == nullptr || shown->folded) {
        m_model->arrange([&](TimelineArrangement &a) {
            a.filter.clear();
            for (auto above = node; above != kTimelineRoot; above = layout.parentOf(above)) {
                a.hidden.erase(above);
                a.folds[above] = false;
            }
        });
        shown = layout.rowShowing(node.rank, node.source, node.track);
    }
    if (shown != nullptr) {
        chooseRow(shown->node);
        showRow();
    }
}

void TimelineFocus::follow(bool isOwn) {
    if (m_model->workspace() == nullptr) {
        return;
    }
    const auto &items = m_selection->state().items;
    m_model->followSelection();
    const auto primary = items.empty() ? std::nullopt : std::optional(items.front());
    const bool isNew = primary != m_primary;
    m_primary = primary;
    if (!primary || std::holds_alternative<SliceRef>(*primary)) {
        m_search.cancel();
        adoptTarget(std::nullopt);
        m_revealPending = isNew && !isOwn && primary;
        if (m_revealPending && m_view->isVisible()) {
            reveal();
        }
    } else if (isNew || isOwn) {
        m_revealPending = m_revealPending || (isNew && !isOwn);
        m_search.start([workspace = m_model->workspace(), item = *primary, shifts = m_model->shifts()](
                           const std::stop_token &stop) { return timelineTarget(*workspace, item, shifts, stop); },
                       [this](const auto &target) { adoptTarget(target); });
    }
    Q_EMIT changed();
}

/// At once where the place of what is chosen is known, else when it is.
void TimelineFocus::onShown() {
    if (!m_view->isVisible() || m_model->workspace() == nullptr) {
        return;
    }
    m_showPending = true;
    afterLayout(this, [this] {
        if (m_showPending && (slice() || !m_search.isBusy())) {
            reveal();
        }
    });
}

void TimelineFocus::catchUp() {
    if (m_revealPending) {
        reveal();
    }
}

/// The chosen stretch of time, or the item with as much as it is long on either side.
void TimelineFocus::zoomToChosen() {
    m_showPending = false;
    auto chosen = m_selection->state().range;
    if (const auto item = rank() ? std::nullopt : range()) {
        chosen = chosen ? AlignedRange{std::min(chosen->begin, item->begin), std::max(chosen->end, item->end)} : item;
    }
    if (chosen) {
        const auto span = std::max(chosen->duration() * 3, TimeView::kMinSpan);
        const auto middle = chosen->begin + chosen->duration() / 2;
        m_time->setRange({middle - span / 2, middle - span / 2 + span});
    }
}

void TimelineFocus::adoptTarget(const std::optional<TimelineHighlight> &target) {
    m_target = target;
    m_chart->setHighlight(rank() ? std::nullopt : target);
    if (m_showPending && m_view->isVisible()) {
        // A tab that was just turned to has its height only then.
        afterLayout(this, [this] {
            if (m_showPending) {
                reveal();
            }
        });
    } else if (m_target && m_revealPending && m_view->isVisible()) {
        reveal();
    }
}

void TimelineFocus::reveal() {
    const bool isShown = m_showPending;
    revealItem();
    if (isShown) {
        revealLane();
    }
}

void TimelineFocus::revealItem() {
    if (const auto selected = slice()) {
        m_revealPending = false;
        revealSlice(*selected);
    } else if (m_target) {
        m_revealPending = false;
        revealTarget();
    } else if (m_showPending) {
        zoomToChosen();
    }
}

/// The first row that the chosen time is cut to, unfolded.
void TimelineFocus::revealLane() {
    const auto &state = m_selection->state();
    const auto &sources = m_model->layout().sources();
    const auto it = std::find_if(sources.begin(), sources.end(), [&](const TimelineSource &of) {
        return !state.lanes.empty() && of.rank.run == state.lanes[0].run && of.source == state.lanes[0].source;
    });
    if (it != sources.end()) {
        const TimelineNode lane{it->rank, it->source, state.lanes[0].track};
        showTrack(lane);
        showNameOf(lane);
    }
}

void TimelineFocus::showNameOf(const TimelineNode &lane) {
    const auto isNamed = [&] {
        const auto extent = m_model->layout().extentOf(lane.rank);
        return !extent || m_chart->options().screenY(extent->first) >= 0;
    };
    if (isNamed()) {
        return;
    }
    const auto own = m_model->layout().parentOf(lane);
    const auto processes = m_model->layout().childrenOf({lane.rank, {}, {}});
    m_model->arrange([&](TimelineArrangement &a) {
        for (const auto &process : processes) {
            a.folds[process] = process != own;
        }
    });
    if (const auto extent = m_model->layout().extentOf(lane.rank)) {
        m_chart->showRows({0, m_chart->options().screenY(extent->first), 0, TimelineLayout::kRankHeight, false});
    }
    showTrack(lane);
}

void TimelineFocus::revealSlice(const SliceRef &slice) {
    unfold(slice);
    if (const auto time = timelineRangeOf(m_model->layout(), slice)) {
        m_showPending ? zoomToChosen() : m_chart->showRange(*time);
    }
    if (const auto box = timelineBoxOf(m_model->layout(), m_chart->options(), slice)) {
        m_chart->showRows(*box);
    }
    const auto *shown = rowOf(slice);
    chooseRow(shown == nullptr ? m_chosenRow : std::optional(shown->node));
}

void TimelineFocus::revealTarget() {
    if (m_showPending) {
        zoomToChosen();
    } else if (!rank()) {
        m_chart->showRange(m_target->range);
    }
    const auto options = m_chart->options();
    auto box =
        m_target->rank ? timelineBoxOf(m_model->layout(), options, *m_target->rank, m_target->range) : std::nullopt;
    if (box) {
        box->height = std::min(box->height, options.height / 2);
        m_chart->showRows(*box);
    }
}

/// The details of a slice open over the foot of the chart, where it may have been clicked.
void TimelineFocus::keepInSight(QSize before) {
    const auto selected = slice();
    const auto boxIn = [&](const TimelineSceneOptions &options) {
        return selected ? timelineBoxOf(m_model->layout(), options, *selected) : std::nullopt;
    };
    const auto isIn = [&](const TimelineSceneOptions &options) {
        const auto box = boxIn(options);
        const auto band = options.bandOf(box && box->pinned);
        return box && box->y >= band.top && box->y + box->height <= band.bottom;
    };
    const auto now = m_chart->options();
    if (before.height() > now.height && isIn(m_chart->optionsFor(before)) && !isIn(now)) {
        m_chart->showRows(*boxIn(now));
    }
}

/// Opens what lies above a slice; a hidden, filtered or left out one comes back.
void TimelineFocus::unfold(const SliceRef &slice) {
    const auto &layout = m_model->layout();
    const auto &sources = layout.sources();
    const auto it = std::find_if(sources.begin(), sources.end(), [&](const TimelineSource &s) {
        return s.rank.run == slice.run && s.source == slice.source;
    });
    if (it == sources.end() || slice.track.value >= it->trace->tracks().size()) {
        return;
    }
    const TimelineNode track{it->rank, slice.source, slice.track};
    const auto *shown = layout.rowShowing(it->rank, slice.source, slice.track);
    const bool isTrack = shown != nullptr && shown->kind == TimelineRowKind::Track;
    if (isTrack && !shown->folded && timelineBoxOf(layout, m_chart->options(), slice)) {
        return;
    }
    const auto klass = it->trace->slices(slice.track).klass(slice.slice.value);
    const auto process = layout.parentOf(track);
    const auto own = isTrack ? shown->node : track;
    m_model->arrange([&](TimelineArrangement &a) {
        for (const auto &node : {TimelineNode{it->rank, {}, {}}, process, track, own}) {
            a.folds[node] = false;
            a.hidden.erase(node);
        }
        a.filter = shown == nullptr ? std::string{} : a.filter;
        a.leftOut.python = a.leftOut.python && klass != SliceClass::Python;
        a.leftOut.waits = a.leftOut.waits && klass != SliceClass::Event;
    });
}

}  // namespace stagescope
