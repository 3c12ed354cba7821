#include "core/base/io/private_folder.h"
#include "core/formats/io/sqlite_reader.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <vector>

namespace stagescope {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kMagic("SQLite format 3\0", 16);

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

std::uint64_t sizeOf(const std::string &path) {
    std::error_code error;
    const auto size = fs::file_size(path, error);
    return error ? 0 : size;
}

Status copyFile(const std::string &from, const fs::path &to, const LoadControl &control) {
    std::ifstream in(from, std::ios::binary);
    std::ofstream out(to, std::ios::binary);
    std::vector<char> window(std::size_t{1} << 20);
    while (in && out) {
        if (!control.checkpoint()) {
            return fail(ErrorKind::Cancelled, "loading was cancelled", from);
        }
        in.read(window.data(), static_cast<std::streamsize>(window.size()));
        out.write(window.data(), in.gcount());
    }
    out.close();
    if (!in.eof() || !out) {
        return fail(ErrorKind::ReadFailed, "copying to the cache folder failed: " + to.parent_path().string(), from);
    }
    return {};
}

std::uint64_t bigEndian(std::string_view bytes) {
    std::uint64_t value = 0;
    for (const char c : bytes) {
        value = value << 8 | static_cast<unsigned char>(c);
    }
    return value;
}

/// Size that the head promises; 0 when it does not say (written by an old SQLite).
std::uint64_t promisedSize(std::string_view head) {
    if (head.size() < 100 || head.substr(24, 4) != head.substr(92, 4)) {
        return 0;
    }
    const auto pageSize = bigEndian(head.substr(16, 2));
    return bigEndian(head.substr(28, 4)) * (pageSize == 1 ? 65536 : pageSize);
}

}  // namespace

Result<SqliteFile> SqliteFile::open(const std::string &path, const LoadControl &control, ImportLog &log) {
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0) {
        return fail(errno == EACCES ? ErrorKind::NoPermission : ErrorKind::NotFound, "the file cannot be found", path);
    }
    if (!S_ISREG(info.st_mode)) {
        return fail(ErrorKind::Malformed, "not a file", path);
    }
    std::ifstream in(path, std::ios::binary);
    if (!in) {
        return fail(ErrorKind::NoPermission, "the file cannot be opened", path);
    }
    std::array<char, 100> bytes{};
    in.read(bytes.data(), bytes.size());
    const std::string_view head(bytes.data(), static_cast<std::size_t>(in.gcount()));
    if (head.empty()) {
        return fail(ErrorKind::Malformed, "not an SQLite database: the file is empty", path);
    }
    if (!head.starts_with(kMagic)) {
        return fail(ErrorKind::Malformed, "not an SQLite database", path);
    }
    SqliteFile file;
    file.m_path = path;
    file.m_size = static_cast<std::uint64_t>(info.st_size);
    file.m_uri = uriOf(path, "?immutable=1");
    for (const char *suffix : {"-wal", "-journal"}) {
        if (sizeOf(path + suffix) > 0) {
            const auto copied = file.copyWith(suffix, control);
            if (!copied) {
                return tl::make_unexpected(copied.error());
            }
            log.add(Severity::Info, path, "db.wal_copied", path + suffix, "read from a private copy");
            return file;
        }
    }
    if (const auto promised = promisedSize(head); promised > file.m_size) {
        log.add(Severity::DataLoss, path, "db.truncated", "byte " + std::to_string(file.m_size),
                std::to_string(promised) + " bytes expected");
    }
    return file;
}

Status SqliteFile::copyWith(const std::string &logSuffix, const LoadControl &control) {
    auto folder = PrivateFolder::make(m_path);
    if (!folder) {
        return tl::make_unexpected(folder.error());
    }
    std::error_code error;
    const auto space = fs::space((*folder)->path(), error);
    if (!error && space.available < m_size + sizeOf(m_path + logSuffix)) {
        return fail(ErrorKind::Limit, "no space in the cache folder for a copy with its write-ahead log", m_path);
    }
    const auto target = (*folder)->path() / "copy.db";
    if (auto status = copyFile(m_path, target, control); !status) {
        return status;
    }
    if (auto status = copyFile(m_path + logSuffix, target.string() + logSuffix, control); !status) {
        return status;
    }
    m_uri = uriOf(target.string(), "?mode=rw");
    m_copy = *folder;
    m_logSize = sizeOf(m_path + logSuffix);
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
