#include "core/analysis/overview/clock_bounds.h"

namespace stagescope {

namespace {

/// Lowers each value to what the bounds allow it, until all are kept; false where that never ends.
bool relax(std::vector<double> &values, std::span<const ClockBound> bounds) {
    for (std::size_t round = 0; round <= values.size(); ++round) {
        bool isMoved = false;
        const auto limit = [&](std::size_t clock, double most) {
            if (values[clock] > most) {
                values[clock] = most;
                isMoved = true;
            }
        };
        for (const auto &bound : bounds) {
            limit(bound.first, values[bound.second] + bound.most);
            limit(bound.second, values[bound.first] - bound.least);
        }
        if (!isMoved) {
            return true;
        }
    }
    return false;
}

}  // namespace

std::optional<std::vector<double>> offsetsWithin(const std::vector<double> &offsets,
                                                 std::span<const ClockBound> bounds) {
    auto below = offsets;
    // The same from the other side.
    std::vector<double> above(offsets.size());
    std::vector<ClockBound> mirrored;
    for (std::size_t i = 0; i < offsets.size(); ++i) {
        above[i] = -offsets[i];
    }
    for (const auto &bound : bounds) {
        mirrored.push_back({bound.first, bound.second, -bound.most, -bound.least});
    }
    if (!relax(below, bounds) || !relax(above, mirrored)) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < offsets.size(); ++i) {
        below[i] = (below[i] - above[i]) / 2;
    }
    return below;
}

}  // namespace stagescope
