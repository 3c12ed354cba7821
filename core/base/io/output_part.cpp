#include "core/base/io/output_part.h"

#include "core/base/io/file_lock.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <xxhash.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

namespace stagescope {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kPartEnding = ".stagescope.part";
constexpr std::size_t kLongestName = 255 - kPartEnding.size();
constexpr int kClaimTries = 50;
constexpr std::chrono::milliseconds kClaimPause{2};

fs::path partPath(const fs::path &target) {
    auto name = target.filename().string();
    if (name.size() > kLongestName) {
        std::array<char, 24> hash{};
        std::snprintf(hash.data(), hash.size(), "%016llx",
                      static_cast<unsigned long long>(XXH3_64bits(name.data(), name.size())));
        name = hash.data();
    }
    return target.parent_path() / (name + std::string(kPartEnding));
}

/// As far as its mode, which is that of what it replaces, lets anybody.
int openPart(const fs::path &path, OutputPart::Kind kind) {
    constexpr int kAll = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
    if (kind == OutputPart::Kind::Folder) {
        return ::open(path.c_str(), kAll | O_RDONLY | O_DIRECTORY);
    }
    int descriptor = -1;
    for (const int way : {O_RDWR, O_RDONLY, O_WRONLY}) {
        descriptor = descriptor < 0 ? ::open(path.c_str(), kAll | way) : descriptor;
    }
    return descriptor;
}

/// -1 and errno where it cannot be made, or is there.
int makePart(const fs::path &path, OutputPart::Kind kind, unsigned mode) {
    if (kind == OutputPart::Kind::File) {
        return ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
    }
    return ::mkdir(path.c_str(), mode) == 0 ? openPart(path, kind) : -1;
}

enum class Found : std::uint8_t { Dead, Held, Gone };

/// Removes what is there when nobody holds it.
Found removeIfDead(const fs::path &path) {
    struct stat facts {};
    if (::lstat(path.c_str(), &facts) != 0) {
        return Found::Gone;
    }
    const auto kind = S_ISDIR(facts.st_mode) ? OutputPart::Kind::Folder : OutputPart::Kind::File;
    const int descriptor = openPart(path, kind);
    if (descriptor < 0) {
        return errno == ENOENT ? Found::Gone : Found::Held;
    }
    const bool isDead = tryLock(descriptor) == LockOutcome::Taken && isStillThere(descriptor, path);
    std::error_code error;
    if (isDead) {
        fs::remove_all(path, error);
    }
    ::close(descriptor);
    return isDead && !error ? Found::Dead : Found::Held;
}

/// A new part that is ours, locked; -1 and errno, which is EBUSY where another run has it. Between the making and the
/// locking another run may take it for a dead one: then it is gone, and all begins anew.
int claimedPart(const fs::path &path, OutputPart::Kind kind, unsigned mode) {
    for (int i = 0; i < kClaimTries; ++i) {
        const int descriptor = makePart(path, kind, mode);
        if (descriptor >= 0) {
            if (tryLock(descriptor) != LockOutcome::Held && isStillThere(descriptor, path)) {
                return descriptor;
            }
            ::close(descriptor);
        } else if (errno != EEXIST) {
            return -1;
        }
        if (removeIfDead(path) == Found::Held) {
            std::this_thread::sleep_for(kClaimPause);
        }
    }
    errno = EBUSY;
    return -1;
}

Status flushedFolder(const std::string &path, const fs::path &folder) {
    const int descriptor = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) {
        return {};  // one that may be written to and not be read
    }
    const int error = ::fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP ? 0 : errno;
    ::close(descriptor);
    return error == 0 ? Status() : Status(cannotWrite(path, error));
}

tl::unexpected<Error> refusedToReplace(const std::string &path, const std::string &why) {
    return fail(ErrorKind::BadArgument, "is not written to: " + why, path);
}

const char *kindOfFile(mode_t mode) {
    return S_ISFIFO(mode) ? "a FIFO" : S_ISSOCK(mode) ? "a socket" : S_ISLNK(mode) ? "a link" : "a device";
}

/// Names of the attributes, each with its 0; empty where there are none.
std::string attributeNames(const fs::path &target) {
    std::string names;
    for (auto size = ::listxattr(target.c_str(), nullptr, 0); size > 0;) {
        names.resize(static_cast<std::size_t>(size));
        const auto got = ::listxattr(target.c_str(), names.data(), names.size());
        if (got >= 0) {
            names.resize(static_cast<std::size_t>(got));
            return names;
        }
        size = errno == ERANGE ? ::listxattr(target.c_str(), nullptr, 0) : 0;
    }
    return {};
}

template <class Get>
std::vector<char> attributeValue(const Get &get) {
    const auto size = get(nullptr, 0);
    std::vector<char> value(size > 0 ? static_cast<std::size_t>(size) : 0);
    const auto got = value.empty() ? 0 : get(value.data(), value.size());
    value.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return value;
}

/// Labels of the kernel's guards are given by the kernel.
bool isKeptAttribute(std::string_view name) { return !name.starts_with("security.") || name == "security.capability"; }

