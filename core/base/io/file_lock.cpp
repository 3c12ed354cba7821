#include "core/base/io/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <thread>
#include <utility>

namespace stagescope {

LockOutcome tryLock(int descriptor) {
    while (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EINTR) {
            return errno == EWOULDBLOCK ? LockOutcome::Held : LockOutcome::Unknown;
        }
    }
    return LockOutcome::Taken;
}

bool isStillThere(int descriptor, const std::filesystem::path &path) {
    struct stat held {};
    struct stat named {};
    return ::fstat(descriptor, &held) == 0 && ::lstat(path.c_str(), &named) == 0 && held.st_ino == named.st_ino &&
           held.st_dev == named.st_dev;
}

Result<FolderLock> FolderLock::take(const std::filesystem::path &folder, std::chrono::milliseconds most) {
    constexpr std::chrono::milliseconds kPause{5};
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) {
        return fail(ErrorKind::NoPermission, "cannot be opened: " + std::system_category().message(errno),
                    folder.string());
    }
    FolderLock lock(descriptor);
    const auto end = std::chrono::steady_clock::now() + most;
    while (tryLock(descriptor) == LockOutcome::Held) {
        if (std::chrono::steady_clock::now() >= end) {
            return fail(ErrorKind::NoPermission, "another window holds it", folder.string());
        }
        std::this_thread::sleep_for(kPause);
    }
    return lock;
}

FolderLock::FolderLock(FolderLock &&other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) {}

FolderLock::~FolderLock() {
    if (m_descriptor >= 0) {
        ::close(m_descriptor);
    }
}

}  // namespace stagescope
