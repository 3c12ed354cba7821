#pragma once

namespace stagescope {

// Distances in pixels that charts and tables share.

inline constexpr int kPad = 8;        ///< between the edge of a chart or cell and what it shows
inline constexpr int kSwatch = 12;    ///< side of the patch of colour of an entry of a legend
inline constexpr int kSwatchGap = 5;  ///< between that patch and its text
inline constexpr int kEntryGap = 16;  ///< between two entries of a legend

}  // namespace stagescope
