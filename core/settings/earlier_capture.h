#pragma once

#include "core/session/workspace.h"

#include <cstdint>
#include <optional>
#include <string>

namespace stagescope {

/// What a profile that was taken before weighs: of the same job the best guess of what the next one will.
struct EarlierCapture {
    std::string label;           ///< of the run
    double bytes = 0;            ///< of one step of one rank: all files that a profiler left, raw data apart
    std::int64_t ranks = 0;      ///< that this was measured of
    std::int64_t steps = 0;      ///< of these together
    std::optional<int> level{};  ///< -1 none, 0, 1, 2; nothing where it does not tell

    /// " at Level1", empty where it does not tell.
    [[nodiscard]] std::string levelText() const;
};

/// From files of ranks whose steps are known, of times or of sums; nothing where there are none. Needs no deep loading
/// where a table has the steps. O(files + steps).
[[nodiscard]] std::optional<EarlierCapture> earlierCapture(const Run &run);

}  // namespace stagescope
