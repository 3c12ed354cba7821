#include "core/scene/time_axis.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace stagescope {

namespace {
std::int64_t niceStep(double minimumNs) {
    std::int64_t decade = 1;
    while (decade < 1'000'000'000'000'000'000 / 10 && static_cast<double>(decade) * 10 <= minimumNs) {
        decade *= 10;
    }
    for (const std::int64_t factor : {1, 2, 5, 10}) {
        if (static_cast<double>(decade * factor) >= minimumNs) {
            return decade * factor;
        }
    }
    return decade * 10;
}

std::string tickLabel(std::int64_t offset, std::int64_t step) {
    struct Unit {
        std::int64_t ns;
        const char *name;
    };
    constexpr std::array<Unit, 4> kUnits{{{1'000'000'000, "s"}, {1'000'000, "ms"}, {1'000, "us"}, {1, "ns"}}};
    const auto unit =
        *std::find_if(kUnits.begin(), kUnits.end(), [&](const Unit &u) { return step * 1000 > u.ns || u.ns == 1; });
    int decimals = 0;
    for (auto scale = unit.ns; scale > step && decimals < 3; scale /= 10) {
        ++decimals;
    }
    std::array<char, 64> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.*f %s", decimals,
                  static_cast<double>(offset) / static_cast<double>(unit.ns), unit.name);
    return buffer.data();
}
}  // namespace

std::vector<AxisTick> axisTicks(const TimeAxis &axis, AlignedTime origin, int minPixels) {
    std::vector<AxisTick> ticks;
    const auto step = niceStep(std::max(1.0, axis.nsPerPixel() * minPixels));
    const auto first = (axis.range.begin - origin).count();
    auto offset = first / step * step;
    offset += offset < first ? step : 0;
    for (; origin + Nanos{offset} < axis.range.end; offset += step) {
        ticks.push_back({origin + Nanos{offset}, tickLabel(offset, step)});
    }
    return ticks;
}

}  // namespace stagescope
