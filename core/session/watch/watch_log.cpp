#include "core/session/watch/watch_log.h"

#include "core/base/io/file_time.h"
#include "core/base/path_text.h"
#include "core/base/text.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <utility>

namespace stagescope {

namespace {

constexpr std::size_t kMostText = 400;
constexpr std::size_t kMostLogs = 200;

bool isLog(std::string_view name) { return name.ends_with(".log"); }

/// Logs that hold nothing but what a profiler says.
bool isOwnLog(std::string_view path) {
    const auto name = lastPart(path);
    return name.starts_with("dp_") || name.starts_with("monitor_dp_") || name.starts_with("profiler_");
}

WatchLogLine::Level levelOf(std::string_view line) {
    using enum WatchLogLine::Level;
    return containsAny(line, {"[ERROR]", "[CRITICAL]", "ERROR:", "[EVENT ERROR"}) ? Error
           : containsAny(line, {"[WARNING]", "[WARN]", "WARNING:"})               ? Warning
                                                                                  : Info;
}

/// Bytes of a regular file from an offset on; less where it ends, or cannot be read.
std::string bytesOf(int descriptor, std::uint64_t offset, std::size_t count) {
    std::string bytes(count, '\0');
    std::size_t done = 0;
    while (done < count) {
        const auto n = ::pread(descriptor, bytes.data() + done, count - done, static_cast<off_t>(offset + done));
        if (n == 0 || (n < 0 && errno != EINTR)) {
            break;
        }
        done += static_cast<std::size_t>(std::max<ssize_t>(n, 0));
    }
    bytes.resize(done);
    return bytes;
}

std::optional<WatchLogLine> lineThatMatters(const std::string &path, std::string_view text, std::size_t number,
                                            std::uint64_t offset) {
    WatchLogLine::Level level{};
    return mattersInLog(text, isOwnLog(path), level)
               ? std::optional(
                     WatchLogLine{path, number, offset, level, std::string(trimmed(text).substr(0, kMostText))})
               : std::nullopt;
}

}  // namespace

std::string_view watchLogLevelText(WatchLogLine::Level level) {
    constexpr std::array<std::string_view, 3> kTexts{"info", "warning", "error"};
    return kTexts[static_cast<std::size_t>(level)];
}

bool mattersInLog(std::string_view line, bool isOwnLog, WatchLogLine::Level &level) {
    level = levelOf(line);
    const bool isMove = containsAny(line, {"Start Dynamic Profiler at", "Stop Dynamic Profiler at",
                                           "[Dynamic Profiler] Rank", "Profiler stop when process exit"});
    const bool isOfProfiler = containsIgnoringCase(line, "profil") || containsAny(line, {"start_step", "stop_step"});
    return isMove || (level != WatchLogLine::Level::Info && (isOwnLog || isOfProfiler));
}

void WatchLogReader::take(const std::string &path, std::string_view bytes, Known &known) {
    known.open.reset();
    while (!bytes.empty()) {
        const auto end = bytes.find('\n');
        const auto number = known.isCounted ? known.count + 1 : 0;
        auto line = known.isInLine ? std::nullopt : lineThatMatters(path, bytes.substr(0, end), number, known.end);
        if (end == std::string_view::npos) {
            known.open = std::move(line);
            return;
        }
        if (line) {
            known.lines.push_back(std::move(*line));
        }
        known.isInLine = false;
        ++known.count;
        known.end += end + 1;
        bytes.remove_prefix(end + 1);
    }
}

void WatchLogReader::readOn(const std::string &path, const ListedFile &file, Known &known) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct stat facts {};
    if (descriptor >= 0 && ::fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode)) {
        const auto size = static_cast<std::uint64_t>(facts.st_size);
        if (facts.st_ino != known.inode || size < known.end) {
            known = {.inode = facts.st_ino};  // another file, or begun anew
        }
        if (size - known.end > kMostBytes) {
            known.end = size - kMostBytes;
            known.isCounted = false;
            known.isInLine = true;
        }
        if (size - known.end <= m_left) {
            const auto bytes = bytesOf(descriptor, known.end, size - known.end);
            m_left -= bytes.size();
            take(path, bytes, known);
            known.file = file;
        }
    }
    if (descriptor >= 0) {
        ::close(descriptor);
    }
    if (known.lines.size() > kMostLines) {
        known.lines.erase(known.lines.begin(), known.lines.end() - static_cast<std::ptrdiff_t>(kMostLines));
    }
}

void WatchLogReader::note(const std::string &path, const ListedFile &file) {
    if (m_listed.size() < kMostLogs) {
        m_listed[path] = file;
    }
}

void WatchLogReader::noteFolder(const std::string &folder) {
    const std::unique_ptr<DIR, int (*)(DIR *)> dir(::opendir(folder.c_str()), &::closedir);
    while (const auto *entry = dir ? ::readdir(dir.get()) : nullptr) {
        const std::string name = entry->d_name;
        struct stat facts {};
        const auto path = folder + '/' + name;
        if (isLog(name) && ::stat(path.c_str(), &facts) == 0 && S_ISREG(facts.st_mode)) {
            note(path, {name, static_cast<std::uint64_t>(facts.st_size), changeTimeNs(facts)});
        }
    }
}

std::vector<WatchLogLine> WatchLogReader::read(const std::string &folder,
                                               const std::vector<CaptureListing> &unfinished) {
    m_listed.clear();
    for (const char *inner : {"", "/log", "/logs", "/plog"}) {
        noteFolder(folder + inner);
    }
    for (const auto &listing : unfinished) {
        for (const auto &file : listing.files) {
            if (isLog(file.name) && listing.isFolder && lastPart(parentPath(file.name)) == "logs") {
                note(listing.path + '/' + file.name, file);
            }
        }
    }
    std::erase_if(m_known, [this](const auto &log) { return !m_listed.contains(log.first); });
    std::vector<std::pair<std::int64_t, std::string>> logs;
    for (const auto &[path, file] : m_listed) {
        logs.emplace_back(file.mtimeNs, path);
    }
    std::stable_sort(logs.begin(), logs.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    // Those that changed last are read first, in case the rest has to wait.
    m_left = kMostBytesALook;
    std::for_each(logs.rbegin(), logs.rend(), [this](const auto &log) {
        auto &known = m_known[log.second];
        if (const auto &file = m_listed[log.second]; known.file != file || known.file.name.empty()) {
            readOn(log.second, file, known);
        }
    });
    std::vector<WatchLogLine> lines;
    for (const auto &log : logs) {
        const auto &known = m_known[log.second];
        lines.insert(lines.end(), known.lines.begin(), known.lines.end());
        if (known.open) {
            lines.push_back(*known.open);
        }
    }
    if (lines.size() > kMostLines) {
        lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(kMostLines));
    }
    return lines;
}

}  // namespace stagescope
