#pragma once

#include "core/base/result.h"

#include <sys/stat.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <string>

namespace stagescope {

class ByteSource;

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

/// Files whose path leads through another file: members of an archive. Asked where the system says that a part of a
/// path is no folder.
struct InnerFiles {
    /// Null: there is none. Errors: those of opening what it lies in.
    Result<std::unique_ptr<ByteSource>> (*open)(const std::string &path);
    int (*stat)(const std::string &path, struct stat &facts);  ///< as ::stat
};
/// Of the whole process; must outlive it. Null, as it begins: there are none. Any thread.
void setInnerFiles(const InnerFiles *files);
[[nodiscard]] const InnerFiles *innerFiles();

/// ::stat of a file, a folder or what lies in an archive.
int statFile(const std::string &path, struct stat &facts);
/// Bytes of a file; 0 where there is none.
[[nodiscard]] std::uint64_t sizeOfFile(const std::string &path);

}  // namespace stagescope
