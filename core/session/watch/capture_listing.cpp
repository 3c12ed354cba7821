#include "core/session/watch/capture_listing.h"

#include "core/base/io/file_time.h"
#include "core/base/path_text.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <memory>

namespace stagescope {

namespace {

Error lookError(const std::string &path) {
    const bool isDenied = errno == EACCES || errno == EPERM;
    return {isDenied          ? ErrorKind::NoPermission
            : errno == ENOENT ? ErrorKind::NotFound
                              : ErrorKind::ReadFailed,
            std::strerror(errno), path};
}

class ListingWalk {
public:
    ListingWalk(CaptureListing &listing, const std::stop_token &stop) : m_listing(listing), m_stop(stop) {}

    void walk(const std::string &inner, int level) {
        const auto path = inner.empty() ? m_listing.path : m_listing.path + '/' + inner;
        const int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK);
        const std::unique_ptr<DIR, int (*)(DIR *)> dir(fd < 0 ? nullptr : ::fdopendir(fd), &::closedir);
        if (!dir) {
            note(lookError(path));
            return;
        }
        std::vector<std::string> folders;
        while (const auto *entry = ::readdir(dir.get())) {
            const std::string name = entry->d_name;
            if (name == "." || name == ".." || m_stop.stop_requested()) {
                continue;
            }
            add(fd, inner.empty() ? name : inner + '/' + name, name, folders);
        }
        for (const auto &folder : folders) {
            m_listing.folders.push_back(folder);
            if (level >= kMostListedLevels || m_listing.files.size() >= kMostListedFiles) {
                note({ErrorKind::Limit, "too deep or too many files: the rest was skipped", path});
                return;
            }
            walk(folder, level + 1);
        }
    }

private:
    void add(int folder, const std::string &inner, const std::string &name, std::vector<std::string> &folders) {
        struct stat facts {};
        if (::fstatat(folder, name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) != 0) {
            return;  // gone since
        }
        if (S_ISDIR(facts.st_mode)) {
            folders.push_back(inner);
            return;
        }
        if (S_ISLNK(facts.st_mode) && ::fstatat(folder, name.c_str(), &facts, 0) != 0) {
            return;
        }
        if (S_ISREG(facts.st_mode)) {
            m_listing.files.push_back({inner, static_cast<std::uint64_t>(facts.st_size), changeTimeNs(facts)});
        }
    }

    void note(Error error) {
        if (m_listing.readable) {
            m_listing.readable = tl::make_unexpected(std::move(error));
        }
    }

    CaptureListing &m_listing;
    const std::stop_token &m_stop;
};

}  // namespace

std::uint64_t CaptureListing::bytes() const {
    std::uint64_t sum = 0;
    for (const auto &file : files) {
        sum += file.size;
    }
    return sum;
}

std::int64_t CaptureListing::newestNs() const {
    auto newest = std::numeric_limits<std::int64_t>::min();
    for (const auto &file : files) {
        newest = std::max(newest, file.mtimeNs);
    }
    return newest;
}

bool isProfilerFolder(std::string_view name) {
    return name.ends_with("_ascend_pt") || name.ends_with("_ascend_ms") || name.starts_with("PROF_");
}

CaptureListing listCapture(const std::string &path, const std::stop_token &stop) {
    CaptureListing listing;
    listing.path = path;
    struct stat facts {};
    if (::stat(path.c_str(), &facts) != 0) {
        listing.readable = tl::make_unexpected(lookError(path));
        return listing;
    }
    listing.isFolder = S_ISDIR(facts.st_mode);
    if (!listing.isFolder) {
        listing.files.push_back(
            {std::string(lastPart(path)), static_cast<std::uint64_t>(facts.st_size), changeTimeNs(facts)});
        if (::access(path.c_str(), R_OK) != 0) {
            listing.readable = tl::make_unexpected(lookError(path));
        }
        return listing;
    }
    ListingWalk(listing, stop).walk({}, 0);
    std::sort(listing.files.begin(), listing.files.end(), [](const auto &a, const auto &b) { return a.name < b.name; });
    std::sort(listing.folders.begin(), listing.folders.end());
    return listing;
}

}  // namespace stagescope
