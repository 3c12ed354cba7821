// Selecting, folding, and scrolling to what is selected elsewhere: split from timeline_view.cpp for its length.
#include "core/scene/timeline_target.h"
#include "views/common/scene_canvas.h"
#include "views/common/theme.h"
#include "views/timeline/timeline_view.h"

#include <QtGui/QCursor>
#include <QtGui/QKeyEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QScrollBar>

#include <algorithm>

namespace stagescope {

namespace {

constexpr int kFoldGlyphEnd = 24;  ///< a click left of this on a rank's header folds it, right of it selects the rank
constexpr int kLeastPixels = 6;    ///< what is revealed is shown at least this wide

QRect boxIn(const SceneBox &box, const TimelineSceneOptions &options) {
    const QRect data(options.labelWidth, TimelineSceneOptions::kRulerHeight, options.width - options.labelWidth,
                     options.height - TimelineSceneOptions::kRulerHeight);
    return QRect(box.x - 1, box.y - 1, box.width + 2, box.height + 2) & data;
}

}  // namespace

bool TimelineView::eventFilter(QObject *watched, QEvent *event) {
    if (watched == m_canvas && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_Comma || key->key() == Qt::Key_Period) {
            stepSlice(key->key() == Qt::Key_Period);
            return true;
        }
        return arrowKey(*key) || foldKey(key->key());
    }
    return View::eventFilter(watched, event);
}

bool TimelineView::foldKey(int key) {
    const QPoint position = m_canvas->mapFromGlobal(QCursor::pos());
    const auto options = optionsFor(m_canvas->size());
    const bool isOnLabels = m_canvas->underMouse() && position.x() < options.labelWidth;
    const auto *row = isOnLabels ? timelineRowAt(m_layout, options, position.y()) : nullptr;
    if (row == nullptr || !row->foldable || (key != Qt::Key_Left && key != Qt::Key_Right)) {
        return false;
    }
    if (row->folded == (key == Qt::Key_Right)) {
        toggleFold(*row);
    }
    return true;
}

void TimelineView::toggleFold(const TimelineRow &row) {
    m_folds[row.node] = !row.folded;
    rebuildLayout();
}

void TimelineView::onClicked(QPoint position, Qt::KeyboardModifiers modifiers) {
    const auto options = optionsFor(m_canvas->size());
    const auto *row = timelineRowAt(m_layout, options, position.y());
    const auto item = timelineItemAt(m_layout, options, position.x(), position.y());
    const bool isRank = item && std::holds_alternative<RankRef>(*item);
    if (position.x() < options.labelWidth && row != nullptr && (!isRank || position.x() < kFoldGlyphEnd)) {
        if (row->foldable) {
            toggleFold(*row);
        }
        return;
    }
    auto state = services().selection->state();
    if (!item) {
        if (position.y() >= TimelineSceneOptions::kRulerHeight) {
            services().selection->clearItems(this);
        }
        return;
    }
    const bool isAdded = (modifiers & Qt::ControlModifier) != 0;
    const auto there = std::find(state.items.begin(), state.items.end(), *item);
    if (!isAdded) {
        state.items = {*item};
    } else if (there == state.items.end()) {
        state.items.push_back(*item);
    } else {
        state.items.erase(there);
    }
    services().selection->set(std::move(state), this);
}

void TimelineView::stepSlice(bool next) {
    const auto slice = selectedSlice();
    const auto neighbour = slice ? timelineNeighbour(m_layout, *slice, next) : std::nullopt;
    if (neighbour) {
        services().selection->setItem(*neighbour, this);
        reveal();
    }
}

std::optional<SliceRef> TimelineView::selectedSlice() const {
    const auto &items = services().selection->state().items;
    const auto *slice = items.empty() ? nullptr : std::get_if<SliceRef>(&items.front());
    return slice == nullptr ? std::nullopt : std::optional(*slice);
}

std::optional<AlignedRange> TimelineView::itemRange() const {
    if (const auto slice = selectedSlice()) {
        return timelineRangeOf(m_layout, *slice);
    }
    return m_target ? std::optional(m_target->range) : std::nullopt;
}

void TimelineView::onSelectionChanged(QObject *origin) {
    if (m_workspace == nullptr) {
        return;
    }
    const auto &state = services().selection->state();
    if (ranksShown() != m_ranksWanted) {
        rebuildSources();
    }
    const bool isOwn = origin == this || origin == m_canvas;
    const auto primary = state.items.empty() ? std::nullopt : std::optional(state.items.front());
    const bool isNew = primary != m_primary;
    m_primary = primary;
    if (isNew) {
        m_chosenArrow = {};
        updateArrows();
    }
    if (!primary || std::holds_alternative<SliceRef>(*primary)) {
        m_search.start([](const std::stop_token &) { return std::optional<TimelineHighlight>{}; }, [](const auto &) {});
        adoptTarget(std::nullopt);
        m_revealPending = isNew && !isOwn && primary;
        if (m_revealPending && isVisible()) {
            reveal();
        }
    } else if (isNew || origin == this) {
        m_revealPending = m_revealPending || (isNew && !isOwn);
        m_search.start([workspace = m_workspace, item = *primary, shifts = m_shifts](
                           const std::stop_token &stop) { return timelineTarget(*workspace, item, shifts, stop); },
                       [this](const auto &target) { adoptTarget(target); });
    }
    m_canvas->update();
}

void TimelineView::adoptTarget(const std::optional<TimelineHighlight> &target) {
    const bool isSame = target.has_value() == m_target.has_value() &&
                        (!target || (target->range == m_target->range && target->rank == m_target->rank));
    m_target = target;
    if (!isSame) {
        m_canvas->invalidate();
    }
    if (m_target && m_revealPending && isVisible()) {
        reveal();
    }
}

