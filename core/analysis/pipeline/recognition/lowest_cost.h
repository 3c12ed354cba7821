#pragma once

#include <cstddef>
#include <functional>

namespace stagescope {

struct LowestCost {
    std::size_t place = 0;
    double cost = 0;
};
/// Of so many places in a row, one or more, that of the lowest cost, where costs fall towards it and rise behind it, up
/// to noise of a place or two: from `start` on with strides that are halved, each time as far as costs fall; then on,
/// one by one, while the next one's cost is within a share `tolerance` of that. Asks each place at most once, of a long
/// row about 8 + 4 log2(places).
[[nodiscard]] LowestCost lowestCost(std::size_t places, std::size_t start,
                                    const std::function<double(std::size_t place)> &cost, double tolerance);

}  // namespace stagescope
