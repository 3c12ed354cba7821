#pragma once

namespace stagescope {

// Distances in pixels that pages of tiles share.

inline constexpr int kPagePad = 12;     ///< inside of tiles, and between the edge of the page and them
inline constexpr int kPageGap = 12;     ///< between tiles
inline constexpr int kSeverityBar = 5;  ///< width of the mark of a finding's severity

}  // namespace stagescope
