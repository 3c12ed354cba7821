// How the rows are arranged: laid out, changed, kept from one start to the next.
#include "core/scene/timeline/timeline_moves.h"
#include "views/common/scene_canvas.h"
#include "views/timeline/timeline_bar.h"
#include "views/timeline/timeline_view.h"

#include <QtCore/QDataStream>
#include <QtCore/QIODevice>
#include <QtGui/QCursor>
#include <QtWidgets/QScrollBar>

#include <algorithm>

namespace stagescope {

namespace {
constexpr std::size_t kMostKept = 100;
}  // namespace

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

void TimelineView::showHidden(const TimelineNode &parent) {
    arrange([&](TimelineArrangement &a) { showHiddenBelow(a, m_layout, parent); });
}

void TimelineView::keepArrangement() {
    for (const auto &[run, path] : m_arrangedRuns) {
        const auto text = arrangementText(m_arrangement, run, m_layout.sources(), m_unchecked);
        std::erase_if(m_kept, [&](const auto &entry) { return entry.first == path; });
        if (!text.empty()) {
            m_kept.insert(m_kept.begin(), {path, QByteArray::fromStdString(text)});
        }
    }
    m_kept.resize(std::min(m_kept.size(), kMostKept));
}

/// Other runs than before: what is arranged for those that were open is kept, new ones are as they were left.
void TimelineView::adoptRuns() {
    std::vector<std::pair<RunId, QString>> runs;
    for (const auto &run : m_workspace->runs) {
        runs.emplace_back(run.id, QString::fromStdString(run.path));
    }
    if (runs == m_arrangedRuns) {
        return;
    }
    keepArrangement();
    const auto isKnown = [&](const auto &run) {
        return std::find(m_arrangedRuns.begin(), m_arrangedRuns.end(), run) != m_arrangedRuns.end();
    };
    if (!std::any_of(runs.begin(), runs.end(), isKnown)) {
        const auto filter = m_arrangement.filter;
        m_arrangement = {};
        m_arrangement.filter = filter;
        m_unchecked.clear();
    }
    for (const auto &run : runs) {
        const auto kept =
            std::find_if(m_kept.begin(), m_kept.end(), [&](const auto &k) { return k.first == run.second; });
        if (!isKnown(run) && kept != m_kept.end()) {
            addArrangement(kept->second.toStdString(), run.first, m_arrangement, m_unchecked);
        }
    }
    m_arrangedRuns = std::move(runs);
}

QByteArray TimelineView::arrangement() const {
    QByteArray bytes;
    QDataStream out(&bytes, QIODevice::WriteOnly);
    std::vector<std::pair<QString, QByteArray>> all;
    for (const auto &[run, path] : m_arrangedRuns) {
        const auto text = arrangementText(m_arrangement, run, m_layout.sources(), m_unchecked);
        all.emplace_back(path, QByteArray::fromStdString(text));
    }
    for (const auto &entry : m_kept) {
        const auto isSame = [&](const auto &other) { return other.first == entry.first; };
        if (all.size() < kMostKept && std::none_of(all.begin(), all.end(), isSame)) {
            all.push_back(entry);
        }
    }
    out << static_cast<quint32>(all.size());
    for (const auto &[path, text] : all) {
        out << path << text;
    }
    return bytes;
}

void TimelineView::setArrangement(const QByteArray &kept) {
    QDataStream in(kept);
    quint32 count = 0;
    in >> count;
    if (in.status() != QDataStream::Ok) {
        return;
    }
    std::vector<std::pair<QString, QByteArray>> read;
    for (quint32 i = 0; i < std::min<quint32>(count, kMostKept); ++i) {
        QString path;
        QByteArray text;
        in >> path >> text;
        if (in.status() != QDataStream::Ok) {
            return;
        }
        read.emplace_back(path, text);
    }
    m_kept = std::move(read);
    if (m_workspace != nullptr) {
        m_arrangedRuns.clear();
        adoptRuns();
        rebuildSources();
        startBlending();
        rebuildLayout();
    }
}

}  // namespace stagescope
