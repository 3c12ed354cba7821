#pragma once

#include <cstdint>
#include <vector>

namespace stagescope {

/// Half-open interval of nanoseconds [begin, end).
struct Interval {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    bool operator==(const Interval &) const = default;
};
/// Sorted by begin, pairwise disjoint, non-empty, touching neighbours joined: what the functions below take and give.
using IntervalSet = std::vector<Interval>;

/// Any intervals to a set; empty and reversed ones vanish. O(n log n), O(n) when already sorted.
[[nodiscard]] IntervalSet merged(std::vector<Interval> intervals);
[[nodiscard]] IntervalSet united(const IntervalSet &a, const IntervalSet &b);       // O(a + b)
[[nodiscard]] IntervalSet intersected(const IntervalSet &a, const IntervalSet &b);  // O(a + b)
[[nodiscard]] IntervalSet subtracted(const IntervalSet &a, const IntervalSet &b);   // O(a + b)
/// The part of a set inside [begin, end). O(log n + result).
[[nodiscard]] IntervalSet clipped(const IntervalSet &a, std::int64_t begin, std::int64_t end);
[[nodiscard]] std::int64_t totalLength(const IntervalSet &a);

}  // namespace stagescope
