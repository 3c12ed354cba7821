#pragma once

#include "core/base/time_mark.h"
#include "core/scene/kit/scene.h"
#include "core/scene/kit/time_axis.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stagescope {

/// Where a view with a time axis draws marks: their names on a strip (of its ruler), their times from `top` to
/// `bottom`.
struct MarkArea {
    TimeAxis axis;
    int stripTop = 0;
    int stripHeight = 0;
    int top = 0;
    int bottom = 0;
};

/// A mark in pixels, cut to the axis.
struct MarkShape {
    std::uint64_t id = 0;
    bool isFlag = false;
    std::uint32_t rgb = 0;
    int left = 0;
    int right = 0;  ///< of a range, one past its last pixel; of a flag left + 1
    bool beginInSight = false;
    bool endInSight = false;
    int labelWidth = 0;  ///< of the coloured box with the name, from `left`
    std::string label;   ///< as much of the name as fits before the next mark
};

/// Marks (by begin) in sight, in their order. O(marks), one elision for each in sight.
[[nodiscard]] std::vector<MarkShape> markShapes(const std::vector<TimeMark> &marks, const MarkArea &area,
                                                const TextMetrics &metrics);
/// The mark whose name, or whose band on the strip, lies at a position; the last drawn wins.
[[nodiscard]] std::optional<std::uint64_t> markAt(const std::vector<MarkShape> &shapes, const MarkArea &area, int x,
                                                  int y);

}  // namespace stagescope
