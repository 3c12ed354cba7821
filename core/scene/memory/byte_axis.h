#pragma once

#include <string>
#include <vector>

namespace stagescope {

/// An axis of bytes for curves between `low` and `high`. What is always there (weights, optimizer) would press all that
/// happens into a line: where it is a good part of the whole, the axis begins just below it, is broken and says so.
/// Differences keep their zero.
struct ByteAxis {
    double least = 0;  ///< at the lower edge of the curves
    double most = 1;
    bool isBroken = false;  ///< zero lies below a gap
    struct Tick {
        double bytes = 0;
        std::string label;  ///< "20.5 GiB"
    };
    std::vector<Tick> ticks;  ///< at 1, 2, 5 x 10^k of the unit
};
/// `height` of the curves in pixels. Any thread.
[[nodiscard]] ByteAxis byteAxis(double low, double high, int height);

}  // namespace stagescope
