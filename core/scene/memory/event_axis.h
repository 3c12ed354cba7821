#pragma once

#include "core/analysis/snapshot/snapshot_history.h"
#include "core/scene/kit/time_axis.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stagescope {

// Beside the plot of all charts over this axis, so that they stand below one another.
inline constexpr int kPlotLeft = 84;
inline constexpr int kPlotRight = 12;

/// What the horizontal axis of a memory snapshot counts.
enum class EventAxisKind : std::uint8_t {
    Events,  ///< each event as wide as the others
    Time,    ///< as the events' times say
    Steps,   ///< each step as wide as the others, events evenly within
};

/// Moments of a history on an axis of TimeView, whose nanoseconds stand for thousandths of events, nanoseconds since
/// the first event, or billionths of steps. Event e lies at coordinate e, where what it changed is seen; before the
/// first one lies a stretch as wide as an event with the state before the history. A value; the history must outlive
/// it. O(log events) unless told otherwise.
class EventAxis {
public:
    static constexpr std::int64_t kEvent = 1000;
    static constexpr std::int64_t kStep = 1'000'000'000;

    EventAxis() = default;
    /// Falls back to Events where the history knows nothing of the kind.
    EventAxis(const SnapshotHistory &history, EventAxisKind kind);
    [[nodiscard]] static bool isKnown(const SnapshotHistory &history, EventAxisKind kind);

    [[nodiscard]] EventAxisKind kind() const { return m_kind; }
    [[nodiscard]] AlignedRange limits() const;
    /// The moment that is seen at a place; the first or last one beyond the ends.
    [[nodiscard]] std::uint32_t momentAt(AlignedTime place) const;
    /// Where a moment begins.
    [[nodiscard]] AlignedTime placeOf(std::uint32_t moment) const;
    /// Moments at the left edge of each pixel of an axis and beyond: axis.width + `more` values, ascending.
    [[nodiscard]] std::vector<std::uint32_t> edges(const TimeAxis &axis, int more) const;
    /// At most one per `minPixels`.
    [[nodiscard]] std::vector<AxisTick> ticks(const TimeAxis &axis, int minPixels) const;
    /// Of a stretch: "1 200" events, "12.3 ms", "0.25" steps.
    [[nodiscard]] std::string lengthText(Nanos length) const;

private:
    struct Knot {
        std::int64_t place = 0;
        std::uint32_t moment = 0;
    };
    [[nodiscard]] std::vector<AxisTick> numberTicks(const TimeAxis &axis, int minPixels, std::int64_t unit) const;
    [[nodiscard]] std::string tickLabel(std::int64_t number) const;

    const SnapshotHistory *m_history = nullptr;
    EventAxisKind m_kind = EventAxisKind::Events;
    std::vector<Knot> m_knots;  ///< of events and steps: moments lie evenly between two; not for time
};

}  // namespace stagescope
