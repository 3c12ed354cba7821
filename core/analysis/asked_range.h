#pragma once

#include "core/analysis/analysis.h"

#include <optional>

namespace stagescope {

/// What `--range` and `--step` leave of a rank's time, on its own clock. A step lasts to the begin of the next one.
struct AskedRange {
    bool isEmpty = false;              ///< the rank has no such step, or the step lies outside of the range
    std::optional<RankRange> range{};  ///< nothing: all of it
};
[[nodiscard]] AskedRange askedRange(const AnalysisInput &input, const Run &run, const RankCapture &capture);

}  // namespace stagescope
