#pragma once

#include "core/scene/kit/mark_shapes.h"
#include "core/session/marks.h"

class QPainter;

namespace stagescope {

/// Draws marks over a view with a time axis: names on the strip, lines and pale bands below, the one in hand stronger.
/// All cut to the area in numbers. `marks` may be null.
void paintMarks(QPainter &painter, const Marks *marks, const MarkArea &area);
/// The mark at a position of the area's strip, with the texts of a painter's font.
[[nodiscard]] std::optional<std::uint64_t> markUnder(const Marks *marks, const MarkArea &area,
                                                     const TextMetrics &metrics, int x, int y);

}  // namespace stagescope
