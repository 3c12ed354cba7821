#include "core/scene/memory/byte_axis.h"

#include "core/base/number_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace stagescope {

namespace {

constexpr double kHeadroom = 0.12;     ///< above the highest point, for its mark
constexpr double kFootroom = 0.08;     ///< below the lowest
constexpr double kStaticShare = 0.25;  ///< of the highest point, that is always there: from here on the axis is broken
constexpr double kLeastSpan = 0.002;   ///< of the highest point, that is shown at least
constexpr int kRowPixels = 40;         ///< between two ticks
constexpr double kStepOfUnits = 1024;

/// A step of 1, 2 or 5 times a power of ten that leaves enough pixels between two ticks.
double niceStep(double span, int pixels) {
    const double raw = span * kRowPixels / std::max(1, pixels);
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    return raw <= power ? power : raw <= 2 * power ? 2 * power : raw <= 5 * power ? 5 * power : 10 * power;
}

struct Unit {
    double size = 1;
    const char *name = "B";
};

Unit unitOf(double most) {
    static constexpr std::array kNames{"B", "KiB", "MiB", "GiB", "TiB"};
    std::size_t i = 0;
    double size = 1;
    for (; i + 1 < kNames.size() && most >= 2 * size * kStepOfUnits; ++i) {
        size *= kStepOfUnits;
    }
    return {size, kNames[i]};
}

std::string labelOf(double value, double step, const char *unit) {
    const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 9);
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*f %s", decimals, value, unit);
    return shownFigure(text.data());
}

}  // namespace

ByteAxis byteAxis(double low, double high, int height) {
    ByteAxis axis;
    low = std::min(low, high);
    const bool isDifference = low < 0;
    axis.isBroken = !isDifference && low > kStaticShare * high;
    const double base = axis.isBroken ? low : std::min(low, 0.0);
    const double top = isDifference ? std::max(high, 0.0) : high;
    const double span = std::max({top - base, kLeastSpan * std::abs(top), 1.0});
    axis.least = axis.isBroken || isDifference ? base - kFootroom * span : 0;
    axis.most = top + kHeadroom * span;
    const auto unit = unitOf(std::max(std::abs(axis.least), std::abs(axis.most)));
    const double step = niceStep((axis.most - axis.least) / unit.size, height);
    const auto first = static_cast<long long>(std::ceil(axis.least / unit.size / step - 1e-9));
    const auto last = static_cast<long long>(std::floor(axis.most / unit.size / step + 1e-9));
    for (auto i = first; i <= last; ++i) {
        const double value = static_cast<double>(i) * step;
        axis.ticks.push_back({value * unit.size, labelOf(value, step, unit.name)});
    }
    return axis;
}

}  // namespace stagescope
