#include "core/base/byte_text.h"

#include "core/base/text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace stagescope {

std::string bytesText(std::uint64_t bytes) {
    constexpr std::array kUnits{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    if (bytes < 1024) {
        return std::to_string(bytes) + " B";
    }
    auto value = static_cast<double>(bytes);
    std::size_t unit = 0;
    // What would be shown as 1024.00 belongs to the next unit.
    while (value >= 1023.995 && unit + 1 < kUnits.size()) {
        value /= 1024;
        ++unit;
    }
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.2f %s", value, kUnits[unit]);
    return text.data();
}

std::string exactBytesText(std::uint64_t bytes) {
    return bytes < 1024 ? bytesText(bytes) : bytesText(bytes) + " (" + std::to_string(bytes) + " B)";
}

std::optional<std::int64_t> bytesFromText(std::string_view text) {
    constexpr std::string_view kLetters = "bkmgtp";
    constexpr double kMost = 9.0e18;
    text = trimmed(text, " ");
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
    if (error != std::errc{} || !std::isfinite(number) || number < 0) {
        return std::nullopt;
    }
    auto unit = lowerCase(std::string_view(end, static_cast<std::size_t>(text.data() + text.size() - end)));
    std::erase(unit, ' ');
    const auto power = unit.empty() ? 0 : kLetters.find(unit.front());
    const bool isUnit = power != std::string_view::npos &&
                        (unit.size() < 2 || (power > 0 && (unit.substr(1) == "b" || unit.substr(1) == "ib")));
    const auto bytes = isUnit ? number * std::pow(1024.0, static_cast<double>(power)) : kMost;
    return bytes < kMost ? std::optional(static_cast<std::int64_t>(std::llround(bytes))) : std::nullopt;
}

std::string groupedText(std::uint64_t number) {
    auto text = std::to_string(number);
    for (auto at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > 0; at -= 3) {
        text.insert(static_cast<std::size_t>(at), 1, ' ');
    }
    return text;
}

}  // namespace stagescope
