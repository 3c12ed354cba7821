#include "core/store/trace/archive_columns.h"

#include "core/base/io/memory_limit.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace stagescope {

namespace {

constexpr std::uint64_t kMagic = 0x3148435241475453;  // "STGARCH1"
constexpr std::uint32_t kMaxIdentity = 64 * 1024;
constexpr int kLevel = 1;  // 400 MB/s and more; higher levels save a tenth of the bytes for thrice the time

struct Head {
    std::uint64_t magic = kMagic;
    std::uint32_t version = kArchiveVersion;
    std::uint32_t identityBytes = 0;
};

struct Tail {
    ArchiveFrame directory;
    std::uint64_t magic = kMagic;
    std::uint64_t hash = 0;  ///< XXH3 of all bytes before this member
};

template <class T>
std::string_view bytesOf(const T &value) {
    static_assert(std::is_trivially_copyable_v<T>);
    return {reinterpret_cast<const char *>(&value), sizeof(T)};
}
template <class T>
std::span<char> bytesInto(T &value) {
    static_assert(std::is_trivially_copyable_v<T>);
    return {reinterpret_cast<char *>(&value), sizeof(T)};
}

struct FreeHash {
    void operator()(XXH3_state_t *state) const { XXH3_freeState(state); }
};
using Hash = std::unique_ptr<XXH3_state_t, FreeHash>;

Hash newHash() {
    Hash hash(XXH3_createState());
    XXH3_64bits_reset(hash.get());
    return hash;
}

bool readFully(int descriptor, std::uint64_t offset, std::span<char> into) {
    while (!into.empty()) {
        const auto got = ::pread(descriptor, into.data(), into.size(), static_cast<off_t>(offset));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return false;
        }
        offset += static_cast<std::uint64_t>(got);
        into = into.subspan(static_cast<std::size_t>(got));
    }
    return true;
}

/// A descriptor until it is given away.
struct Descriptor {
    int value = -1;
    explicit Descriptor(int v) : value(v) {}
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;
    ~Descriptor() {
        if (value >= 0) {
            ::close(value);
        }
    }
};

Result<std::string> identityIn(int descriptor, const std::string &path) {
    Head head;
    if (!readFully(descriptor, 0, bytesInto(head)) || head.magic != kMagic) {
        return fail(ErrorKind::Malformed, "not an archive", path);
    }
    if (head.version != kArchiveVersion || head.identityBytes > kMaxIdentity) {
        return fail(ErrorKind::Unsupported, "an archive of another version", path);
    }
    std::string identity(head.identityBytes, '\0');
    if (!readFully(descriptor, sizeof(Head), identity)) {
        return fail(ErrorKind::Truncated, "the archive ends in its head", path);
    }
    return identity;
}

/// Reads all, and compares its hash with the one at its end.
Status readHashed(int descriptor, std::span<char> bytes, const std::string &path, const std::stop_token &stop) {
    constexpr std::size_t kStep = std::size_t{1} << 20;
    const auto hash = newHash();
    const auto hashed = bytes.size() - sizeof(Tail::hash);
    for (std::size_t at = 0; at < bytes.size(); at += kStep) {
        const auto part = bytes.subspan(at, std::min(kStep, bytes.size() - at));
        if (stop.stop_requested()) {
            return fail(ErrorKind::Cancelled, "reading the archive was stopped", path);
        }
        if (!readFully(descriptor, at, part)) {
            return fail(ErrorKind::ReadFailed, "the archive cannot be read", path);
        }
        const auto left = hashed > at ? hashed - at : 0;
        XXH3_64bits_update(hash.get(), part.data(), std::min(part.size(), left));
    }
    Tail tail;
    std::memcpy(&tail, bytes.last(sizeof(Tail)).data(), sizeof(Tail));
    return tail.magic == kMagic && tail.hash == XXH3_64bits_digest(hash.get())
               ? Status{}
               : fail(ErrorKind::Truncated, "the archive is not whole", path);
}

}  // namespace

struct ArchiveWriter::Packer {
    struct FreePacker {
        void operator()(ZSTD_CCtx *context) const { ZSTD_freeCCtx(context); }
    };
    Hash hash = newHash();
    std::unique_ptr<ZSTD_CCtx, FreePacker> zstd{ZSTD_createCCtx()};
    std::string packed;
};

ArchiveWriter::ArchiveWriter(Output output, std::string_view identity, std::stop_token stop)
    : m_output(std::move(output)), m_stop(std::move(stop)), m_packer(std::make_unique<Packer>()) {
    Head head;
    head.identityBytes = static_cast<std::uint32_t>(identity.size());
    if (identity.size() > kMaxIdentity || !m_packer->zstd) {
        m_status = fail(ErrorKind::Limit, "the archive cannot be set up");
    }
    put(bytesOf(head));
    put(identity);
}

