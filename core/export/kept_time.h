#pragma once

#include "core/session/workspace.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <set>

namespace stagescope {

inline constexpr std::int64_t kEndOfTime = std::numeric_limits<std::int64_t>::max() / 4;

/// The time of a rank that is kept, and its steps.
struct KeptTime {
    std::optional<RankRange> window{};  ///< nothing: no file tells when it was, and what tells a time is kept
    std::set<std::int64_t> steps{};
    bool isByTime = false;  ///< a row that tells its time and its step is kept by its time
    bool hasAllSteps = false;
    std::set<int> ranks{};  ///< of tables of several; empty = all
};

/// What of a rank belongs to the steps from `first` to `last`. A step reaches from its begin to the begin of the next
/// one, and to the end of the device work that was launched in it. Of a rank of which no file tells when its steps were
/// these are known by their numbers, without a window; one that names no step at all is kept whole (hasAllSteps, no
/// steps). Nothing where it names other steps alone. O(steps) as rankSteps, and rows of sums and communication.
[[nodiscard]] std::optional<KeptTime> keptSteps(const RankCapture &capture, std::int64_t first, std::int64_t last);

}  // namespace stagescope
