#include "core/base/number_text.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace stagescope {

namespace {
constexpr std::array<std::int64_t, 4> kUnitNs{1'000'000, 100'000, 10'000, 1'000};

std::string formatted(const char *format, double value) {
    std::array<char, 64> buffer{};
    std::snprintf(buffer.data(), buffer.size(), format, value);
    return buffer.data();
}
}  // namespace

MillisFormat MillisFormat::forSize(Nanos size) {
    const auto d = std::abs(size.count());
    return {d >= 10'000'000'000 ? 0 : d >= 100'000'000 ? 1 : d >= 10'000'000 ? 2 : 3};
}

std::int64_t MillisFormat::rounded(Nanos d) const {
    const auto unit = kUnitNs[static_cast<std::size_t>(decimals)];
    const auto half = d.count() < 0 ? -unit / 2 : unit / 2;
    return (d.count() + half) / unit;
}

std::string MillisFormat::textOf(std::int64_t units) const {
    std::int64_t scale = 1;
    for (int i = 0; i < decimals; ++i) {
        scale *= 10;
    }
    const auto size = units < 0 ? -units : units;
    auto fraction = std::to_string(size % scale);
    fraction.insert(
        0,
        static_cast<std::size_t>(decimals) - std::min<std::size_t>(fraction.size(), static_cast<std::size_t>(decimals)),
        '0');
    const auto whole = (units < 0 ? "-" : "") + std::to_string(size / scale);
    return decimals == 0 ? whole : whole + "." + fraction;
}

std::string percentText(double part, double whole) { return formatted("%.1f", whole > 0 ? 100.0 * part / whole : 0.0); }

std::string valueText(double value) {
    const double size = std::abs(value);
    const int decimals = size == 0 ? 0 : size < 0.1 ? 4 : size < 10 ? 2 : size < 1000 ? 1 : 0;
    std::array<char, 64> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.*f", decimals, value);
    return buffer.data();
}

std::string timeText(Nanos d) {
    const auto seconds = std::abs(millis(d)) / 1e3;
    return seconds < 1 ? formatted("%.1f ms", millis(d))
                       : formatted(seconds < 100 ? "%.2f s" : "%.1f s", millis(d) / 1e3);
}

std::string signedTimeText(Nanos d) {
    const auto text = timeText(d);
    return d > Nanos{0} ? "+" + text : text;
}

std::string signedText(double value) {
    auto text = formatted("%+.1f", value);
    return text == "+0.0" || text == "-0.0" ? "0.0" : text;
}

}  // namespace stagescope
