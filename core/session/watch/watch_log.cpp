#include "core/session/watch/watch_log.h"

#include "core/base/path_text.h"
#include "core/base/text.h"

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <deque>
#include <fstream>
#include <memory>
#include <tuple>

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

std::vector<WatchLogLine> linesOf(const std::string &path, std::uint64_t size) {
    std::ifstream in(path, std::ios::binary);
    std::deque<WatchLogLine> lines;
    std::string line;
    std::size_t number = 0;
    std::uint64_t offset = 0;
    const bool isOwn = isOwnLog(path);
    const auto from = size > WatchLogReader::kMostBytes ? size - WatchLogReader::kMostBytes : 0;
    while (offset < size && std::getline(in, line)) {
        ++number;
        offset += line.size() + 1;
        WatchLogLine::Level level{};
        if (offset > from && mattersInLog(line, isOwn, level)) {
            lines.push_back({path, number, level, std::string(trimmed(line).substr(0, kMostText))});
        }
        if (lines.size() > WatchLogReader::kMostLines) {
            lines.pop_front();
        }
    }
    return {lines.begin(), lines.end()};
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

void WatchLogReader::add(const std::string &path, const ListedFile &file) {
    if (m_seen.size() >= kMostLogs) {
        return;
    }
    auto &known = m_known[path];
    if (known.file != file || known.file.name.empty()) {
        known = {file, linesOf(path, file.size)};
    }
    m_seen[path] = known;
}

void WatchLogReader::addFolder(const std::string &folder) {
    const std::unique_ptr<DIR, int (*)(DIR *)> dir(::opendir(folder.c_str()), &::closedir);
    while (const auto *entry = dir ? ::readdir(dir.get()) : nullptr) {
        const std::string name = entry->d_name;
        struct stat facts {};
        const auto path = folder + '/' + name;
        if (isLog(name) && ::stat(path.c_str(), &facts) == 0 && S_ISREG(facts.st_mode)) {
            add(path, {name, static_cast<std::uint64_t>(facts.st_size),
                       std::int64_t{facts.st_mtim.tv_sec} * 1'000'000'000 + facts.st_mtim.tv_nsec});
        }
    }
}

std::vector<WatchLogLine> WatchLogReader::read(const std::string &folder,
                                               const std::vector<CaptureListing> &unfinished) {
    m_seen.clear();
    for (const char *inner : {"", "/log", "/logs", "/plog"}) {
        addFolder(folder + inner);
    }
    for (const auto &listing : unfinished) {
        for (const auto &file : listing.files) {
            if (isLog(file.name) && listing.isFolder && lastPart(parentPath(file.name)) == "logs") {
                add(listing.path + '/' + file.name, file);
            }
        }
    }
    m_known = m_seen;
    std::vector<const Known *> logs;
    for (const auto &[path, known] : m_known) {
        logs.push_back(&known);
    }
    std::stable_sort(logs.begin(), logs.end(),
                     [](const auto *a, const auto *b) { return a->file.mtimeNs < b->file.mtimeNs; });
    std::vector<WatchLogLine> lines;
    for (const auto *log : logs) {
        lines.insert(lines.end(), log->lines.begin(), log->lines.end());
    }
    if (lines.size() > kMostLines) {
        lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(kMostLines));
    }
    return lines;
}

}  // namespace stagescope
