#include "core/base/time.h"

#include "core/base/text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>

namespace stagescope {

namespace {

/// Adds one decimal digit; false when the result leaves int64.
bool pushDigit(std::int64_t &value, int digit) {
    return !__builtin_mul_overflow(value, std::int64_t{10}, &value) &&
           !__builtin_add_overflow(value, std::int64_t{digit}, &value);
}

/// Splits off a trailing exponent ("1.5e3"); false when the exponent is malformed or absurd.
bool takeExponent(std::string_view &s, int &exponent) {
    const auto e = s.find_first_of("eE");
    if (e == std::string_view::npos) {
        return true;
    }
    auto digits = s.substr(e + 1);
    if (!digits.empty() && digits.front() == '+') {
        digits.remove_prefix(1);
    }
    int value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{} || end != digits.data() + digits.size() || value > 40 || value < -40) {
        return false;
    }
    exponent += value;
    s = s.substr(0, e);
    return true;
}

}  // namespace

std::optional<std::int64_t> decimalToNs(std::string_view text, int exponent) {
    auto s = trimmed(text);
    if (!takeExponent(s, exponent)) {
        return std::nullopt;
    }
    const bool negative = !s.empty() && s.front() == '-';
    if (!s.empty() && (s.front() == '-' || s.front() == '+')) {
        s.remove_prefix(1);
    }
    std::int64_t value = 0;
    bool anyDigit = false;
    bool afterPoint = false;
    bool roundUp = false;
    bool rounded = false;
    for (const char c : s) {
        if (c == '.' && !afterPoint) {
            afterPoint = true;
            continue;
        }
        if (!isDigit(c)) {
            return std::nullopt;
        }
        anyDigit = true;
        if (afterPoint && exponent <= 0) {
            roundUp = rounded ? roundUp : c >= '5';
            rounded = true;
            continue;
        }
        if (!pushDigit(value, c - '0')) {
            return std::nullopt;
        }
        exponent -= afterPoint ? 1 : 0;
    }
    if (!anyDigit) {
        return std::nullopt;
    }
    for (; exponent > 0; --exponent) {
        if (!pushDigit(value, 0)) {
            return std::nullopt;
        }
    }
    // A negative exponent is left only for whole numbers in units below a nanosecond ("15e-4").
    for (; exponent < 0; ++exponent) {
        roundUp = value % 10 >= 5;
        value /= 10;
    }
    if (roundUp && value == std::numeric_limits<std::int64_t>::max()) {
        return std::nullopt;
    }
    value += roundUp ? 1 : 0;
    return negative ? -value : value;
}

std::optional<std::int64_t> microsToNs(std::string_view text) { return decimalToNs(text, 3); }

std::int64_t microsToNs(double micros) {
    const double value = std::round(micros * 1000.0);
    constexpr double kLimit = 9.2e18;
    if (!(value > -kLimit)) {  // also NaN
        return std::isnan(value) ? 0 : std::numeric_limits<std::int64_t>::min();
    }
    return value < kLimit ? static_cast<std::int64_t>(value) : std::numeric_limits<std::int64_t>::max();
}

std::string durationText(Nanos d) {
    struct Unit {
        double ns;
        const char *name;
    };
    constexpr std::array<Unit, 4> kUnits{{{1e9, "s"}, {1e6, "ms"}, {1e3, "us"}, {1.0, "ns"}}};
    const double value = static_cast<double>(d.count());
    for (const auto &unit : kUnits) {
        if (std::abs(value) >= unit.ns || unit.ns == 1.0) {
            std::array<char, 48> buffer{};
            const int n = std::snprintf(buffer.data(), buffer.size(), unit.ns == 1.0 ? "%.0f %s" : "%.3f %s",
                                        value / unit.ns, unit.name);
            return {buffer.data(), static_cast<std::size_t>(n)};
        }
    }
    return {};
}

std::string microsText(std::int64_t ns) {
    const bool negative = ns < 0;
    const auto magnitude = negative ? 0 - static_cast<std::uint64_t>(ns) : static_cast<std::uint64_t>(ns);
    std::array<char, 32> buffer{};
    const int n = std::snprintf(buffer.data(), buffer.size(), "%s%llu.%03llu", negative ? "-" : "",
                                static_cast<unsigned long long>(magnitude / 1000),
                                static_cast<unsigned long long>(magnitude % 1000));
    return {buffer.data(), static_cast<std::size_t>(n)};
}

std::optional<Nanos> parseDuration(std::string_view text) {
    struct Unit {
        std::string_view name;
        int exponent;
        std::int64_t factor;
    };
    constexpr std::array<Unit, 5> kUnits{{{"ns", 0, 1},
                                          {"us", 3, 1},
                                          {"ms", 6, 1},
                                          {"min", 9, 60},
                                          {"s", 9, 1}}};  // "s" last: the others end with it too
    const auto s = trimmed(text);
    for (const auto &unit : kUnits) {
        if (s.ends_with(unit.name)) {
            const auto value = decimalToNs(s.substr(0, s.size() - unit.name.size()), unit.exponent);
            std::int64_t product = 0;
            if (!value || __builtin_mul_overflow(*value, unit.factor, &product)) {
                return std::nullopt;
            }
            return Nanos{product};
        }
    }
    return std::nullopt;
}

}  // namespace stagescope
