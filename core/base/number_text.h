#pragma once

#include "core/base/time.h"

#include <string>
#include <string_view>

namespace stagescope {

/// Fixed-point text of numbers in charts. Parts of a sum must be rounded so that they add up to the whole as shown, so
/// a chart chooses one count of decimals for all its figures and rounds the whole first. Minus is U+2212.
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

/// What people read before negative figures, in UTF-8.
inline constexpr std::string_view kMinusSign = "\u2212";

/// For figures in ms.
[[nodiscard]] constexpr double millis(Nanos d) { return static_cast<double>(d.count()) / 1e6; }

/// "27.3"; of 0 the share is 0.
[[nodiscard]] std::string percentText(double part, double whole);
/// A value of a map with the digits that its size wants: "0", "0.0417", "1.25", "12.5", "1250".
[[nodiscard]] std::string valueText(double value);
/// A length of time as sentences have it, with its unit: "0.4 ms", "639.5 ms", "11.70 s" from a second on.
[[nodiscard]] std::string timeText(Nanos d);
/// A figure that begins as printf writes numbers, with the sign that people read: minus is U+2212, and what rounds to 0
/// has none. THE owner of signs on a screen, in findings and in the report; what is parsed again keeps its hyphen.
[[nodiscard]] std::string shownFigure(std::string figure);
/// The same of a difference, where more has its sign as well: "+12.5 ms", "\u22123.0", "0.0".
[[nodiscard]] std::string signedFigure(std::string figure);
/// durationText for people.
[[nodiscard]] std::string shownDuration(Nanos d);
/// timeText of a difference: "+0.4 ms", "\u221211.70 s".
[[nodiscard]] std::string signedTimeText(Nanos d);
/// A difference with one decimal: "+12.5", "\u22123.0", "0.0".
[[nodiscard]] std::string signedText(double value);

}  // namespace stagescope
