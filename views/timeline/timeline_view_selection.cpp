// Selecting, folding, and scrolling to what is selected elsewhere: split from timeline_view.cpp for its length.
#include "core/scene/timeline/timeline_moves.h"
#include "core/scene/timeline/timeline_target.h"
#include "core/store/trace/trace_store.h"
#include "views/common/after_layout.h"
#include "views/common/scene_canvas.h"
#include "views/common/scene_painter.h"
#include "views/common/theme.h"
#include "views/timeline/timeline_marks.h"
#include "views/timeline/timeline_overlay.h"
#include "views/timeline/timeline_view.h"

#include <QtGui/QContextMenuEvent>
#include <QtGui/QCursor>
#include <QtGui/QKeyEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QScrollBar>

#include <algorithm>

namespace stagescope {

namespace {

constexpr int kFoldGlyphEnd = 24;  ///< a click left of this on a rank's header folds it, right of it selects the rank
constexpr int kLeastPixels = 6;    ///< what is revealed is shown at least this wide

}  // namespace

bool TimelineView::eventFilter(QObject *watched, QEvent *event) {
    if (watched != m_canvas) {
        return View::eventFilter(watched, event);
    }
    switch (event->type()) {
        case QEvent::KeyPress: {
            const auto *key = static_cast<QKeyEvent *>(event);
            if (key->key() == Qt::Key_Comma || key->key() == Qt::Key_Period) {
                stepSlice(key->key() == Qt::Key_Period);
                return true;
            }
            const bool isMenu =
                key->key() == Qt::Key_Menu || (key->key() == Qt::Key_F10 && key->modifiers() == Qt::ShiftModifier);
            if (isMenu) {
                openMenu({}, true);
                return true;
            }
            return arrowKey(*key) || foldKey(key->key());
        }
        case QEvent::Resize:
            keepInSight(static_cast<QResizeEvent *>(event)->oldSize());
            return View::eventFilter(watched, event);
        case QEvent::MouseButtonPress:
        case QEvent::MouseMove:
        case QEvent::MouseButtonRelease:
            return labelDrag(*static_cast<QMouseEvent *>(event));
        case QEvent::ContextMenu: {
            const auto *menu = static_cast<QContextMenuEvent *>(event);
            openMenu(menu->pos(), menu->reason() == QContextMenuEvent::Keyboard);
            return true;
        }
        default:
            return View::eventFilter(watched, event);
    }
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
    arrange([node = row.node, isFolded = !row.folded](TimelineArrangement &a) { a.folds[node] = isFolded; });
}

void TimelineView::onClicked(QPoint position, Qt::KeyboardModifiers modifiers) {
    const auto options = optionsFor(m_canvas->size());
    const auto *row = timelineRowAt(m_layout, options, position.y());
    if (row != nullptr) {
        chooseRow(row->node);
    }
    const auto item = timelineItemAt(m_layout, options, position.x(), position.y());
    const bool isRank = item && std::holds_alternative<RankRef>(*item);
    if (row != nullptr && row->kind == TimelineRowKind::Hidden) {
        return arrange([&](TimelineArrangement &a) { showHiddenBelow(a, m_layout, row->node); });
    }
    if (position.x() < options.labelWidth && row != nullptr && (!isRank || position.x() < kFoldGlyphEnd)) {
        if (row->foldable) {
            toggleFold(*row);
        }
        return;
    }
    const auto marks = timelineMarkArea(m_layout, options);
    if (takeMark(services().marks, marks, textMetrics(m_canvas->font()), position, services().selection, this)) {
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
        m_search.start([workspace = m_workspace, item = *primary, shifts = shifts()](
                           const std::stop_token &stop) { return timelineTarget(*workspace, item, shifts, stop); },
                       [this](const auto &target) { adoptTarget(target); });
    }
    m_canvas->update();
}

/// At once where the place of what is chosen is known, else when it is.
void TimelineView::onShown() {
    if (!isVisible() || m_workspace == nullptr) {
        return;
    }
    m_showPending = true;
    afterLayout(this, [this] {
        if (m_showPending && (selectedSlice() || !m_search.isBusy())) {
            reveal();
        }
    });
}

/// The chosen stretch of time, or the item with as much as it is long on either side.
void TimelineView::zoomToChosen() {
    m_showPending = false;
    auto chosen = services().selection->state().range;
    const bool isRank = m_primary && std::holds_alternative<RankRef>(*m_primary);
    if (const auto item = isRank ? std::nullopt : itemRange()) {
        chosen = chosen ? AlignedRange{std::min(chosen->begin, item->begin), std::max(chosen->end, item->end)} : item;
    }
    if (chosen) {
        const auto span = std::max(chosen->duration() * 3, TimeView::kMinSpan);
        const auto middle = chosen->begin + chosen->duration() / 2;
        services().timeView->setRange({middle - span / 2, middle - span / 2 + span});
    }
}

void TimelineView::adoptTarget(const std::optional<TimelineHighlight> &target) {
    const bool isSame = target.has_value() == m_target.has_value() &&
                        (!target || (target->range == m_target->range && target->rank == m_target->rank));
    m_target = target;
    if (!isSame) {
        m_canvas->invalidate();
    }
    if (((m_target && m_revealPending) || m_showPending) && isVisible()) {
        reveal();
    }
}

void TimelineView::reveal() {
    if (const auto slice = selectedSlice()) {
        m_revealPending = false;
        unfold(*slice);
        if (const auto range = timelineRangeOf(m_layout, *slice)) {
            m_showPending ? zoomToChosen() : revealRange(*range);
        }
        if (const auto box = timelineBoxOf(m_layout, optionsFor(m_canvas->size()), *slice)) {
            revealRows(*box);
        }
        const auto *source = timelineSourceOf(m_layout, *slice);
        const auto *row = source == nullptr ? nullptr : m_layout.rowShowing(source->rank, slice->source, slice->track);
        chooseRow(row == nullptr ? m_chosenRow : std::optional(row->node));
    } else if (m_target) {
        m_revealPending = false;
        if (m_showPending) {
            zoomToChosen();
        } else if (!m_primary || !std::holds_alternative<RankRef>(*m_primary)) {
            revealRange(m_target->range);
        }
        const auto options = optionsFor(m_canvas->size());
        const auto box =
            m_target->rank ? timelineBoxOf(m_layout, options, *m_target->rank, m_target->range) : std::nullopt;
        if (box) {
            auto shown = *box;
            shown.height = std::min(shown.height, options.height / 2);
            revealRows(shown);
        }
    } else if (m_showPending) {
        zoomToChosen();
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

/// The details of a slice open over the foot of the chart, where it may have been clicked.
void TimelineView::keepInSight(QSize before) {
    const auto slice = selectedSlice();
    const auto isIn = [&](const TimelineSceneOptions &options) {
        const auto box = slice ? timelineBoxOf(m_layout, options, *slice) : std::nullopt;
        const auto band = options.bandOf(box && box->pinned);
        return box && box->y >= band.top && box->y + box->height <= band.bottom;
    };
    const auto now = optionsFor(m_canvas->size());
    if (before.height() > m_canvas->height() && isIn(optionsFor(before)) && !isIn(now)) {
        revealRows(*timelineBoxOf(m_layout, now, *slice));
    }
}

void TimelineView::revealRows(const SceneBox &box) {
    updateScrollBar();
    const auto band = optionsFor(m_canvas->size()).bandOf(box.pinned);
    const int top = box.y;
    const int bottom = box.y + box.height;
    const int by = top < band.top ? top - band.top - TimelineLayout::kDepthHeight
                   : bottom > band.bottom
                       ? std::min(bottom - band.bottom + TimelineLayout::kDepthHeight, top - band.top)
                       : 0;
    if (box.pinned) {
        m_pinnedScroll += by;
        m_canvas->invalidate();
    } else {
        m_scroll->setValue(m_scroll->value() + by);
    }
}

/// Opens what lies above a slice; a hidden, filtered or left out one comes back.
void TimelineView::unfold(const SliceRef &slice) {
    const auto &sources = m_layout.sources();
    const auto it = std::find_if(sources.begin(), sources.end(), [&](const TimelineSource &s) {
        return s.rank.run == slice.run && s.source == slice.source;
    });
    if (it == sources.end() || slice.track.value >= it->trace->tracks().size()) {
        return;
    }
    const TimelineNode track{it->rank, slice.source, slice.track};
    const auto *row = m_layout.rowShowing(it->rank, slice.source, slice.track);
    const bool isOpen = row != nullptr && row->kind == TimelineRowKind::Track && !row->folded;
    if (isOpen && timelineBoxOf(m_layout, optionsFor(m_canvas->size()), slice)) {
        return;
    }
    const auto klass = it->trace->slices(slice.track).klass(slice.slice.value);
    const auto process = m_layout.parentOf(track);
    const auto shown = row != nullptr && row->kind == TimelineRowKind::Track ? row->node : track;
    arrange([&](TimelineArrangement &a) {
        for (const auto &node : {TimelineNode{it->rank, {}, {}}, process, track, shown}) {
            a.folds[node] = false;
            a.hidden.erase(node);
        }
        a.filter = row == nullptr ? std::string{} : a.filter;
        a.leftOut.python = a.leftOut.python && klass != SliceClass::Python;
        a.leftOut.waits = a.leftOut.waits && klass != SliceClass::Event;
    });
}

void TimelineView::paintOverlay(QPainter &painter, QSize size) {
    const auto options = optionsFor(size);
    const auto &state = services().selection->state();
    const auto &lock = services().selection->lock();
    if (m_chosenRow) {
        tintLabel(painter, m_layout, options, *m_chosenRow);
    }
    paintDrop(painter, options);
    paintRange(painter, m_layout, options, state);
    paintLock(painter, options, lock ? std::optional(lock->range) : std::nullopt);
    paintBundles(painter, options);
    paintMarks(painter, services().marks, timelineMarkArea(m_layout, options));
    paintArrows(painter, options);
    if (m_base) {
        outlineSlice(painter, m_layout, options, *m_base,
                     QPen(Theme::current().color(ColorRole::Baseline), 2, Qt::DashLine));
    }
    for (const auto &item : state.items) {
        if (const auto *slice = std::get_if<SliceRef>(&item)) {
            outlineSlice(painter, m_layout, options, *slice, QPen(Theme::current().color(ColorRole::Accent), 2));
        }
    }
    if (m_primary && std::holds_alternative<RankRef>(*m_primary)) {
        outlineRank(painter, m_layout, options, std::get<RankRef>(*m_primary));
    }
}

}  // namespace stagescope
