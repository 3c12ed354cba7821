#pragma once

#include "core/analysis/operators/work_groups.h"
#include "core/scene/kit/scene_pen.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace stagescope {

/// A logarithmic scale along a stretch of pixels; begin is the pixel of the least value, and the axis may run upwards.
struct LogAxis {
    double low = 0;  ///< log10 of the least and the greatest value
    double high = 1;
    int begin = 0;
    int end = 1;

    /// Cut to the axis; value > 0.
    [[nodiscard]] int pixelOf(double value) const;
    [[nodiscard]] bool holds(double value) const;  ///< value > 0
};

/// A group of calls as a square.
struct RooflineDot {
    std::size_t group = 0;  ///< into RankWork::groups
    Box box{};
};

struct RooflineOptions {
    int width = 0;
    int height = 0;
    std::optional<std::size_t> selected{};  ///< group with an outline
    bool withVectors = false;               ///< work of other units, too; always where there is no other
    const RankWork *baseline = nullptr;     ///< of the counterpart in another run: its groups as outlines; null: none
};

struct RooflineLayout {
    Scene scene{};
    Box plot{};
    LogAxis intensity{};              ///< FLOP per byte, to the right
    LogAxis rate{};                   ///< FLOP/s, upwards
    std::vector<RooflineDot> dots{};  ///< in the order drawn

    /// The group whose square, or its surroundings, holds the point; of several the smallest.
    [[nodiscard]] std::optional<std::size_t> groupAt(int x, int y) const;
};

/// Williams, Waterman, Patterson: "Roofline: an insightful visual performance model", CACM 52(4), 2009. One rank's
/// groups whose FLOP and bytes are known, on logarithmic axes: a square each, its area as its share of the time, the
/// colour of its name; the roof min(peak, intensity x bandwidth) with from where both are known; above it what was
/// achieved, and what has no place in the picture. Groups of less than a thousandth of the time do not stretch the
/// axes; what is beyond them, peaks too, is not drawn. Draws at most kMostRooflineDots, the longest. O(groups).
[[nodiscard]] RooflineLayout layOutRoofline(const RankWork &work, const RooflineOptions &options,
                                            const SceneStyle &style);
inline constexpr std::size_t kMostRooflineDots = 400;

/// "185.4 TFLOP/s", "1.25 GFLOP/s"; "3350 GB/s".
[[nodiscard]] std::string flopRateText(double flops);
[[nodiscard]] std::string byteRateText(double bytesPerSecond);
/// Message "peak.origin.<origin>": from where a peak is known.
[[nodiscard]] Message peakOriginMessage(const ChipPeak &peak, PeakOrigin origin);

}  // namespace stagescope
