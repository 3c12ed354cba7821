#pragma once

#include "core/analysis/tables/analysis.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

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

/// From the begin of what was launched in the first step on: what runs before was launched before the capture began, as
/// kernels of a warm-up are. Nothing where launches are not recorded.
[[nodiscard]] std::optional<RankRange> sinceFirstStep(const RankCapture &capture);
/// For tables that count all kernels of a file: how many of a rank ran before that; empty when none did, and when a
/// step or a range is asked for.
[[nodiscard]] std::string earlierKernelsNote(const AnalysisInput &input, const RankCapture &capture,
                                             const std::stop_token &stop);

}  // namespace stagescope
