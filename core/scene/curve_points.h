#pragma once

#include "core/store/counter_table.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace stagescope {

/// A corner of a curve that is drawn with straight lines.
struct CurvePoint {
    AlignedTime at;
    double value = 0;
    bool operator==(const CurvePoint &) const = default;
};

/// A curve as it looks through a window `pixels` wide: a value holds until the next sample, samples closer together
/// than a pixel come as their least and their most, so that no peak is lost. At most about `most` points: where that
/// asks for it, several pixels count as one. What holds when the window begins is its first point; after the last
/// sample there is nothing. `offset` is that of the rank's clock. O(most) whatever the samples.
[[nodiscard]] std::vector<CurvePoint> curvePoints(const CounterTable &curve, Nanos offset, AlignedRange window,
                                                  int pixels, std::size_t most);

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

}  // namespace stagescope
