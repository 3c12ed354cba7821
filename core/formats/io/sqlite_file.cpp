#include "core/base/archive/archive_place.h"
#include "core/base/byte_text.h"
#include "core/base/io/byte_source.h"
#include "core/base/io/database_head.h"
#include "core/base/io/file_time.h"
#include "core/base/io/memory_limit.h"
#include "core/base/io/output_file.h"
#include "core/base/io/private_folder.h"
#include "core/base/io/read_buffer.h"
#include "core/formats/io/sqlite_reader.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace stagescope {

namespace fs = std::filesystem;

namespace {

std::string uriOf(const std::string &path, std::string_view query) {
    constexpr std::string_view kHex = "0123456789ABCDEF";
    std::error_code error;
    const auto absolute = fs::absolute(path, error).lexically_normal().string();
    std::string uri = "file:";
    for (const char c : error ? path : absolute) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                           (byte >= '0' && byte <= '9') || byte == '/' || byte == '.' || byte == '_' || byte == '-' ||
                           byte == '~';
        if (plain) {
            uri += c;
        } else {
            uri += '%';
            uri += kHex[byte >> 4];
            uri += kHex[byte & 15];
        }
    }
    return uri.append(query);
}

/// As it reads: a compressed file is unpacked.
Status copyFile(ByteSource &from, const fs::path &to, const LoadControl &control) {
    const auto out = OutputFile::create(to.string());
    Status status = out ? Status() : tl::make_unexpected(out.error());
    const ReadBuffer window(from.fileSize(), std::size_t{1} << 20);
    for (std::uint64_t offset = 0; status;) {
        if (!control.checkpoint()) {
            return fail(ErrorKind::Cancelled, "loading was cancelled", from.path());
        }
        const auto got = from.read(offset, window.bytes());
        if (!got) {
            const auto kept = (*out)->commit();  // what came before the damage
            return tl::make_unexpected(kept ? got.error() : kept.error());
        }
        if (*got == 0) {
            break;
        }
        status = (*out)->write({window.data(), *got});
        offset += *got;
    }
    status = status ? (*out)->commit() : status;
    return status ? status
                  : fail(ErrorKind::Limit, "copying to the cache folder failed: " + to.parent_path().string(),
                         from.path());
}

/// Bytes of databases that are held in memory, all together.
std::atomic<std::uint64_t> heldBytes{0};

/// Those of one, counted as long as they are held.
struct HeldDatabase {
    HeldDatabase() = default;
    HeldDatabase(const HeldDatabase &) = delete;
    HeldDatabase &operator=(const HeldDatabase &) = delete;
    ~HeldDatabase() { heldBytes -= counted; }

    /// Whether there is room for so many of them.
    [[nodiscard]] bool mayHold(std::uint64_t size) {
        const auto more = size - std::min(size, counted);
        if (heldBytes.fetch_add(more) + more > roomForAll()) {
            heldBytes -= more;
            return false;
        }
        counted += more;
        return true;
    }
    [[nodiscard]] static std::uint64_t roomForAll() {
        return (memoryLimit() > 0 ? memoryLimit() : memoryAvailable()) / 2;
    }

    std::string bytes{};
    std::uint64_t counted = 0;
};

/// SQLite opens no database out of memory that says that it has a write-ahead log: the versions by which it is written
/// and read.
constexpr std::size_t kVersions = 18;
bool hasLog(std::string_view image) {
    constexpr char kLogged = 2;
    return image.size() >= kDatabaseHeadBytes && (image[kVersions] == kLogged || image[kVersions + 1] == kLogged);
}
void neverLogged(std::string &image) {
    image[kVersions] = 1;
    image[kVersions + 1] = 1;
}

