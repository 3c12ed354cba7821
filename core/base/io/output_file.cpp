#include "core/base/io/output_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

namespace stagescope {

namespace fs = std::filesystem;

namespace {

constexpr int kNameTries = 100;

tl::unexpected<Error> cannotWrite(const std::string &path, int error) {
    const bool isForbidden = error == EACCES || error == EPERM || error == EROFS;
    return fail(isForbidden ? ErrorKind::NoPermission : ErrorKind::ReadFailed,
                "cannot be written: " + std::system_category().message(error), path);
}

/// The file that a link names is replaced, not the link.
std::string withoutLinks(const std::string &path) {
    std::error_code error;
    const auto real = fs::is_symlink(path, error) ? fs::weakly_canonical(path, error) : fs::path(path);
    return error ? path : real.string();
}

}  // namespace

OutputFile::OutputFile(std::string path, std::string target, std::string part, int descriptor)
    : m_path(std::move(path)), m_target(std::move(target)), m_part(std::move(part)), m_descriptor(descriptor) {}

OutputFile::~OutputFile() {
    if (m_descriptor >= 0) {
        ::close(m_descriptor);
    }
}

Result<std::unique_ptr<OutputFile>> OutputFile::create(const std::string &path) {
    const auto target = withoutLinks(path);
    std::error_code ignored;
    if (fs::is_directory(target, ignored)) {
        return fail(ErrorKind::BadArgument, "is a folder", path);
    }
    if (fs::exists(target, ignored) && ::access(target.c_str(), W_OK) != 0) {
        return cannotWrite(path, errno);
    }
    for (int i = 0; i < kNameTries; ++i) {
        const auto part = target + "." + std::to_string(::getpid()) + "-" + std::to_string(i) + ".part";
        const int descriptor = ::open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (descriptor >= 0) {
            return std::unique_ptr<OutputFile>(new OutputFile(path, target, part, descriptor));
        }
        if (errno != EEXIST) {
            break;
        }
    }
    return cannotWrite(path, errno);
}

Status OutputFile::broken(int error) {
    m_status = cannotWrite(m_path, error);
    return m_status;
}

Status OutputFile::write(std::string_view bytes) {
    while (m_status && !bytes.empty()) {
        const auto written = ::write(m_descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR) {
            return broken(errno);
        }
        bytes.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
    }
    return m_status;
}

Status OutputFile::commit() {
    if (!m_status) {
        return m_status;
    }
    const int closed = ::close(m_descriptor);
    m_descriptor = -1;
    if (closed != 0 || std::rename(m_part.path().c_str(), m_target.c_str()) != 0) {
        return broken(errno);
    }
    m_part.keep();
    return {};
}

Status writeWholeFile(const std::string &path, std::string_view content) {
    auto file = OutputFile::create(path);
    if (!file) {
        return tl::make_unexpected(file.error());
    }
    const auto status = (*file)->write(content);
    return status ? (*file)->commit() : status;
}

}  // namespace stagescope
