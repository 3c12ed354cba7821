#pragma once

namespace stagescope {

// Columns of long tables fit their first rows, up to a width that leaves room for the others.

inline constexpr int kMaxColumnWidth = 420;
inline constexpr int kMeasuredRows = 50;

}  // namespace stagescope
