#pragma once

#include "core/store/trace/counter_table.h"

#include <optional>
#include <span>
#include <vector>

namespace stagescope {

// Curves whose values hold until the next sample.

/// What a curve has within one pixel: the value that it comes in with and all that follow, so that neighbours join.
struct CurveColumn {
    double least = 0;
    double most = 0;
    bool isThere = false;  ///< false: before the curve begins, or after its last sample

    void add(double low, double high);
};
/// A curve through a window, pixel by pixel: exact whatever the samples, so that a zoom shows what the overview
/// promises. After the pixel of the last sample there is nothing. `offset` is that of the rank's clock.
/// O(pixels log samples).
[[nodiscard]] std::vector<CurveColumn> curveColumns(const CounterTable &curve, Nanos offset, AlignedRange window,
                                                    int pixels);

struct CurvePeak {
    RankTime at;  ///< of the sample; may lie before the range where it still holds
    double value = 0;
};
/// The most within a range, where it is reached first; nothing where the curve has not begun or is over. O(log n).
[[nodiscard]] std::optional<CurvePeak> peakWithin(const CounterTable &curve, RankRange range);

/// One curve minus another: a sample wherever either has one, from when both have begun to when one is over. `offset`
/// is added to the times of `other` to make them those of `curve`. O(n).
[[nodiscard]] CounterTable difference(const CounterTable &curve, const CounterTable &other, Nanos offset);

/// The same curve without the samples that change nothing; the last one stays. O(n).
[[nodiscard]] CounterTable withoutRepeats(const CounterTable &curve);

/// The least and the most of several curves at each moment at which one of them has begun and is not over, on the
/// aligned clock. O(n log curves).
struct CurveBand {
    CounterTable least;
    CounterTable most;
};
struct OffsetCurve {
    const CounterTable *curve = nullptr;
    Nanos offset{0};  ///< to the aligned clock
};
[[nodiscard]] CurveBand bandOf(std::span<const OffsetCurve> curves);

/// A stretch of one curve that is laid over a stretch of another one.
struct CurvePiece {
    RankRange from;
    RankRange to;
};
/// Pieces of a curve moved to where they belong, in order of `to`: of what is longer there the end is left out, what is
/// shorter holds its last value. O(n).
[[nodiscard]] CounterTable moved(const CounterTable &curve, std::span<const CurvePiece> pieces);

}  // namespace stagescope
