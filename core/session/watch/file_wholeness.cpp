#include "core/session/watch/file_wholeness.h"

#include "core/base/io/byte_source.h"
#include "core/base/io/database_head.h"
#include "core/base/io/read_buffer.h"
#include "core/base/path_text.h"
#include "core/base/text.h"
#include "core/session/discovery/known_files.h"

#include <algorithm>
#include <filesystem>

namespace stagescope {

namespace {

constexpr std::size_t kEndBytes = 4096;
constexpr std::size_t kWindowBytes = std::size_t{1} << 20;
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

tl::unexpected<Error> truncated(std::string detail, const std::string &path) {
    return fail(ErrorKind::Truncated, std::move(detail), path);
}

std::uint64_t bytesOf(const std::string &path) {
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    return error ? 0 : size;
}

Result<std::string> readAt(ByteSource &source, std::uint64_t offset, std::size_t bytes) {
    std::string text(bytes, '\0');
    ASSIGN_OR_RETURN(const auto got, source.read(offset, text));
    text.resize(got);
    return text;
}

Status databaseWholeness(ByteSource &source, const std::string &path) {
    // SQLite removes both when it is done: https://www.sqlite.org/tempfiles.html
    for (const char *ending : {"-journal", "-wal"}) {
        if (bytesOf(path + ending) > 0) {
            return fail(ErrorKind::Changed, "a database is being written: its " + std::string(ending + 1) + " is there",
                        path);
        }
    }
    ASSIGN_OR_RETURN(const auto head, readAt(source, 0, kDatabaseHeadBytes));
    if (!head.starts_with(kDatabaseMagic)) {
        return fail(ErrorKind::Malformed, "is not an SQLite database", path);
    }
    // The head of a compressed one promises the size of what is in it.
    const bool isShort = source.isSeekable() && promisedDatabaseSize(head) > source.fileSize();
    return isShort ? truncated("the database ends before its last page", path) : Status();
}

/// Brackets of JSON that stand open; strings are told apart, nothing else.
class OpenBrackets {
public:
    void read(std::string_view text) {
        for (const char c : text) {
            if (m_inString) {
                m_inString = m_isEscaped || c != '"';
                m_isEscaped = !m_isEscaped && c == '\\';
            } else if (c == '"') {
                m_inString = true;
            } else if (c == '{' || c == '[') {
                ++m_depth;
            } else if (c == '}' || c == ']') {
                --m_depth;
            }
        }
    }
    [[nodiscard]] bool areClosed() const { return m_depth <= 0 && !m_inString; }

private:
    std::int64_t m_depth = 0;
    bool m_inString = false;
    bool m_isEscaped = false;
};

Status jsonWholeness(ByteSource &source, const std::string &path, WholenessCheck check, const std::stop_token &stop) {
    ASSIGN_OR_RETURN(const auto begin, readAt(source, 0, kEndBytes));
    auto head = std::string_view(begin);
    head.remove_prefix(head.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
    head = trimmed(head);
    if (head.empty() || (head.front() != '{' && head.front() != '[')) {
        return fail(ErrorKind::Malformed, "does not begin as JSON does", path);
    }
    if (source.isSeekable()) {
        const auto size = source.fileSize();
        const auto end = readAt(source, size - std::min<std::uint64_t>(size, kEndBytes), kEndBytes);
        const auto tail = end ? trimmed(*end) : std::string_view{};
        if (!end || tail.empty() || tail.back() != (head.front() == '{' ? '}' : ']')) {
            return end ? truncated("its JSON does not close", path) : tl::make_unexpected(end.error());
        }
    }
    if (check == WholenessCheck::Ends) {
        return {};
    }
    OpenBrackets brackets;
    const ReadBuffer window(source.fileSize(), kWindowBytes);
    for (std::uint64_t offset = 0;;) {
        if (stop.stop_requested()) {
            return fail(ErrorKind::Cancelled, "cancelled", path);
        }
        ASSIGN_OR_RETURN(const auto got, source.read(offset, window.bytes()));
        if (got == 0) {
            return brackets.areClosed() ? Status() : truncated("its JSON does not close", path);
        }
        brackets.read({window.data(), got});
        offset += got;
    }
}

/// The last opcode of a pickle is STOP: https://docs.python.org/3/library/pickletools.html
Status pickleWholeness(ByteSource &source, const std::string &path) {
    const auto last = source.isSeekable() ? readAt(source, source.fileSize() - 1, 1) : Result<std::string>(".");
    return !last          ? Status(tl::make_unexpected(last.error()))
           : *last == "." ? Status()
                          : Status(truncated("the pickle does not stop", path));
}

bool isDatabase(std::string_view name) { return unpackedName(name).ends_with(".db"); }
bool isPickle(const KnownFile &file) { return file.kind == FileKind::Snapshot && file.format == "memory_snapshot"; }
bool isJson(std::string_view name) { return plainName(name).ends_with(".json"); }

}  // namespace

Status fileWholeness(const std::string &path, WholenessCheck check, const std::stop_token &stop) {
    const auto name = lastPart(path);
    const auto known = knownFile(name);
    if (!isDatabase(name) && !isPickle(known) && !isJson(name) && !isTimeline(known.kind)) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto source, ByteSource::open(path));
    if (source->fileSize() == 0) {
        return truncated("the file is empty", path);
    }
    return isDatabase(name)  ? databaseWholeness(*source, path)
           : isPickle(known) ? pickleWholeness(*source, path)
           : isJson(name)    ? jsonWholeness(*source, path, check, stop)
                             : Status();
}

}  // namespace stagescope
