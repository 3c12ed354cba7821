#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace stagescope {

/// What causality says of two clocks: offset(first) - offset(second) lies between, in ns.
struct ClockBound {
    std::size_t first = 0;
    std::size_t second = 0;
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();
};

/// Offsets near those given that keep all bounds: the mean of the nearest solutions above and below (a mean of
/// solutions is one). Nothing where the bounds contradict one another. O(rounds * bounds), at most as many rounds as
/// there are clocks.
[[nodiscard]] std::optional<std::vector<double>> offsetsWithin(const std::vector<double> &offsets,
                                                               std::span<const ClockBound> bounds);

}  // namespace stagescope
