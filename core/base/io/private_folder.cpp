#include "core/base/io/private_folder.h"

#include "core/base/io/cache_folder.h"
#include "core/base/io/file_lock.h"
#include "core/base/io/file_time.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <system_error>

namespace stagescope {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kPrefix = "database-";
constexpr const char *kSource = "source";  ///< a link to the file that the folder was made for
constexpr int kFolderTries = 8;

int openFolder(const fs::path &path) { return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW); }

std::vector<fs::path> folders() {
    std::vector<fs::path> result;
    std::error_code error;
    for (fs::directory_iterator it(cacheFolder(), error), end; !error && it != end; it.increment(error)) {
        if (it->path().filename().string().starts_with(kPrefix) &&
            it->symlink_status(error).type() == fs::file_type::directory) {
            result.push_back(it->path());
        }
    }
    std::sort(result.begin(), result.end());
    return result;
}

std::uint64_t bytesIn(const fs::path &folder) {
    std::uint64_t sum = 0;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        std::error_code ignored;
        sum += it->symlink_status(ignored).type() == fs::file_type::regular ? it->file_size(ignored) : 0;
    }
    return sum;
}

}  // namespace

Result<std::shared_ptr<PrivateFolder>> PrivateFolder::make(const std::string &source) {
    std::error_code error;
    const auto parent = cacheFolder();
    fs::create_directories(parent, error);
    // Whoever clears the cache may take the folder before it is locked.
    for (int i = 0; i < kFolderTries; ++i) {
        auto pattern = (parent / (std::string(kPrefix) + "XXXXXX")).string();
        if (mkdtemp(pattern.data()) == nullptr) {
            return fail(ErrorKind::ReadFailed,
                        "no folder for a private copy can be made: " + std::system_category().message(errno),
                        parent.string());
        }
        const int lock = openFolder(pattern);
        if (lock >= 0 && ::flock(lock, LOCK_SH) == 0 && isStillThere(lock, pattern)) {
            fs::create_symlink(fs::absolute(source, error), fs::path(pattern) / kSource, error);
            return std::shared_ptr<PrivateFolder>(new PrivateFolder(pattern, lock));
        }
        if (lock >= 0) {
            ::close(lock);
        }
    }
    return fail(ErrorKind::ReadFailed, "no folder for a private copy can be kept", parent.string());
}

PrivateFolder::~PrivateFolder() { ::close(m_lock); }

std::vector<PrivateFolder::Found> PrivateFolder::all() {
    std::vector<Found> result;
    for (const auto &path : folders()) {
        struct stat facts {};
        const int lock = openFolder(path);
        if (lock < 0 || ::fstat(lock, &facts) != 0) {
            continue;
        }
        std::error_code error;
        const auto source = fs::read_symlink(path / kSource, error);
        const bool isFree = tryLock(lock) == LockOutcome::Taken;
        result.push_back({path, source.string(), bytesIn(path), changeTimeNs(facts), !isFree});
        ::close(lock);
    }
    return result;
}

std::size_t PrivateFolder::removeAbandoned() {
    std::size_t removed = 0;
    for (const auto &path : folders()) {
        const int lock = openFolder(path);
        if (lock < 0) {
            continue;
        }
        std::error_code error;
        if (tryLock(lock) == LockOutcome::Taken && fs::remove_all(path, error) > 0 && !error) {
            ++removed;
        }
        ::close(lock);
    }
    return removed;
}

}  // namespace stagescope
