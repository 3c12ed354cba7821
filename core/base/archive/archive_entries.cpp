#include "core/base/archive/archive_entries.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace stagescope {

namespace {
constexpr std::size_t kBlockBytes = std::size_t{256} << 10;
}

ArchiveEntries::ArchiveEntries(const std::string &path, std::uint64_t from)
    : m_path(path), m_archive(archive_read_new()) {
    // Each by its name: to "all" belong some that run other programs.
    archive_read_support_filter_gzip(m_archive);
    archive_read_support_filter_zstd(m_archive);
    archive_read_support_filter_xz(m_archive);
    archive_read_support_filter_bzip2(m_archive);
    archive_read_support_format_tar(m_archive);
    archive_read_support_format_zip(m_archive);
    m_descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct stat facts {};
    if (m_descriptor < 0 || ::fstat(m_descriptor, &facts) != 0 ||
        (from > 0 && ::lseek(m_descriptor, static_cast<off_t>(from), SEEK_SET) < 0)) {
        m_error = errno;
    } else {
        m_error = S_ISREG(facts.st_mode) ? 0 : EINVAL;
    }
    m_isOpen = m_error == 0 && archive_read_open_fd(m_archive, m_descriptor, kBlockBytes) == ARCHIVE_OK;
}

ArchiveEntries::~ArchiveEntries() {
    archive_read_free(m_archive);
    if (m_descriptor >= 0) {
        ::close(m_descriptor);
    }
}

tl::unexpected<Error> ArchiveEntries::failed(const char *otherwise) const {
    if (m_error != 0) {
        const auto kind = m_error == EACCES || m_error == EPERM ? ErrorKind::NoPermission
                          : m_error == EINVAL                   ? ErrorKind::Unsupported
                                                                : ErrorKind::NotFound;
        return fail(kind, std::strerror(m_error), m_path);
    }
    const char *told = archive_error_string(m_archive);
    const std::string detail = told == nullptr ? otherwise : told;
    const bool isCut = detail.find("runcated") != std::string::npos || detail.find("EOF") != std::string::npos;
    return fail(isCut ? ErrorKind::Truncated : ErrorKind::Malformed, "the archive is damaged: " + detail, m_path);
}

Result<bool> ArchiveEntries::next() {
    if (!m_isOpen) {
        return failed("it cannot be opened");
    }
    for (int tries = 0; tries < 100; ++tries) {
        const int code = archive_read_next_header(m_archive, &m_entry);
        if (code == ARCHIVE_EOF) {
            return false;
        }
        if (code == ARCHIVE_OK || code == ARCHIVE_WARN) {
            return true;
        }
        if (code != ARCHIVE_RETRY) {
            break;
        }
    }
    return failed("an entry cannot be read");
}

Result<std::size_t> ArchiveEntries::read(std::span<char> into) {
    const auto got = archive_read_data(m_archive, into.data(), into.size());
    if (got < 0) {
        return failed("bytes of an entry cannot be read");
    }
    return static_cast<std::size_t>(got);
}

std::string ArchiveEntries::name() const {
    const char *name = archive_entry_pathname(m_entry);
    name = name == nullptr ? archive_entry_pathname_utf8(m_entry) : name;  // where the locale has not its letters
    return name == nullptr ? std::string() : name;
}

bool ArchiveEntries::isFile() const {
    return archive_entry_filetype(m_entry) == AE_IFREG && archive_entry_hardlink(m_entry) == nullptr;
}

bool ArchiveEntries::isFolder() const { return archive_entry_filetype(m_entry) == AE_IFDIR; }

bool ArchiveEntries::isEncrypted() const { return archive_entry_is_encrypted(m_entry) != 0; }

std::optional<std::uint64_t> ArchiveEntries::size() const {
    const bool isKnown = archive_entry_size_is_set(m_entry) != 0 && archive_entry_size(m_entry) >= 0;
    return isKnown ? std::optional(static_cast<std::uint64_t>(archive_entry_size(m_entry))) : std::nullopt;
}

std::optional<std::uint64_t> ArchiveEntries::position() const {
    const bool isTar = (archive_format(m_archive) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_TAR;
    const auto begin = archive_read_header_position(m_archive);
    const bool isKnown = isTar && !isCompressedAsOne() && archive_entry_sparse_count(m_entry) == 0 && begin >= 0;
    return isKnown ? std::optional(static_cast<std::uint64_t>(begin)) : std::nullopt;
}

bool ArchiveEntries::isCompressedAsOne() const { return archive_filter_count(m_archive) > 1; }

}  // namespace stagescope
