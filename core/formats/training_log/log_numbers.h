#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace stagescope {

struct LoggedNumber {
    double value = 0;         ///< may be infinite or no number
    std::string_view unit{};  ///< "GB", "ms", "%": what stands behind it
    std::size_t length = 0;   ///< of the number, where the text begins with it; 0 for words
};

/// The number that a text begins with, however Python prints it: "1.2E-04", "'0.8'", "np.float64(1.0)", "[1e-05]",
/// "nan", "15.90 GB", "7467ms"; with `byThousands` also "1,800". Nothing for what is none, and for times ("0:18:23")
/// and ratios ("1/60"), of which it would be a part. O(1).
[[nodiscard]] std::optional<LoggedNumber> loggedNumber(std::string_view text, bool byThousands = false);

/// No training counts that far; sums and differences of steps below it never overflow.
inline constexpr std::int64_t kMostLoggedStep = 1'000'000'000'000'000;
struct StepPlace {
    std::int64_t step = 0;
    std::int64_t total = -1;  ///< of "10/1000"; -1 where it is none
    std::size_t end = 0;      ///< of what tells it, in the text
};
/// "10", "  10/    1000", "10/infinity", "1/  2]" at the begin of a text.
[[nodiscard]] std::optional<StepPlace> loggedStep(std::string_view text);
/// A whole number behind blanks, and how many characters both have; nothing where there is none.
[[nodiscard]] std::optional<std::pair<std::int64_t, std::size_t>> loggedCount(std::string_view text);

/// ns of "0:08:23", "1 day, 0:08:23", "12s", "1h 2m 3s"; nothing for anything else.
[[nodiscard]] std::optional<std::int64_t> loggedDuration(std::string_view text);

/// ns since 1970 of the first date with a time in the first bytes of a line, as if it were UTC: "2025-04-13
/// 23:41:12.12", "2024-06-21 10:50:42,167", "2025/08/29 09:17:51"; nothing without one.
[[nodiscard]] std::optional<std::int64_t> loggedTime(std::string_view line);

}  // namespace stagescope
