#pragma once

#include "core/base/time.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace stagescope {

/// Time to pixel and back for one axis; a plain value. width >= 1 and a non-empty range are the caller's duty.
struct TimeAxis {
    AlignedRange range;
    int left = 0;
    int width = 1;

    [[nodiscard]] double nsPerPixel() const { return static_cast<double>(range.duration().count()) / width; }
    [[nodiscard]] double xOf(AlignedTime t) const {
        return left + static_cast<double>((t - range.begin).count()) / nsPerPixel();
    }
    /// Clamped one pixel outside the axis, so that far-away times do not overflow.
    [[nodiscard]] int pixelOf(AlignedTime t) const {
        const double x = std::floor(xOf(t));
        return x < left - 1 ? left - 1 : x > left + width ? left + width : static_cast<int>(x);
    }
    [[nodiscard]] AlignedTime timeOf(double x) const {
        return range.begin + Nanos{std::llround((x - left) * nsPerPixel())};
    }
};

struct AxisTick {
    AlignedTime time;
    std::string label;  ///< relative to `origin`, in a unit common to all ticks
};
/// Ticks at 1, 2, 5 x 10^k ns from `origin`, at least `minPixels` apart.
[[nodiscard]] std::vector<AxisTick> axisTicks(const TimeAxis &axis, AlignedTime origin, int minPixels);

}  // namespace stagescope
