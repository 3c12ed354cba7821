#include "core/session/discovery/file_head.h"

#include "core/base/io/byte_source.h"
#include "core/base/io/compressed_source.h"
#include "core/base/io/zstd_decoder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>

namespace stagescope {

namespace {

class Descriptor {
public:
    explicit Descriptor(int fd) : m_fd(fd) {}
    ~Descriptor() {
        if (m_fd >= 0) {
            ::close(m_fd);
        }
    }
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;
    [[nodiscard]] int get() const { return m_fd; }

private:
    int m_fd;
};

tl::unexpected<Error> systemError(const std::string &path) {
    const int code = errno;
    const auto kind = code == ENOENT                    ? ErrorKind::NotFound
                      : code == EACCES || code == EPERM ? ErrorKind::NoPermission
                                                        : ErrorKind::ReadFailed;
    return fail(kind, std::strerror(code), path);
}

std::string inflated(std::string_view input, std::size_t size) {
    std::string out(size, '\0');
    z_stream stream{};
    constexpr int kGzipOnly = 15 + 16;
    if (inflateInit2(&stream, kGzipOnly) != Z_OK) {
        return {};
    }
    std::string bytes(input);  // zlib's input is not const
    stream.next_in = reinterpret_cast<Bytef *>(bytes.data());
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef *>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    inflate(&stream, Z_SYNC_FLUSH);
    out.resize(out.size() - stream.avail_out);
    inflateEnd(&stream);
    return out;
}

std::string unzstd(std::string_view input, std::size_t size) {
    ZstdDecoder decoder;
    std::string out(size, '\0');
    ZSTD_inBuffer in{input.data(), input.size(), 0};
    ZSTD_outBuffer target{out.data(), out.size(), 0};
    while (decoder.isValid() && in.pos < in.size && target.pos < target.size) {
        const auto before = in.pos + target.pos;
        const auto rest = decoder.decode(target, in);
        if (ZSTD_isError(rest) != 0U || in.pos + target.pos == before) {
            break;
        }
    }
    out.resize(target.pos);
    return out;
}

Result<std::string> headInArchive(const std::string &path, std::size_t size) {
    const auto source = ByteSource::open(path);
    std::string head(size, '\0');
    const auto got = source ? (*source)->read(0, head) : tl::make_unexpected(source.error());
    if (!got) {
        return tl::make_unexpected(got.error());
    }
    head.resize(*got);
    return head;
}

}  // namespace

Result<std::string> readHead(const std::string &path, std::size_t size) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    struct stat facts {};
    if (file.get() < 0 && errno == ENOTDIR) {
        return headInArchive(path, size);
    }
    if (file.get() < 0 || ::fstat(file.get(), &facts) != 0) {
        return systemError(path);
    }
    if (!S_ISREG(facts.st_mode)) {
        return fail(ErrorKind::ReadFailed, "not a regular file", path);
    }
    std::string head(std::min(size, static_cast<std::size_t>(facts.st_size)), '\0');
    std::size_t got = 0;
    while (got < head.size()) {
        const auto n = ::pread(file.get(), head.data() + got, head.size() - got, static_cast<off_t>(got));
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            return systemError(path);
        }
        if (n == 0) {
            break;
        }
        got += static_cast<std::size_t>(n);
    }
    head.resize(got);
    for (int layer = 0; layer < kMostLayersOfPacking; ++layer) {
        if (head.starts_with("\x1f\x8b")) {
            head = inflated(head, size);
        } else if (head.starts_with("\x28\xb5\x2f\xfd")) {
            head = unzstd(head, size);
        }
    }
    return head;
}

}  // namespace stagescope
