#include "views/timeline/timeline_alignment.h"

#include "core/base/number_text.h"
#include "core/scene/timeline/timeline_moves.h"
#include "views/common/texts/utf8_text.h"
#include "views/timeline/offset_field.h"
#include "views/timeline/timeline_focus.h"
#include "views/timeline/timeline_model.h"

namespace stagescope {

TimelineAlignment::TimelineAlignment(Selection *selection, TimelineModel *model, TimelineFocus *focus, QWidget *view)
    : QObject(view), m_selection(selection), m_model(model), m_focus(focus), m_view(view) {
    connect(m_model, &TimelineModel::shifted, this, [this] {
        if (auto lock = m_selection->lock()) {
            lock->shifts = m_model->shifts();
            m_selection->setLock(std::move(lock));
        }
    });
}

void TimelineAlignment::run(TimelineCommand command) {
    using enum TimelineCommand;
    switch (command) {
        case SetBase:
            return setBase();
        case AlignBegin:
        case AlignEnd:
            return alignToBase(command == AlignEnd);
        case AlignToStart:
            return m_model->arrange([this](TimelineArrangement &a) { alignToStart(a, m_model->layout()); });
        case TypeOffset:
            return typeOffset();
        case ResetOffsets:
            return m_model->arrange([](TimelineArrangement &a) { a.offsets.clear(); });
        case Lock:
            return toggleLock();
        default:
            return;
    }
}

void TimelineAlignment::setBase() {
    const auto slice = m_focus->slice();
    m_base = slice == m_base ? std::nullopt : slice;
    Q_EMIT noticed(
        m_base ? tr("Base slice set. Select a slice of another rank, then press L to align starts or R to align ends")
               : tr("No base slice. Select a slice and press Shift+B to set one"));
    Q_EMIT baseChanged();
}

/// The whole rank moves.
void TimelineAlignment::alignToBase(bool ends) {
    const auto &layout = m_model->layout();
    const auto slice = m_focus->slice();
    const auto *source = slice ? timelineSourceOf(layout, *slice) : nullptr;
    const auto *baseSource = m_base ? timelineSourceOf(layout, *m_base) : nullptr;
    if (source == nullptr || baseSource == nullptr || source->rank == baseSource->rank) {
        Q_EMIT noticed(baseSource == nullptr ? tr("No base slice. Select a slice and press Shift+B to set one")
                                             : tr("Select a slice of another rank than the base slice"));
        return;
    }
    const auto own = *timelineRangeOf(layout, *slice);
    const auto base = *timelineRangeOf(layout, *m_base);
    const Nanos by = ends ? base.end - own.end : base.begin - own.begin;
    const auto rank = source->rank;
    m_model->arrange([&](TimelineArrangement &a) { a.setOffset(rank, a.offsetOf(rank) + by); });
    m_focus->reveal();
    const auto offset = m_model->arrangement().offsetOf(rank);
    Q_EMIT noticed(tr("Rank %1 shifted by %2").arg(rank.rank).arg(utf8Text(signedFigure(shownDuration(offset)))));
}

void TimelineAlignment::typeOffset() {
    const auto row = m_focus->row();
    if (!row) {
        return;
    }
    if (m_offsetField == nullptr) {
        m_offsetField = new OffsetField(m_view);
    }
    m_offsetField->open(tr("Offset of rank %1 in ns (later is positive):").arg(row->rank.rank),
                        m_model->arrangement().offsetOf(row->rank).count(), [this, rank = row->rank](qint64 offset) {
                            m_model->arrange([&](TimelineArrangement &a) { a.setOffset(rank, Nanos{offset}); });
                        });
}

/// To the selected stretch or box, else to the time of the selected slice.
void TimelineAlignment::toggleLock() {
    if (m_selection->lock()) {
        m_selection->setLock(std::nullopt);
        return;
    }
    const auto &state = m_selection->state();
    if (const auto range = state.range ? state.range : m_focus->range()) {
        m_selection->setLock(
            SelectionLock{*range, state.range ? state.lanes : std::vector<LaneRef>{}, m_model->shifts()});
    } else {
        Q_EMIT noticed(tr("Select a time range to lock"));
    }
}

}  // namespace stagescope
