#pragma once

#include "core/base/byte_text.h"
#include "core/base/number_text.h"
#include "core/base/time.h"

#include <cstdio>
#include <string>

namespace stagescope {

// Numbers as they stand in findings; the same in every language.

[[nodiscard]] inline std::string oneDecimal(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", value);
    return shownFigure(text);
}

/// "12.3" milliseconds
[[nodiscard]] inline std::string millisText(Nanos value) { return oneDecimal(millis(value)); }
/// "1.50 GiB", "512.00 MiB"
template <class Number>
[[nodiscard]] std::string memoryText(Number bytes) {
    return bytesText(bytes > 0 ? static_cast<std::uint64_t>(bytes) : std::uint64_t{0});
}
/// "3.0" percent of a share from 0 to 1
[[nodiscard]] inline std::string percentText(double share) { return oneDecimal(100 * share); }
/// 0 of an empty whole.
[[nodiscard]] inline double shareOf(Nanos part, Nanos whole) {
    return whole.count() <= 0 ? 0 : static_cast<double>(part.count()) / static_cast<double>(whole.count());
}

}  // namespace stagescope
