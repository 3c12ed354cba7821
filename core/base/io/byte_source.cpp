#include "core/base/io/byte_source.h"

#include "core/base/io/compressed_source.h"
#include "core/base/io/file_time.h"
#include "core/base/io/memory_limit.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

namespace stagescope {

namespace {

constexpr std::size_t kMaxOneRead = std::size_t{1} << 30;  // the kernel gives at most 2 GiB - 4 KiB at a time

ErrorKind kindOf(int error) {
    switch (error) {
        case ENOENT:
        case ENOTDIR:
            return ErrorKind::NotFound;
        case EACCES:
        case EPERM:
            return ErrorKind::NoPermission;
        default:
            return ErrorKind::ReadFailed;
    }
}

std::string textOf(int error) { return std::system_category().message(error); }

class PlainSource final : public ByteSource {
public:
    explicit PlainSource(const OpenedFile &file) : ByteSource(file.path, file.descriptor, file.size, file.mtimeNs) {}

    Result<std::size_t> read(std::uint64_t offset, std::span<char> into) override {
        if (const auto status = checkMemory(path()); !status) {
            return tl::make_unexpected(status.error());
        }
        auto got = readFile(offset, into);
        if (got) {
            m_end = std::max(m_end, offset + *got);
        }
        return got;
    }
    [[nodiscard]] bool isSeekable() const override { return true; }
    [[nodiscard]] std::uint64_t fileBytesRead() const override { return m_end; }

private:
    std::uint64_t m_end = 0;
};

class HeldSource final : public ByteSource {
public:
    HeldSource(std::string bytes, std::string path)
        : ByteSource(std::move(path), -1, bytes.size(), 0), m_bytes(std::move(bytes)) {}

    Result<std::size_t> read(std::uint64_t offset, std::span<char> into) override {
        const auto at = std::min<std::uint64_t>(offset, m_bytes.size());
        return m_bytes.copy(into.data(), into.size(), at);
    }
    [[nodiscard]] bool isSeekable() const override { return true; }
    [[nodiscard]] std::uint64_t fileBytesRead() const override { return m_bytes.size(); }

private:
    std::string m_bytes;
};

Result<OpenedFile> openRegular(const std::string &path) {
    // O_NONBLOCK: opening a FIFO without a writer would wait for ever; a regular file does not care.
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0) {
        const int error = errno;
        return fail(kindOf(error), "cannot be opened: " + textOf(error), path);
    }
    struct stat status {};
    if (::fstat(descriptor, &status) != 0) {
        const int error = errno;
        ::close(descriptor);
        return fail(kindOf(error), "cannot be examined: " + textOf(error), path);
    }
    if (!S_ISREG(status.st_mode)) {
        ::close(descriptor);
        return fail(ErrorKind::Unsupported, S_ISDIR(status.st_mode) ? "is a folder" : "is not a regular file", path);
    }
    return OpenedFile{path, descriptor, static_cast<std::uint64_t>(status.st_size), changeTimeNs(status)};
}

}  // namespace

ByteSource::ByteSource(std::string path, int descriptor, std::uint64_t fileSize, std::int64_t mtimeNs)
    : m_path(std::move(path)), m_descriptor(descriptor), m_fileSize(fileSize), m_mtimeNs(mtimeNs) {}

ByteSource::~ByteSource() {
    if (m_descriptor >= 0) {
        ::close(m_descriptor);
    }
}

std::unique_ptr<ByteSource> ByteSource::ofBytes(std::string bytes, std::string path) {
    return std::make_unique<HeldSource>(std::move(bytes), std::move(path));
}

Result<std::unique_ptr<ByteSource>> ByteSource::open(const std::string &path) {
    auto file = openRegular(path);
    if (!file) {
        return tl::make_unexpected(file.error());
    }
    auto plain = std::make_unique<PlainSource>(*file);
    std::array<char, 4> magic{};
    const auto got = plain->readFile(0, magic);
    if (!got) {
        return tl::make_unexpected(got.error());
    }
    const std::string_view head(magic.data(), *got);
    const bool gzip = head.starts_with("\x1f\x8b");
    const bool zstd = head == std::string_view("\x28\xb5\x2f\xfd", 4);
    if (!gzip && !zstd) {
        return std::unique_ptr<ByteSource>(std::move(plain));
    }
    plain->m_descriptor = -1;  // now owned by the decoding source
    return gzip ? makeGzipSource(*file) : makeZstdSource(*file);
}

Result<std::size_t> ByteSource::readFile(std::uint64_t offset, std::span<char> into) const {
    std::size_t done = 0;
    while (done < into.size()) {
        const auto n = ::pread(m_descriptor, into.data() + done, std::min(into.size() - done, kMaxOneRead),
                               static_cast<off_t>(offset + done));
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            return failAt(ErrorKind::ReadFailed, "cannot be read: " + textOf(errno), offset + done);
        }
        if (n == 0) {
            break;
        }
        done += static_cast<std::size_t>(n);
    }
    return done;
}

tl::unexpected<Error> ByteSource::failAt(ErrorKind kind, std::string detail, std::uint64_t fileByte) const {
    return fail(kind, std::move(detail), m_path + ":byte " + std::to_string(fileByte));
}

}  // namespace stagescope
