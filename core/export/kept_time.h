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
    RankRange window{};
    std::set<std::int64_t> steps{};
    bool isByTime = false;  ///< a row that tells its time and its step is kept by its time
    bool hasAllSteps = false;
    std::set<int> ranks{};  ///< of tables of several; empty = all
};

/// A step reaches from its begin to the begin of the next one, and to the end of the device work that was launched in
/// it. Nothing where the capture has none of these steps. O(steps) as rankSteps.
[[nodiscard]] std::optional<KeptTime> keptSteps(const RankCapture &capture, std::int64_t first, std::int64_t last);

}  // namespace stagescope
