#pragma once

#include "core/store/trace/trace_store.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

namespace stagescope {

/// Which slices a track leaves out.
struct SliceFilter {
    bool python = false;  ///< Python functions
    bool waits = false;   ///< events: record, wait, notify

    [[nodiscard]] bool leavesOut(SliceClass klass) const {
        return (python && klass == SliceClass::Python) || (waits && klass == SliceClass::Event);
    }
    bool operator==(const SliceFilter &) const = default;
};

/// Slices of one or several tracks of a trace as one table, some left out. What overlaps lies on a depth of its own:
/// nothing gets lost. Immutable, so any thread may read it; names are strings of the trace.
class BlendedTrack {
public:
    /// Nothing when stopped. O(n log n), 29 bytes a slice.
    [[nodiscard]] static std::shared_ptr<const BlendedTrack> make(std::shared_ptr<const TraceStore> trace,
                                                                  std::vector<TrackId> tracks, SliceFilter filter,
                                                                  const std::stop_token &stop);

    [[nodiscard]] const SliceTable &slices() const { return m_slices; }
    [[nodiscard]] const std::vector<TrackId> &tracks() const { return m_tracks; }
    [[nodiscard]] bool isOf(const TraceStore *trace, SliceFilter filter) const {
        return m_trace.get() == trace && m_filter == filter;
    }
    [[nodiscard]] bool holds(TrackId track) const;
    /// Track and position of one of these slices in the trace.
    [[nodiscard]] std::pair<TrackId, SliceId> originOf(SliceId own) const;
    /// Where a slice of the trace is here; nothing for one that is left out. O(depths * log n).
    [[nodiscard]] std::optional<SliceId> find(TrackId track, SliceId slice) const;

private:
    std::shared_ptr<const TraceStore> m_trace;
    std::vector<TrackId> m_tracks;
    SliceFilter m_filter;
    SliceTable m_slices;  ///< row = position of the track above, position of the slice below 32 bits
};

/// Whether any slice of a track is left out. O(n), up to the first.
[[nodiscard]] bool leavesOutAny(const SliceTable &slices, SliceFilter filter);

}  // namespace stagescope
