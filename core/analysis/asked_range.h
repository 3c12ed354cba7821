#pragma once

#include "core/analysis/analysis.h"

#include <cstdint>
#include <optional>

namespace stagescope {

/// What `--range` and `--step` leave of a rank's time, on its own clock. A step of the host lasts to the begin of the
/// next one; that of the device, where launches are recorded, to the end of what was launched in it.
struct AskedRange {
    bool isEmpty = false;              ///< the rank has no such step, or the step lies outside of the range
    std::optional<RankRange> range{};  ///< nothing: all of it
};
enum class AskedSide : std::uint8_t { Device, Host };
[[nodiscard]] AskedRange askedRange(const AnalysisInput &input, const Run &run, const RankCapture &capture,
                                    AskedSide side = AskedSide::Device);

}  // namespace stagescope
