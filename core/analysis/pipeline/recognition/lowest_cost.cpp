#include "core/analysis/pipeline/recognition/lowest_cost.h"

#include <algorithm>
#include <map>

namespace stagescope {

LowestCost lowestCost(std::size_t places, std::size_t start, const std::function<double(std::size_t)> &cost,
                      double tolerance) {
    constexpr std::ptrdiff_t kStrides = 8;
    constexpr std::ptrdiff_t kAround = 2;
    std::map<std::ptrdiff_t, double> known;
    const auto costAt = [&](std::ptrdiff_t place) {
        const auto [it, isNew] = known.try_emplace(place);
        if (isNew) {
            it->second = cost(static_cast<std::size_t>(place));
        }
        return it->second;
    };
    const auto end = static_cast<std::ptrdiff_t>(places);
    auto best = static_cast<std::ptrdiff_t>(start);
    for (auto stride = std::max<std::ptrdiff_t>(1, end / kStrides);; stride = (stride + 1) / 2) {
        for (std::ptrdiff_t centre = -1; centre != best;) {
            centre = best;
            for (auto place = centre - kAround * stride; place <= centre + kAround * stride; place += stride) {
                if (place >= 0 && place < end && costAt(place) < costAt(best)) {
                    best = place;
                }
            }
        }
        if (stride == 1) {
            break;
        }
    }
    for (const double limit = costAt(best) * (1 + tolerance); best + 1 < end && costAt(best + 1) <= limit;) {
        ++best;
    }
    return {static_cast<std::size_t>(best), costAt(best)};
}

}  // namespace stagescope
