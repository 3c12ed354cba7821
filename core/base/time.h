#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stagescope {

/// Clock of one capture, as its files tell it. Nanoseconds since the Unix epoch where the profiler writes wall time,
/// since an arbitrary origin otherwise.
struct TraceClock;
/// The one clock of a run after alignment of its hosts. Only ClockAlignment converts between the two.
struct AlignedClock;

using Nanos = std::chrono::nanoseconds;
using RankTime = std::chrono::time_point<TraceClock, Nanos>;
using AlignedTime = std::chrono::time_point<AlignedClock, Nanos>;

/// Half-open interval [begin, end). A valid range has begin <= end.
template <class Time>
struct BasicRange {
    Time begin{};
    Time end{};

    [[nodiscard]] constexpr Nanos duration() const { return end - begin; }
    [[nodiscard]] constexpr bool contains(Time t) const { return begin <= t && t < end; }
    [[nodiscard]] constexpr bool overlaps(const BasicRange &o) const { return begin < o.end && o.begin < end; }
    [[nodiscard]] constexpr bool isEmpty() const { return !(begin < end); }
    constexpr bool operator==(const BasicRange &) const = default;
};
using RankRange = BasicRange<RankTime>;
using AlignedRange = BasicRange<AlignedTime>;

[[nodiscard]] constexpr RankTime rankTime(std::int64_t ns) { return RankTime{Nanos{ns}}; }
[[nodiscard]] constexpr AlignedTime alignedTime(std::int64_t ns) { return AlignedTime{Nanos{ns}}; }
template <class Time>
[[nodiscard]] constexpr std::int64_t ns(Time t) {
    return t.time_since_epoch().count();
}

/// Exact value of a decimal number of microseconds ("1736408883688177.930", "-12.5", "1.5e3") in nanoseconds, digits
/// beyond the nanosecond rounded half away from zero. Surrounding blanks and TABs are accepted (Ascend's CSVs end
/// times with a TAB). Nothing for text that is not a number or does not fit. O(length), no allocation.
[[nodiscard]] std::optional<std::int64_t> microsToNs(std::string_view text);
/// The same for a decimal number in units of 10^exponent ns: exponent 3 = microseconds, 6 = milliseconds, 9 = seconds,
/// 0 = nanoseconds.
[[nodiscard]] std::optional<std::int64_t> decimalToNs(std::string_view text, int exponent);
/// Microseconds held in a double, rounded to the nearest nanosecond; saturates.
[[nodiscard]] std::int64_t microsToNs(double micros);

/// "12.345 us" style text with the unit that leaves 1 to 4 digits before the point; three decimals.
[[nodiscard]] std::string durationText(Nanos d);
/// Nanoseconds as microseconds with exactly three decimals ("8873.756"); lossless.
[[nodiscard]] std::string microsText(std::int64_t ns);
/// A duration with its unit ("12ms", "1.5s", "300us", "7ns", "2min"); nothing when the unit is missing or unknown.
[[nodiscard]] std::optional<Nanos> parseDuration(std::string_view text);

}  // namespace stagescope
