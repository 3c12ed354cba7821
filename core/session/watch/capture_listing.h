#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// A file of a capture as one look found it.
struct ListedFile {
    std::string name;  ///< below the capture, '/' between its parts; of a capture that is a file: its name
    std::uint64_t size = 0;
    std::int64_t mtimeNs = 0;  ///< by the clock of whoever wrote it

    bool operator==(const ListedFile &) const = default;
};

/// What lies in a folder or file that may be a capture, at one time. Value type: judgeCapture needs nothing else.
struct CaptureListing {
    std::string path;
    bool isFolder = false;
    std::vector<ListedFile> files;     ///< by name
    std::vector<std::string> folders;  ///< below the capture, by name
    Status readable;                   ///< why some of it cannot be looked at

    [[nodiscard]] std::uint64_t bytes() const;
    /// Of the file that changed last; nothing known: the smallest value.
    [[nodiscard]] std::int64_t newestNs() const;
};

/// "host_4711_20261124015620000_ascend_pt", "PROF_000001_20261124015620_ABCDEF": folders that a profiler makes,
/// whatever lies in them.
[[nodiscard]] bool isProfilerFolder(std::string_view name);

/// Looks at names, sizes and times; opens no file. Links to folders are not followed. Beyond so many files and levels
/// it stops and says so. O(files). Any thread.
inline constexpr std::size_t kMostListedFiles = 100'000;
inline constexpr int kMostListedLevels = 8;
[[nodiscard]] CaptureListing listCapture(const std::string &path, const std::stop_token &stop = {});

}  // namespace stagescope
