#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace stagescope {

/// How a database of SQLite begins.
inline constexpr std::string_view kDatabaseMagic("SQLite format 3\0", 16);
inline constexpr std::size_t kDatabaseHeadBytes = 100;

/// Size in bytes that the first kDatabaseHeadBytes of a database promise; 0 where they do not say (written by an old
/// SQLite). https://www.sqlite.org/fileformat2.html, 1.3.
[[nodiscard]] constexpr std::uint64_t promisedDatabaseSize(std::string_view head) {
    const auto bigEndian = [&](std::size_t at, std::size_t bytes) {
        std::uint64_t value = 0;
        for (const char c : head.substr(at, bytes)) {
            value = value << 8 | static_cast<unsigned char>(c);
        }
        return value;
    };
    if (head.size() < kDatabaseHeadBytes || head.substr(24, 4) != head.substr(92, 4)) {
        return 0;
    }
    const auto pageSize = bigEndian(16, 2);
    return bigEndian(28, 4) * (pageSize == 1 ? 65536 : pageSize);
}

}  // namespace stagescope
