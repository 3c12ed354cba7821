#include "core/session/time_view.h"

#include <QtCore/QDateTime>

#include <algorithm>
#include <cmath>

namespace stagescope {

namespace {

/// Farther than any profile reaches, and twice as far still is a time.
constexpr Nanos kFarthest{4'000'000'000'000'000'000};

}  // namespace

TimeView::TimeView(QObject *parent) : QObject(parent) {}

AlignedRange TimeView::bounded(AlignedRange range) const {
    const auto whole = std::max(m_limits.duration(), kMinSpan);
    const auto span = std::clamp(range.duration(), std::min(kMinSpan, whole), whole);
    // A range that was widened to the minimum grows around its middle.
    auto begin = range.begin + (range.duration() - span) / 2;
    begin = std::min(begin, m_limits.begin + (whole - span));
    begin = std::max(begin, m_limits.begin);
    return {begin, begin + span};
}

void TimeView::setLimits(AlignedRange limits) {
    if (limits == m_limits) {
        return;
    }
    const bool follows = m_range == m_limits || !limits.overlaps(m_range);
    m_limits = limits;
    Q_EMIT limitsChanged(m_limits);
    apply(follows ? m_limits : bounded(m_range));
}

void TimeView::setRange(AlignedRange range) {
    const auto next = bounded(range);
    if (next == m_range) {
        return;
    }
    const auto now = QDateTime::currentMSecsSinceEpoch();
    if (m_undo.empty() || now - m_lastPush > kMergeMs) {
        m_undo.push_back(m_range);
        if (m_undo.size() > kMaxHistory) {
            m_undo.erase(m_undo.begin());
        }
    }
    m_lastPush = now;
    m_redo.clear();
    apply(next);
}

void TimeView::zoom(double factor, AlignedTime anchor) {
    constexpr auto kMost = static_cast<double>(kFarthest.count());
    const auto scaled = [&](AlignedTime t) {
        const auto distance = static_cast<double>((t - anchor).count()) * factor;
        return anchor + Nanos{std::llround(std::clamp(distance, -kMost, kMost))};
    };
    setRange({scaled(m_range.begin), scaled(m_range.end)});
}

void TimeView::pan(Nanos by) {
    const auto step = std::clamp(by, -kFarthest, kFarthest);
    setRange({m_range.begin + step, m_range.end + step});
}

void TimeView::undo() {
    if (m_undo.empty()) {
        return;
    }
    m_redo.push_back(m_range);
    const auto previous = m_undo.back();
    m_undo.pop_back();
    m_lastPush = 0;
    apply(bounded(previous));
}

void TimeView::redo() {
    if (m_redo.empty()) {
        return;
    }
    m_undo.push_back(m_range);
    const auto next = m_redo.back();
    m_redo.pop_back();
    m_lastPush = 0;
    apply(bounded(next));
}

void TimeView::apply(AlignedRange range) {
    if (range != m_range) {
        m_range = range;
        Q_EMIT rangeChanged(m_range);
    }
}

}  // namespace stagescope
