#pragma once

#include "core/base/intervals.h"
#include "core/base/time.h"
#include "core/session/workspace.h"

#include <cstdint>
#include <optional>
#include <stop_token>

namespace stagescope {

/// When the device of a rank computed and when it communicated, in ns of the rank's clock.
struct BusyIntervals {
    enum class Source : std::uint8_t {
        None,           ///< nothing is loaded that tells
        Table,          ///< merged by the reader of a small database
        OverlapTracks,  ///< the profiler's own "Computing" and "Communication" tracks
        Slices,         ///< slices of class Computing and Communication on device tracks
    };
    IntervalSet computing;
    IntervalSet communication;
    Source source = Source::None;
};

/// Whether the device worked and no record tells when or at what: that it computed or communicated never is not what
/// that says.
[[nodiscard]] bool lacksWorkRecords(const RankCapture &capture);

/// The union of a capture's device work over all of its traces, from the first of the sources above that is there; none
/// where lacksWorkRecords. What it has found so far when stopped. O(n log n), O(n) for sorted rows. Any thread.
[[nodiscard]] BusyIntervals busyIntervals(const RankCapture &capture, const std::stop_token &stop = {});

/// Of the part in the range, where there is one.
[[nodiscard]] inline Nanos lengthIn(const IntervalSet &set, const std::optional<RankRange> &range) {
    return Nanos{totalLength(range ? clipped(set, ns(range->begin), ns(range->end)) : set)};
}

}  // namespace stagescope
