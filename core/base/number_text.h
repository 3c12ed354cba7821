#pragma once

#include "core/base/time.h"

#include <string>

namespace stagescope {

/// Fixed-point text of numbers in charts. Parts of a sum must be rounded so that they add up to the whole as shown, so
/// a chart chooses one count of decimals for all its figures and rounds the whole first.
struct MillisFormat {
    int decimals = 1;

    /// Decimals that leave about four digits for a duration of this size.
    [[nodiscard]] static MillisFormat forSize(Nanos size);
    /// The duration in units of the last decimal, half away from zero; sums of these are what people add up.
    [[nodiscard]] std::int64_t rounded(Nanos d) const;
    /// Text of a count of units of the last decimal: "90.0".
    [[nodiscard]] std::string textOf(std::int64_t units) const;
    /// Without a unit: "90.0".
    [[nodiscard]] std::string text(Nanos d) const { return textOf(rounded(d)); }
};

/// For figures in ms.
[[nodiscard]] constexpr double millis(Nanos d) { return static_cast<double>(d.count()) / 1e6; }

/// "27.3"; of 0 the share is 0.
[[nodiscard]] std::string percentText(double part, double whole);
/// A value of a map with the digits that its size wants: "0", "0.0417", "1.25", "12.5", "1250".
[[nodiscard]] std::string valueText(double value);
/// A length of time as sentences have it, with its unit: "0.4 ms", "639.5 ms", "11.70 s" from a second on.
[[nodiscard]] std::string timeText(Nanos d);
/// The same of a difference: "+0.4 ms", "-11.70 s".
[[nodiscard]] std::string signedTimeText(Nanos d);
/// With a sign and one decimal: "+12.5", "-3.0", "0.0".
[[nodiscard]] std::string signedText(double value);

}  // namespace stagescope