/// All of a file in an archive, decompressed; what the archive keeps is shared. As a database that never had a log.
Result<std::shared_ptr<const std::string>> wholeFile(const std::string &path, const LoadControl &control) {
    const auto place = archivePlace(path);
    const auto *member = place ? place->member() : nullptr;
    if (member != nullptr && member->isWhole() && member->bytes->starts_with(kDatabaseMagic) &&
        !hasLog(*member->bytes)) {
        return member->bytes;
    }
    ASSIGN_OR_RETURN(const auto source, ByteSource::open(path));
    const auto held = std::make_shared<HeldDatabase>();
    auto &bytes = held->bytes;
    if (member != nullptr && held->mayHold(member->size)) {
        bytes.reserve(member->size);
    }
    const ReadBuffer window(source->fileSize(), std::size_t{1} << 20);
    for (;;) {
        if (!control.checkpoint()) {
            return fail(ErrorKind::Cancelled, "loading was cancelled", path);
        }
        const auto got = source->read(bytes.size(), window.bytes());
        if (!got && (bytes.empty() || got.error().kind == ErrorKind::Limit)) {
            return tl::make_unexpected(got.error());
        }
        if (!got || *got == 0) {
            break;  // what came before the damage; SQLite tells where it ends
        }
        if (!held->mayHold(bytes.size() + *got)) {
            return fail(ErrorKind::Limit,
                        "not read: databases in archives are held in memory, and with this one they need more than " +
                            bytesText(HeldDatabase::roomForAll()) + "; unpack the archive",
                        path);
        }
        bytes.append(window.data(), *got);
    }
    if (hasLog(bytes)) {
        neverLogged(bytes);
    }
    return std::shared_ptr<const std::string>(held, &bytes);
}

/// Up to so many bytes a file is read at once: a page at a time costs a call and room of its own each.
constexpr std::uint64_t kReadAtOnce = std::uint64_t{4} << 20;

/// As a database that never had a log, as `immutable` takes it. Null where the file has not as many bytes any more.
std::shared_ptr<const std::string> readAtOnce(std::ifstream &file, std::uint64_t size) {
    auto bytes = std::make_shared<std::string>(size, '\0');
    file.clear();
    file.seekg(0);
    if (!file.read(bytes->data(), static_cast<std::streamsize>(size)) || !bytes->starts_with(kDatabaseMagic)) {
        return nullptr;
    }
    if (hasLog(*bytes)) {
        neverLogged(*bytes);
    }
    return bytes;
}

Status copyFile(const std::string &from, const fs::path &to, const LoadControl &control) {
    const auto source = ByteSource::open(from);
    return source ? copyFile(**source, to, control) : tl::make_unexpected(source.error());
}

}  // namespace

Result<SqliteFile> SqliteFile::open(const std::string &path, const LoadControl &control, ImportLog &log) {
    struct stat info {};
    if (statFile(path, info) != 0) {
        return fail(errno == EACCES ? ErrorKind::NoPermission : ErrorKind::NotFound, "the file cannot be found", path);
    }
    if (!S_ISREG(info.st_mode)) {
        return fail(ErrorKind::Malformed, "not a file", path);
    }
    SqliteFile file;
    file.m_path = path;
    file.m_size = static_cast<std::uint64_t>(info.st_size);
    file.m_contentSize = file.m_size;
    if (isInArchive(path)) {
        const auto held = file.hold(control, log);
        return held ? Result<SqliteFile>(std::move(file)) : tl::make_unexpected(held.error());
    }
    std::ifstream in(path, std::ios::binary);
    if (!in) {
        return fail(ErrorKind::NoPermission, "the file cannot be opened", path);
    }
    std::array<char, kDatabaseHeadBytes> bytes{};
    in.read(bytes.data(), bytes.size());
    const std::string_view head(bytes.data(), static_cast<std::size_t>(in.gcount()));
    if (head.empty()) {
        return fail(ErrorKind::Malformed, "not an SQLite database: the file is empty", path);
    }
    if (!head.starts_with(kDatabaseMagic)) {
        const auto unpacked = file.unpack(control, log);
        return unpacked ? Result<SqliteFile>(std::move(file)) : tl::make_unexpected(unpacked.error());
    }
    file.m_uri = uriOf(path, "?immutable=1");
    for (const char *suffix : {"-wal", "-journal"}) {
        if (sizeOfFile(path + suffix) > 0) {
            RETURN_IF_ERROR(file.copyWith(suffix, control));
            log.add(Severity::Info, path, "db.wal_copied", path + suffix, "read from a private copy");
            return file;
        }
    }
    if (const auto promised = promisedDatabaseSize(head); promised > file.m_size) {
        log.add(Severity::DataLoss, path, "db.truncated", "byte " + std::to_string(file.m_size),
                std::to_string(promised) + " bytes expected");
    }
    if (file.m_size <= kReadAtOnce) {
        file.m_image = readAtOnce(in, file.m_size);
    }
    return file;
}

