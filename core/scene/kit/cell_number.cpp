#include "core/scene/kit/cell_number.h"

#include "core/base/number_text.h"
#include "core/base/shown_name.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string_view>

namespace stagescope {

namespace {

struct UnitStep {
    double size;  ///< in units of the first
    const char *unit;
};

constexpr std::array kTimes{UnitStep{1, "ns"}, UnitStep{1e3, "us"}, UnitStep{1e6, "ms"}, UnitStep{1e9, "s"}};
constexpr std::array kBytes{UnitStep{1, "B"}, UnitStep{1024, "KiB"}, UnitStep{1048576, "MiB"},
                            UnitStep{1073741824, "GiB"}, UnitStep{1099511627776, "TiB"}};
constexpr std::array<std::string_view, 3> kDifferences{"change", "difference", "delta"};

const UnitStep *timeUnit(std::string_view unit) {
    const auto *it =
        std::find_if(kTimes.begin(), kTimes.end(), [&](const UnitStep &scale) { return unit == scale.unit; });
    return it == kTimes.end() ? nullptr : it;
}

std::string fixedText(double value, int decimals) {
    std::array<char, 64> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.*f", decimals, value);
    return buffer.data();
}

std::string digitsOf(double value) {
    const double size = std::abs(value);
    if (size == 0 || size >= 0.095) {
        const int decimals = size == 0 ? 0 : size < 1 ? 3 : size < 99.95 ? 2 : size < 9999.5 ? 1 : 0;
        return fixedText(value, decimals);
    }
    std::array<char, 64> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.3g", value);
    return buffer.data();
}

template <std::size_t N>
std::string scaled(double value, const std::array<UnitStep, N> &scales) {
    const auto *scale = &scales.front();
    for (const auto &next : scales) {
        scale = std::abs(value) >= next.size ? &next : scale;
    }
    const bool isWhole = scale == &scales.front() && value == std::floor(value);
    return (isWhole ? fixedText(value, 0) : digitsOf(value / scale->size)) + ' ' + scale->unit;
}

bool isMoment(std::string_view name) {
    return std::any_of(kTimes.begin(), kTimes.end(), [&](const UnitStep &scale) {
        for (const std::string_view word : {"start_", "begin_", "end_", "first_", "last_", "at_", "arrival_"}) {
            const auto tail = std::string(word) + scale.unit;
            const auto at = name.size() - std::min(name.size(), tail.size());
            if (name.substr(at) == tail && (at == 0 || name[at - 1] == '_')) {
                return true;
            }
        }
        return false;
    });
}

/// "change_us", "total_change_us", "difference_ms", "delta_bytes".
bool isDifference(std::string_view name) {
    return std::any_of(kDifferences.begin(), kDifferences.end(), [&](std::string_view word) {
        const auto at = name.find(word);
        const auto end = at + word.size();
        return at != std::string_view::npos && (at == 0 || name[at - 1] == '_') &&
               (end == name.size() || name[end] == '_');
    });
}

std::string numberText(const Cell &cell, double value, bool isWhole, const ColumnSpec &column, std::int64_t origin) {
    if (const auto *time = timeUnit(column.unit)) {
        // Whole numbers are taken apart whole: a double of so many ns is off by some hundred.
        const auto *whole = std::get_if<std::int64_t>(&cell);
        const bool isSince1970 = value * time->size >= kLongestTraceNs;
        const double begin = isSince1970 ? static_cast<double>(origin) : 0;
        const double ns = whole != nullptr && time->size == 1 && isSince1970 ? static_cast<double>(*whole - origin)
                                                                             : value * time->size - begin;
        if (isSince1970 && std::abs(ns) >= kLongestTraceNs) {
            return isMoment(column.name) ? cellText(cell) + ' ' + column.unit : scaled(value * time->size, kTimes);
        }
        return isSince1970 || isMoment(column.name) ? fixedText(ns / 1e6, 3) + " ms" : scaled(ns, kTimes);
    }
    if (column.unit == "bytes") {
        return scaled(value, kBytes);
    }
    const auto digits = isWhole ? cellText(cell) : digitsOf(value);
    return column.unit.empty() ? digits : digits + ' ' + column.unit;
}

}  // namespace

std::string shownTime(Nanos duration) { return shownFigure(scaled(static_cast<double>(duration.count()), kTimes)); }

bool hasShownUnit(const ColumnSpec &column) { return column.type != ColumnType::Text && !column.unit.empty(); }

std::string shownCell(const Cell &cell, const ColumnSpec &column, std::int64_t origin) {
    const auto *integer = std::get_if<std::int64_t>(&cell);
    const auto *real = std::get_if<double>(&cell);
    if (integer == nullptr && real == nullptr) {
        const auto text = cellText(cell);
        return column.name == "name" ? std::string(shownName(text)) : text;
    }
    const double value = integer != nullptr ? static_cast<double>(*integer) : *real;
    auto text = numberText(cell, value, integer != nullptr, column, origin);
    return isDifference(column.name) ? signedFigure(std::move(text)) : shownFigure(std::move(text));
}

}  // namespace stagescope
