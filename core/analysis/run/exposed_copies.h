#pragma once

#include "core/base/intervals.h"
#include "core/session/workspace.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// A copy of a device while which it neither computed nor communicated. Clock of the rank, ns.
struct ExposedCopy {
    std::string_view name{};    ///< as its slice has it; lives as long as the capture
    std::string kind{};         ///< "HtoD, pageable"; the name of the copy where neither is told
    std::string_view memory{};  ///< of the host: pinned, pageable; empty where the file does not tell
    std::int64_t begin = 0;
    std::int64_t duration = 0;
    std::optional<std::int64_t> bytes{};
    double timed = 0;     ///< how long its bytes took
    IntervalSet alone{};  ///< a moment of several copies is of the one that began first
};
/// Those of all streams, in order of begin; fills write what nobody waits for the bus for and are none. Empty also
/// where it is not known what else the device did. O(n log n).
[[nodiscard]] std::vector<ExposedCopy> exposedCopies(const RankCapture &capture, const std::stop_token &stop);

/// Whether copies would be known: where it is known what the device did, that it copied nothing is known, too;
/// not so where the host calls for copies and none is recorded. Measured once: runs that keep no timelines tell it,
/// too. O(slices of the host) where none is.
[[nodiscard]] bool tellsCopies(const RankCapture &capture, const std::stop_token &stop);

}  // namespace stagescope
