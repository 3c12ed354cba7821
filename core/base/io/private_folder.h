#pragma once

#include "core/base/io/leftover.h"
#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace stagescope {

/// A folder in the cache folder that only this user may enter, for copies that are needed while something is open.
/// Removed with its content when its owner lets go and when a signal ends the program. A process that was killed leaves
/// it: the folder is locked by its owner, so whoever comes later sees that nobody holds it. Any thread.
class PrivateFolder {
public:
    /// `source`: the file that it is made for, for `all`. Errors: ReadFailed.
    [[nodiscard]] static Result<std::shared_ptr<PrivateFolder>> make(const std::string &source);
    ~PrivateFolder();
    PrivateFolder(const PrivateFolder &) = delete;
    PrivateFolder &operator=(const PrivateFolder &) = delete;

    [[nodiscard]] const std::filesystem::path &path() const { return m_leftover.path(); }

    struct Found {
        std::filesystem::path path;
        std::string source;
        std::uint64_t bytes = 0;
        std::int64_t usedNs = 0;  ///< since 1970
        bool isHeld = false;      ///< by this process or another that runs
    };
    /// Those of all processes of this user.
    [[nodiscard]] static std::vector<Found> all();
    /// Removes those that nobody holds; how many.
    static std::size_t removeAbandoned();

private:
    PrivateFolder(std::filesystem::path path, int lock) : m_lock(lock), m_leftover(std::move(path)) {}

    int m_lock;
    Leftover m_leftover;
};

}  // namespace stagescope
