// How the rows are arranged: laid out, changed, kept from one start to the next.
#include "views/common/scene_canvas.h"
#include "views/timeline/timeline_bar.h"
#include "views/timeline/timeline_view.h"

#include <QtGui/QCursor>
#include <QtWidgets/QScrollBar>

#include <algorithm>

namespace stagescope {

TimelineShifts TimelineView::shifts() const {
    auto shifts = m_shifts;
    for (const auto &[rank, offset] : m_arrangement.offsets) {
        shifts[rank] += offset;
    }
    return shifts;
}

void TimelineView::layOut(std::vector<TimelineSource> sources) {
    m_layout = TimelineLayout(std::move(sources), m_arrangement, m_blended, services().timeView->range());
}

void TimelineView::rebuildLayout() {
    layOut(m_layout.sources());
    updateScrollBar();
    updateEmptyPage();
    m_canvas->invalidate();
}

void TimelineView::arrange(const std::function<void(TimelineArrangement &)> &change) {
    const auto before = m_arrangement;
    change(m_arrangement);
    if (m_arrangement == before) {
        return;
    }
    if (m_arrangement.offsets != before.offsets) {
        rebuildSources();
        if (auto lock = services().selection->lock()) {
            lock->shifts = shifts();
            services().selection->setLock(std::move(lock));
        }
        onSelectionChanged(this);
    }
    if (m_arrangement.merged != before.merged || m_arrangement.leftOut != before.leftOut) {
        startBlending();
    }
    if (m_arrangement.filter != before.filter) {
        m_bar->setTracks(QString::fromStdString(m_arrangement.filter));
    }
    rebuildLayout();
    updateActions();
    Q_EMIT titleOrReasonChanged();
}

/// The rows show their tracks as they are until it is done: on a trace of 10 million slices that is seconds.
void TimelineView::startBlending() {
    if (m_arrangement.merged.empty() && m_arrangement.leftOut == SliceFilter{}) {
        m_blended.clear();
        return;
    }
    m_blending.start([sources = m_layout.sources(), arrangement = m_arrangement, previous = m_blended](
                         const std::stop_token &stop) { return blendedTracks(sources, arrangement, previous, stop); },
                     [this](BlendedTracks blended) {
                         m_blended = std::move(blended);
                         rebuildLayout();
                     });
}

/// The row at the top stays where it is while others grow and shrink.
void TimelineView::refitDepths() {
    if (!m_arrangement.depthsFitted) {
        return;
    }
    const auto top = m_layout.rowAt(m_scroll->value() + m_layout.pinnedHeight());
    const auto node = top ? std::optional(m_layout.rows()[*top].node) : std::nullopt;
    const int within = top ? m_scroll->value() + m_layout.pinnedHeight() - m_layout.rows()[*top].y : 0;
    rebuildLayout();
    if (const auto *row = node ? m_layout.find(*node) : nullptr) {
        m_scroll->setValue(row->y + std::min(within, row->height - 1) - m_layout.pinnedHeight());
    }
}

void TimelineView::scrollRows(int pixels) {
    const auto options = optionsFor(m_canvas->size());
    const int hidden = options.pinnedHeight - options.pinnedShown;
    const int y = m_canvas->mapFromGlobal(QCursor::pos()).y();
    if (hidden > 0 && m_canvas->underMouse() && y < options.scrollingBand().top) {
        m_pinnedScroll = std::clamp(options.pinnedScrollY + pixels, 0, hidden);
        m_canvas->invalidate();
        return;
    }
    m_scroll->setValue(m_scroll->value() + pixels);
}

QByteArray TimelineView::arrangement() const { return m_kept.bytes(m_arrangement, m_layout.sources()); }

void TimelineView::setArrangement(const QByteArray &kept) {
    if (m_kept.read(kept) && m_workspace != nullptr) {
        m_kept.adopt(*m_workspace, m_arrangement, m_layout.sources());
        rebuildSources();
        startBlending();
        rebuildLayout();
    }
}

}  // namespace stagescope
