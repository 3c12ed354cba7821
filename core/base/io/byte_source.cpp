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

struct OpenedFile {
    int descriptor = -1;
    std::uint64_t size = 0;
    std::int64_t mtimeNs = 0;
};

class PlainSource final : public ByteSource {
public:
    PlainSource(std::string path, const OpenedFile &file)
        : ByteSource(std::move(path), file.size, file.mtimeNs), m_descriptor(file.descriptor) {}
    ~PlainSource() override { ::close(m_descriptor); }
    PlainSource(const PlainSource &) = delete;
    PlainSource &operator=(const PlainSource &) = delete;

    Result<std::size_t> read(std::uint64_t offset, std::span<char> into) override {
        RETURN_IF_ERROR(checkMemory(path()));
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
        m_end = std::max(m_end, offset + done);
        return done;
    }
    [[nodiscard]] bool isSeekable() const override { return true; }
    [[nodiscard]] std::uint64_t fileBytesRead() const override { return m_end; }

private:
    int m_descriptor;
    std::uint64_t m_end = 0;
};

class HeldSource final : public ByteSource {
public:
    HeldSource(std::string bytes, std::string path)
        : ByteSource(std::move(path), bytes.size(), 0), m_bytes(std::move(bytes)) {}

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
    return OpenedFile{descriptor, static_cast<std::uint64_t>(status.st_size), changeTimeNs(status)};
}

/// As the file is, on the disc or in an archive.
Result<std::unique_ptr<ByteSource>> openRaw(const std::string &path) {
    const auto file = openRegular(path);
    if (file) {
        return std::make_unique<PlainSource>(path, *file);
    }
    const auto *inner = file.error().kind == ErrorKind::NotFound ? innerFiles() : nullptr;
    auto found = inner == nullptr ? Result<std::unique_ptr<ByteSource>>() : inner->open(path);
    return found && *found == nullptr ? tl::make_unexpected(file.error()) : std::move(found);
}

}  // namespace

ByteSource::ByteSource(std::string path, std::uint64_t fileSize, std::int64_t mtimeNs)
    : m_path(std::move(path)), m_fileSize(fileSize), m_mtimeNs(mtimeNs) {}

ByteSource::~ByteSource() = default;

std::unique_ptr<ByteSource> ByteSource::ofBytes(std::string bytes, std::string path) {
    return std::make_unique<HeldSource>(std::move(bytes), std::move(path));
}

Result<std::unique_ptr<ByteSource>> ByteSource::open(const std::string &path) {
    auto source = openRaw(path);
    for (int layer = 0; source && layer < kMostLayersOfPacking; ++layer) {
        std::array<char, 4> magic{};
        const auto got = (*source)->read(0, magic);
        if (!got && layer == 0) {
            return tl::make_unexpected(got.error());
        }
        const std::string_view head(magic.data(), got.value_or(0));
        if (head.starts_with("\x1f\x8b")) {
            source = makeGzipSource(std::move(*source));
        } else if (head == std::string_view("\x28\xb5\x2f\xfd", 4)) {
            source = makeZstdSource(std::move(*source));
        } else {
            break;
        }
    }
    return source;
}

tl::unexpected<Error> ByteSource::failAt(ErrorKind kind, std::string detail, std::uint64_t fileByte) const {
    return fail(kind, std::move(detail), m_path + ":byte " + std::to_string(fileByte));
}

}  // namespace stagescope