Status takeOverAttributes(const std::string &path, const fs::path &target, int descriptor) {
    const auto names = attributeNames(target);
    for (std::size_t at = 0; at < names.size(); at += std::string_view(names.c_str() + at).size() + 1) {
        const char *name = names.c_str() + at;
        if (!isKeptAttribute(name)) {
            continue;
        }
        const auto value =
            attributeValue([&](char *into, std::size_t size) { return ::getxattr(target.c_str(), name, into, size); });
        const auto own =
            attributeValue([&](char *into, std::size_t size) { return ::fgetxattr(descriptor, name, into, size); });
        const bool isThere = ::fgetxattr(descriptor, name, nullptr, 0) >= 0;
        if (!(isThere && own == value) && ::fsetxattr(descriptor, name, value.data(), value.size(), 0) != 0) {
            return refusedToReplace(path, "its attribute " + std::string(name) + " cannot be kept (" +
                                              std::system_category().message(errno) + ")");
        }
    }
    return {};
}

}  // namespace

tl::unexpected<Error> cannotWrite(const std::string &path, int error) {
    const bool isForbidden = error == EACCES || error == EPERM || error == EROFS;
    return fail(isForbidden ? ErrorKind::NoPermission : ErrorKind::ReadFailed,
                "cannot be written: " + std::system_category().message(error), path);
}

Result<fs::path> followedLinks(const std::string &path) {
    constexpr int kMostLinks = 40;
    fs::path place = path;
    for (int i = 0; i < kMostLinks; ++i) {
        std::error_code error;
        if (!fs::is_symlink(fs::symlink_status(place, error))) {
            return place;
        }
        const auto leads = fs::read_symlink(place, error);
        if (error) {
            return cannotWrite(path, error.value());
        }
        place = place.parent_path() / leads;
    }
    return cannotWrite(path, ELOOP);
}

Status checkReplaceable(const std::string &path, const fs::path &target) {
    struct stat facts {};
    if (::lstat(target.c_str(), &facts) != 0) {
        return {};
    }
    if (S_ISDIR(facts.st_mode)) {
        return fail(ErrorKind::BadArgument, "is a folder", path);
    }
    if (!S_ISREG(facts.st_mode)) {
        return refusedToReplace(path, std::string("it is ") + kindOfFile(facts.st_mode) + ", not a file");
    }
    if (facts.st_nlink > 1) {
        return refusedToReplace(path, "it has " + std::to_string(facts.st_nlink) +
                                          " names (hard links), and would be another file than the rest of them");
    }
    return ::access(target.c_str(), W_OK) == 0 ? Status() : Status(cannotWrite(path, errno));
}

Status takeOver(const std::string &path, const fs::path &target, int descriptor) {
    constexpr mode_t kBits = 07777;
    struct stat old {};
    struct stat own {};
    if (::lstat(target.c_str(), &old) != 0) {
        return {};
    }
    if (::fstat(descriptor, &own) != 0) {
        return cannotWrite(path, errno);
    }
    const bool isOthers = own.st_uid != old.st_uid || own.st_gid != old.st_gid;
    // A group alone may be given by whoever belongs to it.
    const auto owner = own.st_uid != old.st_uid ? old.st_uid : static_cast<uid_t>(-1);
    if (isOthers && ::fchown(descriptor, owner, old.st_gid) != 0) {
        return refusedToReplace(path,
                                "its owner and group cannot be kept (" + std::system_category().message(errno) + ")");
    }
    RETURN_IF_ERROR(takeOverAttributes(path, target, descriptor));
    // Last: giving it away takes some of these bits.
    return ::fchmod(descriptor, old.st_mode & kBits) == 0 ? Status() : Status(cannotWrite(path, errno));
}

OutputPart::OutputPart(std::string path, fs::path target, std::unique_ptr<Leftover> leftover, int descriptor)
    : m_path(std::move(path)), m_target(std::move(target)), m_leftover(std::move(leftover)), m_descriptor(descriptor) {}

OutputPart::~OutputPart() {
    m_leftover.reset();  // while it is held: nobody takes it for a dead one
    ::close(m_descriptor);
}

Result<std::unique_ptr<OutputPart>> OutputPart::claim(const std::string &path, const fs::path &target, Kind kind,
                                                      unsigned mode) {
    const auto part = partPath(target);
    int descriptor = -1;
    int error = 0;
    auto leftover = std::make_unique<Leftover>(part, [&] {
        descriptor = claimedPart(part, kind, mode);
        error = errno;
        return descriptor >= 0;
    });
    if (descriptor < 0 && error == EBUSY) {
        return fail(ErrorKind::BadArgument, "is not written to: another run is writing it", path);
    }
    if (descriptor < 0) {
        return cannotWrite(path, error);
    }
    return std::unique_ptr<OutputPart>(new OutputPart(path, target, std::move(leftover), descriptor));
}

Status OutputPart::takeName(bool isLasting) {
    if (isLasting && ::fsync(m_descriptor) != 0 && errno != EINVAL && errno != ENOTSUP) {
        return cannotWrite(m_path, errno);
    }
    if (!isStillThere(m_descriptor, path())) {
        return cannotWrite(m_path, ENOENT);
    }
    if (std::rename(path().c_str(), m_target.c_str()) != 0) {
        return cannotWrite(m_path, errno);
    }
    m_leftover->keep();
    return isLasting ? flushedFolder(m_path, m_target.parent_path()) : Status();
}

void removeDeadParts(const fs::path &folder) {
    std::error_code error;
    std::vector<fs::path> parts;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        if (it->path().filename().string().ends_with(kPartEnding)) {
            parts.push_back(it->path());
        }
    }
    for (const auto &part : parts) {
        removeIfDead(part);
    }
}

}  // namespace stagescope
