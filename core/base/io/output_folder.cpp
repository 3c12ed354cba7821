#include "core/base/io/output_folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>
#include <vector>

namespace stagescope {

namespace fs = std::filesystem;

namespace {

constexpr unsigned kFolderMode = 0777;

/// A descriptor, closed at the end.
class OpenFolder {
public:
    explicit OpenFolder(int descriptor) : m_descriptor(descriptor) {}
    OpenFolder(const OpenFolder &) = delete;
    OpenFolder &operator=(const OpenFolder &) = delete;
    ~OpenFolder() { take(-1); }

    [[nodiscard]] int get() const { return m_descriptor; }
    void take(int descriptor) {
        if (m_descriptor >= 0) {
            ::close(m_descriptor);
        }
        m_descriptor = descriptor;
    }

private:
    int m_descriptor;
};

bool isNewOrEmpty(const fs::path &target) {
    std::error_code error;
    const auto kind = fs::symlink_status(target, error).type();
    return kind == fs::file_type::not_found || (kind == fs::file_type::directory && fs::is_empty(target, error));
}

/// All that is in it, folders after what they hold.
std::vector<fs::path> contentOf(const fs::path &folder) {
    std::vector<fs::path> paths{folder};
    std::error_code error;
    for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        if (!it->is_symlink(error)) {
            paths.push_back(it->path());
        }
    }
    return {paths.rbegin(), paths.rend()};
}

/// Writing all of it begins before the first is waited for: one wait for many files.
Status flushAll(const std::string &path, const fs::path &folder) {
    const auto content = contentOf(folder);
    for (const bool isBegun : {false, true}) {
        for (const auto &one : content) {
            const OpenFolder opened(::open(one.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
            if (!isBegun) {
                ::sync_file_range(opened.get(), 0, 0, SYNC_FILE_RANGE_WRITE);
            } else if (opened.get() < 0 || (::fsync(opened.get()) != 0 && errno != EINVAL && errno != ENOTSUP)) {
                return cannotWrite(path, errno);
            }
        }
    }
    return {};
}

}  // namespace

Status makeFolders(const fs::path &folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    return error ? Status(cannotWrite(folder.string(), error.value())) : Status();
}

OutputFolder::OutputFolder(std::string path, fs::path target, std::unique_ptr<OutputPart> part)
    : m_path(std::move(path)), m_target(std::move(target)), m_part(std::move(part)) {}

Result<std::unique_ptr<OutputFolder>> OutputFolder::create(const std::string &path, Place place) {
    ASSIGN_OR_RETURN(const auto followed, followedLinks(path));
    std::error_code error;
    auto target = fs::absolute(followed, error).lexically_normal();
    target = target.has_filename() ? target : target.parent_path();
    if (place == Place::NewOrEmpty && !isNewOrEmpty(target)) {
        return fail(ErrorKind::BadArgument, "is not a new or empty folder", path);
    }
    if (const auto made = makeFolders(target.parent_path()); !made) {
        return fail(made.error().kind, made.error().detail, path);
    }
    auto part = OutputPart::claim(path, target, OutputPart::Kind::Folder, kFolderMode);
    auto kept = part ? takeOver(path, target, (*part)->descriptor()) : tl::make_unexpected(part.error());
    if (part && place == Place::Filled) {
        kept = {};  // the folder that is there stays
    }
    return kept ? Result<std::unique_ptr<OutputFolder>>(
                      std::unique_ptr<OutputFolder>(new OutputFolder(path, target, std::move(*part))))
                : tl::make_unexpected(kept.error());
}

Status OutputFolder::commit() {
    const auto flushed = flushAll(m_path, path());
    return flushed ? m_part->takeName(true) : flushed;
}

Status OutputFolder::commitInto(const std::vector<std::string> &names) {
    auto status = flushAll(m_path, path());
    for (auto it = names.begin(); it != names.end() && status; ++it) {
        status = moveInto(m_target, *it, path() / *it);
    }
    return status;
}

Status moveInto(const fs::path &root, const fs::path &name, const fs::path &file) {
    OpenFolder folder(::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    auto place = root;
    for (const auto &step : name.parent_path()) {
        place /= step;
        if (folder.get() >= 0 && ::mkdirat(folder.get(), step.c_str(), kFolderMode) != 0 && errno != EEXIST) {
            return cannotWrite(place.string(), errno);
        }
        folder.take(::openat(folder.get(), step.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
        std::error_code ignored;
        if (folder.get() < 0 && fs::is_symlink(fs::symlink_status(place, ignored))) {
            return fail(ErrorKind::BadArgument, "is not written to: it is a link", place.string());
        }
    }
    if (folder.get() < 0) {
        return cannotWrite(place.string(), errno);
    }
    const auto target = (root / name).string();
    const OpenFolder moved(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    auto status = moved.get() < 0 ? Status(cannotWrite(target, errno)) : checkReplaceable(target, target);
    status = status ? takeOver(target, target, moved.get()) : status;
    if (status &&
        (::fsync(moved.get()) != 0 || ::renameat(AT_FDCWD, file.c_str(), folder.get(), name.filename().c_str()) != 0)) {
        status = cannotWrite(target, errno);
    }
    return status;
}

}  // namespace stagescope
