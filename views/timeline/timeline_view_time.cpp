// Moving ranks against each other, the base slice, the locked stretch.
#include "core/scene/timeline/timeline_moves.h"
#include "core/store/trace/trace_store.h"
#include "views/common/scene_canvas.h"
#include "views/common/texts/utf8_text.h"
#include "views/timeline/offset_field.h"
#include "views/timeline/timeline_bar.h"
#include "views/timeline/timeline_view.h"

#include <QtGui/QAction>
#include <QtWidgets/QMenu>

#include <algorithm>

namespace stagescope {

void TimelineView::runOnTime(TimelineCommand command) {
    using enum TimelineCommand;
    switch (command) {
        case SetBase:
            return setBase();
        case AlignBegin:
        case AlignEnd:
            return alignToBase(command == AlignEnd);
        case AlignToStart:
            return arrange([this](TimelineArrangement &a) { alignToStart(a, m_layout); });
        case TypeOffset:
            return typeOffset();
        case ResetOffsets:
            return arrange([](TimelineArrangement &a) { a.offsets.clear(); });
        case Lock:
            return toggleLock();
        default:
            return;
    }
}

void TimelineView::setBase() {
    const auto slice = selectedSlice();
    m_base = slice == m_base ? std::nullopt : slice;
    m_bar->showNotice(m_base ? tr("Base slice set: select a slice of another rank, then L aligns starts, R ends")
                             : tr("No base slice. Select a slice and press Shift+B to set one"));
    m_canvas->update();
}

/// The whole rank moves.
void TimelineView::alignToBase(bool ends) {
    const auto slice = selectedSlice();
    const auto *source = slice ? timelineSourceOf(m_layout, *slice) : nullptr;
    const auto *baseSource = m_base ? timelineSourceOf(m_layout, *m_base) : nullptr;
    if (source == nullptr || baseSource == nullptr || source->rank == baseSource->rank) {
        m_bar->showNotice(baseSource == nullptr
                              ? tr("No base slice. Select a slice and press Shift+B to set one")
                              : tr("To align, select a slice of another rank than that of the base slice"));
        return;
    }
    const auto own = *timelineRangeOf(m_layout, *slice);
    const auto base = *timelineRangeOf(m_layout, *m_base);
    const Nanos by = ends ? base.end - own.end : base.begin - own.begin;
    const auto rank = source->rank;
    arrange([&](TimelineArrangement &a) { a.setOffset(rank, a.offsetOf(rank) + by); });
    reveal();
    m_bar->showNotice(
        tr("Rank %1 shifted by %2").arg(rank.rank).arg(utf8Text(durationText(m_arrangement.offsetOf(rank)))));
}

void TimelineView::typeOffset() {
    const auto row = chosenRow();
    if (!row) {
        return;
    }
    if (m_offsetField == nullptr) {
        m_offsetField = new OffsetField(this);
    }
    m_offsetField->open(tr("Offset of rank %1 in ns (later is positive):").arg(row->rank.rank),
                        m_arrangement.offsetOf(row->rank).count(), [this, rank = row->rank](qint64 offset) {
                            arrange([&](TimelineArrangement &a) { a.setOffset(rank, Nanos{offset}); });
                        });
}

/// To the selected stretch or box, else to the time of the selected slice.
void TimelineView::toggleLock() {
    auto *selection = services().selection;
    if (selection->lock()) {
        selection->setLock(std::nullopt);
        return;
    }
    const auto &state = selection->state();
    const auto range = state.range ? state.range : itemRange();
    if (range) {
        selection->setLock(SelectionLock{*range, state.range ? state.lanes : std::vector<LaneRef>{}, shifts()});
    } else {
        m_bar->showNotice(tr("Select a stretch of time to lock it"));
    }
    updateActions();
}

bool TimelineView::isWithinLock(const SliceRef &slice) const {
    const auto &lock = services().selection->lock();
    const auto *source = timelineSourceOf(m_layout, slice);
    if (!lock || source == nullptr) {
        return true;
    }
    const auto &slices = source->trace->slices(slice.track);
    const auto i = slice.slice.value;
    const auto *run = m_workspace->run(slice.run);
    const auto time = run->clock.toAligned(source->rank.rank, RankRange{slices.begin(i), slices.end(i)});
    return lock->touches(source->rank, time) && lock->touches(slice, slices.depthOf(i));
}

}  // namespace stagescope