void TimelineView::reveal() {
    if (const auto slice = selectedSlice()) {
        m_revealPending = false;
        unfold(*slice);
        if (const auto range = timelineRangeOf(m_layout, *slice)) {
            revealRange(*range);
        }
        if (const auto box = timelineBoxOf(m_layout, optionsFor(m_canvas->size()), *slice)) {
            revealRows(box->y, box->y + box->height);
        }
    } else if (m_target) {
        m_revealPending = false;
        if (!m_primary || !std::holds_alternative<RankRef>(*m_primary)) {
            revealRange(m_target->range);
        }
        const auto options = optionsFor(m_canvas->size());
        const auto box =
            m_target->rank ? timelineBoxOf(m_layout, options, *m_target->rank, m_target->range) : std::nullopt;
        if (box) {
            revealRows(box->y, std::min(box->y + box->height, box->y + options.height / 2));
        }
    }
}

void TimelineView::revealRange(AlignedRange range) {
    auto *time = services().timeView;
    const auto axis = optionsFor(m_canvas->size()).axis();
    auto span = time->range().duration();
    const bool isInside = range.begin >= time->range().begin && range.end <= time->range().end;
    const auto length = static_cast<double>(range.duration().count());
    const bool isTiny = !range.isEmpty() && length < kLeastPixels * axis.nsPerPixel();  // a moment has no length
    if (isInside && !isTiny) {
        return;
    }
    if (isTiny || range.duration() > span) {
        span = std::max(range.duration() * (isTiny ? 20 : 1) + range.duration() / 5, TimeView::kMinSpan);
    }
    const auto middle = range.begin + range.duration() / 2;
    time->setRange({middle - span / 2, middle - span / 2 + span});
}

void TimelineView::revealRows(int top, int bottom) {
    updateScrollBar();
    const int first = TimelineSceneOptions::kRulerHeight;
    const int last = m_canvas->height();
    if (top < first) {
        m_scroll->setValue(m_scroll->value() + top - first - TimelineLayout::kDepthHeight);
    } else if (bottom > last) {
        m_scroll->setValue(m_scroll->value() + std::min(bottom - last + TimelineLayout::kDepthHeight, top - first));
    }
}

void TimelineView::unfold(const SliceRef &slice) {
    const auto &sources = m_layout.sources();
    const auto it = std::find_if(sources.begin(), sources.end(), [&](const TimelineSource &s) {
        return s.rank.run == slice.run && s.source == slice.source;
    });
    if (it == sources.end() || slice.track.value >= it->trace->tracks().size()) {
        return;
    }
    const auto parent = it->trace->track(slice.track).parent;
    bool isChanged = false;
    for (const TimelineNode &node : {TimelineNode{it->rank, {}, {}}, TimelineNode{it->rank, slice.source, parent},
                                     TimelineNode{it->rank, slice.source, slice.track}}) {
        const auto *row = m_layout.find(node);
        // A row below a folded one is not there yet: it opens with the rest.
        isChanged = isChanged || row == nullptr || row->folded;
    }
    if (isChanged) {
        m_folds[{it->rank, {}, {}}] = false;
        m_folds[{it->rank, slice.source, parent}] = false;
        m_folds[{it->rank, slice.source, slice.track}] = false;
        rebuildLayout();
    }
}

void TimelineView::paintOverlay(QPainter &painter, QSize size) {
    const auto options = optionsFor(size);
    paintRange(painter, options);
    paintArrows(painter, options);
    const auto &items = services().selection->state().items;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const auto *slice = std::get_if<SliceRef>(&items[i]);
        const auto box = slice == nullptr ? std::nullopt : timelineBoxOf(m_layout, options, *slice);
        const QRect outline = box ? boxIn(*box, options) : QRect();
        if (!outline.isEmpty()) {
            painter.setPen(QPen(Theme::current().color(ColorRole::Accent), 2));
            painter.drawRect(outline.adjusted(1, 1, -1, -1));
        }
    }
    if (m_primary && std::holds_alternative<RankRef>(*m_primary)) {
        const auto extent = m_layout.extentOf(std::get<RankRef>(*m_primary));
        const int top = extent ? options.screenY(extent->first) : -1;
        if (top >= TimelineSceneOptions::kRulerHeight && top + TimelineLayout::kRankHeight <= options.height) {
            painter.setPen(QPen(Theme::current().color(ColorRole::Accent), 2));
            painter.drawRect(1, top + 1, options.width - 2, TimelineLayout::kRankHeight - 2);
        }
    }
}

void TimelineView::paintRange(QPainter &painter, const TimelineSceneOptions &options) {
    const auto &range = services().selection->state().range;
    const auto axis = options.axis();
    if (!range || options.range.isEmpty() || !range->overlaps(options.range)) {
        return;
    }
    const int left = std::max(axis.pixelOf(range->begin), axis.left);
    const int right = std::clamp(axis.pixelOf(range->end), left, options.width - 1);
    const int bottom = std::min(options.height, TimelineSceneOptions::kRulerHeight + m_layout.height());
    auto color = Theme::current().color(ColorRole::Accent);
    painter.setPen(color);
    painter.drawLine(left, 0, left, bottom - 1);
    painter.drawLine(right, 0, right, bottom - 1);
    color.setAlpha(70);
    painter.fillRect(QRect(left, 0, right - left, TimelineSceneOptions::kRulerHeight), color);
    color.setAlpha(22);
    const int top = TimelineSceneOptions::kRulerHeight;
    painter.fillRect(QRect(left, top, right - left, bottom - top), color);
}

}  // namespace stagescope
