#pragma once

#include "core/base/time.h"

#include <QtCore/QObject>

#include <vector>

namespace stagescope {

/// The visible stretch of time, shared by all views with a time axis. GUI thread. The range is kept inside the limits
/// and at least kMinSpan wide. Every setRange is one step of undo, unless it comes within kMergeMs of the last (a wheel
/// turn is one step); at most kMaxHistory steps.
class TimeView : public QObject {
    Q_OBJECT
public:
    static constexpr Nanos kMinSpan{10};
    static constexpr std::size_t kMaxHistory = 1000;
    static constexpr int kMergeMs = 400;

    explicit TimeView(QObject *parent = nullptr);

    [[nodiscard]] AlignedRange range() const { return m_range; }
    [[nodiscard]] AlignedRange limits() const { return m_limits; }
    [[nodiscard]] bool canUndo() const { return !m_undo.empty(); }
    [[nodiscard]] bool canRedo() const { return !m_redo.empty(); }

    /// New limits; the range is fitted to them when it was at the old limits or lies outside.
    void setLimits(AlignedRange limits);
    void setRange(AlignedRange range);
    /// factor < 1 zooms in; `anchor` stays at its pixel.
    void zoom(double factor, AlignedTime anchor);
    void pan(Nanos by);
    void fitAll() { setRange(m_limits); }
    void undo();
    void redo();

Q_SIGNALS:
    void rangeChanged(AlignedRange range);
    void limitsChanged(AlignedRange limits);

private:
    [[nodiscard]] AlignedRange bounded(AlignedRange range) const;
    void apply(AlignedRange range);

    AlignedRange m_limits;
    AlignedRange m_range;
    std::vector<AlignedRange> m_undo;
    std::vector<AlignedRange> m_redo;
    qint64 m_lastPush = 0;
};

}  // namespace stagescope
