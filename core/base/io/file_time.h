#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <limits>

namespace stagescope {

/// When a file changed last, ns since 1970; times that 64 bits of them cannot hold (beyond the year 2262, which
/// anybody may set) are the last or the first that they can.
[[nodiscard]] inline std::int64_t changeTimeNs(const struct stat &facts) {
    constexpr std::int64_t kSecond = 1'000'000'000;
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / kSecond - 1;
    const auto seconds = std::int64_t{facts.st_mtim.tv_sec};
    if (seconds > kMost || seconds < -kMost) {
        return seconds > 0 ? std::numeric_limits<std::int64_t>::max() : std::numeric_limits<std::int64_t>::min();
    }
    return seconds * kSecond + facts.st_mtim.tv_nsec;
}

}  // namespace stagescope
