#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace stagescope {

struct LoggedNumber {
    double value = 0;         ///< may be infinite or no number
    std::string_view unit{};  ///< "GB", "ms", "%": what stands behind it
};

/// The number that a text begins with, however Python prints it: "1.2E-04", "'0.8'", "np.float64(1.0)", "[1e-05]",
/// "nan", "15.90 GB", "7467ms"; with `byThousands` also "1,800". Nothing for what is none, and for times ("0:18:23")
/// and ratios ("1/60"), of which it would be a part. O(1).
[[nodiscard]] std::optional<LoggedNumber> loggedNumber(std::string_view text, bool byThousands = false);

/// ns of "0:08:23", "1 day, 0:08:23", "12s", "1h 2m 3s"; nothing for anything else.
[[nodiscard]] std::optional<std::int64_t> loggedDuration(std::string_view text);

/// ns since 1970 of the first date with a time in the first bytes of a line, as if it were UTC: "2025-04-13
/// 23:41:12.12", "2024-06-21 10:50:42,167", "2025/08/29 09:17:51"; nothing without one.
[[nodiscard]] std::optional<std::int64_t> loggedTime(std::string_view line);

}  // namespace stagescope