ArchiveWriter::~ArchiveWriter() = default;

void ArchiveWriter::put(std::string_view bytes) {
    if (m_status && m_stop.stop_requested()) {
        m_status = fail(ErrorKind::Cancelled, "writing the archive was stopped");
    }
    if (!m_status) {
        return;
    }
    XXH3_64bits_update(m_packer->hash.get(), bytes.data(), bytes.size());
    m_offset += bytes.size();
    m_status = m_output(bytes);
}

ArchiveFrame ArchiveWriter::frame(std::string_view bytes) {
    if (!m_status || bytes.size() > std::numeric_limits<std::uint32_t>::max()) {
        m_status = m_status ? fail(ErrorKind::Limit, "a frame of the archive would be too large") : m_status;
        return {};
    }
    auto &packed = m_packer->packed;
    packed.resize(ZSTD_compressBound(bytes.size()));
    const auto size =
        ZSTD_compressCCtx(m_packer->zstd.get(), packed.data(), packed.size(), bytes.data(), bytes.size(), kLevel);
    if (ZSTD_isError(size) != 0) {
        m_status = fail(ErrorKind::Internal, ZSTD_getErrorName(size));
        return {};
    }
    const ArchiveFrame result{m_offset, static_cast<std::uint32_t>(size), static_cast<std::uint32_t>(bytes.size())};
    put({packed.data(), size});
    return result;
}

Status ArchiveWriter::finish(std::string_view directory) {
    Tail tail;
    tail.directory = frame(directory);
    put(bytesOf(tail).substr(0, offsetof(Tail, hash)));
    tail.hash = XXH3_64bits_digest(m_packer->hash.get());
    put(bytesOf(tail.hash));
    return m_status;
}

Result<std::string> ArchiveFile::identityOf(const std::string &path) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    return file.value < 0 ? fail(ErrorKind::NotFound, "the archive cannot be opened", path)
                          : identityIn(file.value, path);
}

Result<std::shared_ptr<const ArchiveFile>> ArchiveFile::open(const std::string &path, std::string_view identity,
                                                             const std::stop_token &stop) {
    const Descriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (descriptor.value < 0) {
        return fail(ErrorKind::NotFound, "the archive cannot be opened", path);
    }
    const auto found = identityIn(descriptor.value, path);
    if (!found || *found != identity) {
        return found ? fail(ErrorKind::Changed, "the archive was made from something else", path)
                     : tl::make_unexpected(found.error());
    }
    struct stat facts {};
    if (::fstat(descriptor.value, &facts) != 0 ||
        facts.st_size < static_cast<off_t>(sizeof(Head) + identity.size() + sizeof(Tail))) {
        return fail(ErrorKind::Truncated, "the archive is too short", path);
    }
    std::shared_ptr<ArchiveFile> file(new ArchiveFile);
    file->m_size = static_cast<std::size_t>(facts.st_size);
    file->m_bytes = std::make_unique_for_overwrite<char[]>(file->m_size);
    const std::span<char> bytes(file->m_bytes.get(), file->m_size);
    if (auto status = readHashed(descriptor.value, bytes, path, stop); !status) {
        return tl::make_unexpected(std::move(status.error()));
    }
    Tail tail;
    std::memcpy(&tail, bytes.last(sizeof(Tail)).data(), sizeof(Tail));
    const bool isDirectory = tail.directory.raw <= expansionLimit(file->m_size) && file->holds(tail.directory);
    file->m_directory.resize(isDirectory ? tail.directory.raw : 0);
    if (!isDirectory || !file->read(tail.directory, file->m_directory)) {
        return fail(ErrorKind::Malformed, "the archive's directory cannot be decoded", path);
    }
    return file;
}

bool ArchiveFile::holds(const ArchiveFrame &frame) const {
    return frame.offset <= m_size && frame.packed <= m_size - frame.offset &&
           ZSTD_getFrameContentSize(m_bytes.get() + frame.offset, frame.packed) == frame.raw;
}

bool ArchiveFile::read(const ArchiveFrame &frame, std::span<char> into) const {
    return into.size() == frame.raw && frame.offset <= m_size && frame.packed <= m_size - frame.offset &&
           ZSTD_decompress(into.data(), into.size(), m_bytes.get() + frame.offset, frame.packed) == into.size();
}

}  // namespace stagescope
