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
    return shownFigure(buffer.data());
}

/// Of the digits before a figure's unit or exponent.
bool isZero(std::string_view figure) {
    const auto digits = figure.substr(0, figure.find_first_not_of("0123456789."));
    return !digits.empty() && digits.find_first_of("123456789") == std::string_view::npos;
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
    const auto whole = std::string(units < 0 ? kMinusSign : "") + std::to_string(size / scale);
    return decimals == 0 ? whole : whole + "." + fraction;
}

std::string percentText(double part, double whole) { return formatted("%.1f", whole > 0 ? 100.0 * part / whole : 0.0); }

std::string valueText(double value) {
    const double size = std::abs(value);
    const int decimals = size == 0 ? 0 : size < 0.1 ? 4 : size < 10 ? 2 : size < 1000 ? 1 : 0;
    std::array<char, 64> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.*f", decimals, value);
    return shownFigure(buffer.data());
}

std::string timeText(Nanos d) {
    const auto seconds = std::abs(millis(d)) / 1e3;
    return seconds < 1 ? formatted("%.1f ms", millis(d))
                       : formatted(seconds < 100 ? "%.2f s" : "%.1f s", millis(d) / 1e3);
}

std::string shownFigure(std::string figure) {
    if (figure.starts_with('-')) {
        figure.replace(0, 1, isZero(std::string_view(figure).substr(1)) ? "" : kMinusSign);
    }
    return figure;
}

std::string signedFigure(std::string figure) {
    const bool isMore = !figure.empty() && figure.front() >= '0' && figure.front() <= '9' && !isZero(figure);
    return isMore ? "+" + figure : shownFigure(std::move(figure));
}

std::string shownDuration(Nanos d) { return shownFigure(durationText(d)); }

std::string signedTimeText(Nanos d) { return signedFigure(timeText(d)); }

std::string signedText(double value) { return signedFigure(formatted("%.1f", value)); }

}  // namespace stagescope
