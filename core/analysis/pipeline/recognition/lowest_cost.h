#pragma once

#include <cstddef>
#include <functional>

namespace stagescope {

struct LowestCost {
    std::size_t place = 0;
    double cost = 0;
};
/// Of so many places in a row, one or more, that of the lowest cost, where costs fall towards it and rise behind it, up
/// to noise of a place or two: from `start` on with strides that are halved, each time as far as costs fall. Asks each
/// place at most once, a row of up to 15 places one by one, of a longer one about 8 + 4 log2(places).
[[nodiscard]] LowestCost lowestCost(std::size_t places, std::size_t start,
                                    const std::function<double(std::size_t place)> &cost);

}  // namespace stagescope
