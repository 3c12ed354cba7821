#include "core/scene/kit/time_axis.h"

#include "core/base/number_text.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

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

struct Unit {
    std::int64_t ns;
    const char *name;
};
constexpr std::array<Unit, 4> kUnits{{{1, "ns"}, {1'000, "us"}, {1'000'000, "ms"}, {1'000'000'000, "s"}}};
constexpr std::int64_t kLongNumber = 100'000;

/// The largest unit of which a step is at least a tenth, larger where numbers would get too long.
Unit unitFor(std::int64_t step, std::int64_t largest) {
    std::size_t unit = 0;
    while (unit + 1 < kUnits.size() && (step * 10 >= kUnits[unit + 1].ns || largest / kUnits[unit].ns >= kLongNumber)) {
        ++unit;
    }
    return kUnits[unit];
}

std::string tickLabel(std::int64_t offset, std::int64_t step, const Unit &unit) {
    int decimals = 0;
    for (auto scale = unit.ns; scale > step && decimals < 9; scale /= 10) {
        ++decimals;
    }
    std::array<char, 64> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.*f %s", decimals,
                  static_cast<double>(offset) / static_cast<double>(unit.ns), unit.name);
    return shownFigure(buffer.data());
}
}  // namespace

std::vector<AxisTick> axisTicks(const TimeAxis &axis, AlignedTime origin, int minPixels) {
    std::vector<AxisTick> ticks;
    const auto step = niceStep(std::max(1.0, axis.nsPerPixel() * minPixels));
    const auto first = (axis.range.begin - origin).count();
    auto offset = first / step * step;
    offset += offset < first ? step : 0;
    const auto unit = unitFor(step, std::max(std::abs(first), std::abs((axis.range.end - origin).count())));
    for (; origin + Nanos{offset} < axis.range.end; offset += step) {
        ticks.push_back({origin + Nanos{offset}, tickLabel(offset, step, unit)});
    }
    return ticks;
}

}  // namespace stagescope