Status SqliteFile::copyWith(const std::string &logSuffix, const LoadControl &control) {
    ASSIGN_OR_RETURN(auto folder, PrivateFolder::make(m_path));
    std::error_code error;
    const auto space = fs::space(folder->path(), error);
    if (!error && space.available < m_size + sizeOfFile(m_path + logSuffix)) {
        return fail(ErrorKind::Limit, "no space in the cache folder for a copy with its write-ahead log", m_path);
    }
    const auto target = folder->path() / "copy.db";
    RETURN_IF_ERROR(copyFile(m_path, target, control));
    RETURN_IF_ERROR(copyFile(m_path + logSuffix, target.string() + logSuffix, control));
    m_uri = uriOf(target.string(), "?mode=rw");
    m_copy = folder;
    m_contentSize = m_size + sizeOfFile(m_path + logSuffix);
    return {};
}

Status SqliteFile::hold(const LoadControl &control, ImportLog &log) {
    for (const char *suffix : {"-wal", "-journal"}) {
        if (sizeOfFile(m_path + suffix) > 0) {
            log.add(Severity::Info, m_path, "db.wal_copied", m_path + suffix, "read from a private copy");
            return copyWith(suffix, control);
        }
    }
    ASSIGN_OR_RETURN(auto image, wholeFile(m_path, control));
    if (!image->starts_with(kDatabaseMagic)) {
        return fail(ErrorKind::Malformed, "not an SQLite database", m_path);
    }
    m_image = std::move(image);
    m_contentSize = m_image->size();
    const auto promised = promisedDatabaseSize(std::string_view(*m_image).substr(0, kDatabaseHeadBytes));
    if (promised > m_contentSize) {
        log.add(Severity::DataLoss, m_path, "db.truncated", "byte " + std::to_string(m_contentSize),
                std::to_string(promised) + " bytes expected");
    }
    return {};
}

Status SqliteFile::unpack(const LoadControl &control, ImportLog &log) {
    const auto source = ByteSource::open(m_path);
    std::array<char, kDatabaseMagic.size()> magic{};
    ASSIGN_OR_RETURN(const auto got, source ? (*source)->read(0, magic) : tl::make_unexpected(source.error()));
    if (std::string_view(magic.data(), got) != kDatabaseMagic) {
        return fail(ErrorKind::Malformed, "not an SQLite database", m_path);
    }
    ASSIGN_OR_RETURN(auto folder, PrivateFolder::make(m_path));
    const auto target = folder->path() / "copy.db";
    if (const auto status = copyFile(**source, target, control); !status) {
        if (status.error().kind == ErrorKind::Cancelled || status.error().kind == ErrorKind::Limit) {
            return status;
        }
        log.add(m_path, status.error());  // what came before the damage is read
    }
    m_uri = uriOf(target.string(), "?mode=rw");
    m_copy = folder;
    m_contentSize = sizeOfFile(target.string());
    log.add(Severity::Info, m_path, "db.unpacked", m_path, "read from a private copy");
    return {};
}

void ByteMeter::addRows(std::uint64_t rows) {
    if (m_rows == 0) {
        return;
    }
    const auto before = m_rowsDone.fetch_add(rows);
    const auto share = [&](std::uint64_t done) {
        return static_cast<std::uint64_t>(static_cast<double>(std::min(done, m_rows)) / static_cast<double>(m_rows) *
                                          static_cast<double>(m_bytes));
    };
    const auto bytes = share(before + rows) - share(before);
    m_bytesDone += bytes;
    m_control.addBytes(bytes);
}

void ByteMeter::finish() {
    const auto done = m_bytesDone.exchange(m_bytes);
    m_control.addBytes(m_bytes - std::min(done, m_bytes));
}

}  // namespace stagescope
