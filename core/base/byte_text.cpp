#include "core/base/byte_text.h"

#include <array>
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

std::string groupedText(std::uint64_t number) {
    auto text = std::to_string(number);
    for (auto at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > 0; at -= 3) {
        text.insert(static_cast<std::size_t>(at), 1, ' ');
    }
    return text;
}

}  // namespace stagescope
