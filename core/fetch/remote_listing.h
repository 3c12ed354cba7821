#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stagescope {

/// A file of a remote folder.
struct RemoteFile {
    std::string name;  ///< below the folder, '/' between its parts
    std::uint64_t bytes = 0;
    std::int64_t modifiedNs = 0;  ///< since 1970
    std::string hashKind{};       ///< "md5", "sha1", "sha256"; empty where the remote tells none of them
    std::string hash{};           ///< hexadecimal

    bool operator==(const RemoteFile &) const = default;
};

struct RemoteListing {
    std::vector<RemoteFile> files;  ///< by name, each name once
    std::vector<Error> refused;     ///< files whose names or sizes are not taken
};

/// Whether a file of that name may be made below a folder: a relative path in UTF-8 of parts that are neither empty nor
/// "." or "..", without control characters, of a length that file systems take.
[[nodiscard]] bool isSafeName(std::string_view name);

/// What `rclone lsjson -R --files-only` prints, line by line: an array with an object a line. Names are not trusted
/// (isSafeName). One thread. O(log files) a line.
class ListingReader {
public:
    static constexpr std::size_t kMaxFiles = 1'000'000;

    /// `where`: the remote folder, which errors begin with.
    explicit ListingReader(std::string where) : m_where(std::move(where)) {}

    /// Errors: Malformed for a line that is none of a listing, Limit for too many files.
    [[nodiscard]] Status add(std::string_view line);
    /// Errors: Truncated where the array has no end.
    [[nodiscard]] Result<RemoteListing> finish();

private:
    [[nodiscard]] Status addFile(std::string_view text);
    void refuse(std::string_view name, const char *reason);
    void refuseFolders();

    std::string m_where;
    RemoteListing m_listing;
    bool m_isBegun = false;
    bool m_isEnded = false;
};

}  // namespace stagescope
