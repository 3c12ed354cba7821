#include "core/session/watch/watch_book.h"

#include "core/base/io/file_time.h"
#include "core/base/natural_order.h"
#include "core/base/path_text.h"
#include "core/base/text.h"
#include "core/formats/format_list.h"
#include "core/session/discovery/file_head.h"
#include "core/session/watch/file_wholeness.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <memory>
#include <utility>

namespace stagescope {

namespace {

constexpr std::size_t kHeadBytes = 4096;
/// What changed so long ago is not written any more; of much of it the ends tell enough.
constexpr auto kOld = std::chrono::minutes(10);
constexpr std::uint64_t kOldBytesRead = std::uint64_t{2} << 30;  ///< in one look

std::uint64_t mixed(std::uint64_t seed, std::uint64_t value) {
    return seed ^ (value + 0x9e3779b97f4a7c15U + (seed << 6U) + (seed >> 2U));
}

std::uint64_t fingerprintOf(const CaptureListing &listing) {
    std::uint64_t print = listing.readable ? 1 : 2;
    for (const auto &file : listing.files) {
        print = mixed(print, std::hash<std::string>()(file.name));
        print = mixed(mixed(print, file.size), static_cast<std::uint64_t>(file.mtimeNs));
    }
    for (const auto &folder : listing.folders) {
        print = mixed(print, std::hash<std::string>()(folder));
    }
    return print;
}

std::int64_t timeOf(const std::string &path) {
    struct stat facts {};
    return ::stat(path.c_str(), &facts) != 0 ? -1 : changeTimeNs(facts);
}

/// Times of files go by ticks of the clock: what changed in this one may change again and keep its time. Equal to none.
std::int64_t settledTimeOf(const std::string &path) {
    constexpr std::chrono::nanoseconds kTicks = std::chrono::milliseconds(50);
    const auto time = timeOf(path);
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return time > (now - kTicks) / std::chrono::nanoseconds(1) ? -2 : time;
}

/// What changes when something comes or goes in a capture, and in what is none yet; of a file, the file itself.
std::vector<std::pair<std::string, std::int64_t>> foldersOf(const CaptureListing &listing, bool isCapture) {
    constexpr std::size_t kMost = 256;
    std::vector<std::pair<std::string, std::int64_t>> folders{{listing.path, settledTimeOf(listing.path)}};
    for (const auto &folder : listing.folders) {
        const auto name = lastPart(folder);
        const bool isTelling = !isCapture || isProfilerFolder(name) || name == "ASCEND_PROFILER_OUTPUT" ||
                               name == "mindstudio_profiler_output";
        if (isTelling && folders.size() < kMost) {
            const auto path = listing.path + '/' + folder;
            folders.emplace_back(path, settledTimeOf(path));
        }
    }
    return folders;
}

/// Settings of profilers and notes are JSON too.
bool isTraceFile(const std::string &path) {
    if (contains(lastPart(path), "trace")) {
        return true;
    }
    const auto head = readHead(path, kHeadBytes);
    return head && std::any_of(formatList().begin(), formatList().end(), [&](const auto &format) {
               return format->sniff(lastPart(path), *head) || format->recognises(path, *head, {});
           });
}

/// How long its files stand still; 0 where it has none, and where a clock says that they come from the future.
std::chrono::nanoseconds ageOf(const CaptureListing &listing, const WatchMoment &now) {
    const auto newest = listing.files.empty() ? now.wallNs : std::max<std::int64_t>(listing.newestNs(), 0);
    return std::chrono::nanoseconds(std::max<std::int64_t>(now.wallNs, newest) - newest);
}

struct NamedInode {
    std::string name;
    std::uint64_t identity = 0;
};

tl::unexpected<Error> cannotLook(const std::string &folder) {
    const bool isDenied = errno == EACCES || errno == EPERM;
    return fail(isDenied ? ErrorKind::NoPermission : ErrorKind::NotFound, std::strerror(errno), folder);
}

Result<std::vector<NamedInode>> entriesOf(const std::string &folder) {
    const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK);
    const std::unique_ptr<DIR, int (*)(DIR *)> dir(fd < 0 ? nullptr : ::fdopendir(fd), &::closedir);
    if (!dir) {
        return cannotLook(folder);
    }
    std::vector<NamedInode> entries;
    while (const auto *entry = ::readdir(dir.get())) {
        struct stat facts {};
        const std::string name = entry->d_name;
        const bool isThere = !name.starts_with('.') && ::fstatat(fd, name.c_str(), &facts, 0) == 0;
        if (isThere && (S_ISDIR(facts.st_mode) || S_ISREG(facts.st_mode))) {
            entries.push_back({name, mixed(facts.st_dev, facts.st_ino)});
        }
    }
    return entries;
}

/// A profiler's own folder holds one capture: itself.
Result<std::vector<NamedInode>> itselfOf(const std::string &folder) {
    struct stat facts {};
    if (::stat(folder.c_str(), &facts) != 0) {
        return cannotLook(folder);
    }
    return std::vector<NamedInode>{{std::string(lastPart(folder)), mixed(facts.st_dev, facts.st_ino)}};
}

}  // namespace

WatchMoment WatchMoment::now() {
    using namespace std::chrono;
    return {duration_cast<nanoseconds>(steady_clock::now().time_since_epoch()),
            duration_cast<nanoseconds>(system_clock::now().time_since_epoch()).count()};
}

WatchBook::WatchBook(std::string folder, std::chrono::nanoseconds quiet) : m_folder(std::move(folder)), m_quiet(quiet) {
    while (m_folder.size() > 1 && m_folder.ends_with('/')) {
        m_folder.pop_back();
    }
    m_isCapture = isProfilerFolder(lastPart(m_folder));
}

std::string WatchBook::pathOf(const std::string &name) const {
    return m_isCapture ? m_folder : m_folder + (m_folder.ends_with('/') ? "" : "/") + name;
}

/// A capture that gets its final name is the same capture.
void WatchBook::adoptRenamed(const std::string &name, std::uint64_t identity) {
    if (m_entries.contains(name)) {
        return;
    }
    const auto same = std::find_if(m_entries.begin(), m_entries.end(), [&](const auto &entry) {
        return entry.second.identity == identity && timeOf(pathOf(entry.first)) < 0;
    });
    if (same != m_entries.end()) {
        m_entries[name].capture.arrival = same->second.capture.arrival;
        m_entries.erase(same);
    }
}

void WatchBook::judge(Entry &entry, const CaptureListing &listing, const WatchMoment &now,
                      const std::stop_token &stop) {
    if (entry.isJudged) {
        return;
    }
    const bool isOld = ageOf(listing, now) > kOld;
    const bool isTooMuch = isOld && listing.bytes() > m_oldBytes;
    bool isRead = false;
    const auto wholeness = [&](const std::string &path) {
        isRead = true;
        return fileWholeness(path, isTooMuch ? WholenessCheck::Ends : WholenessCheck::All, stop);
    };
    auto &verdict = entry.capture.verdict;
    verdict = judgeCapture(listing, now.steady - entry.unchangedSince, wholeness, m_quiet);
    m_oldBytes -= isRead && isOld && !isTooMuch ? listing.bytes() : 0;
    // What else is found may change without the files: time passes, a permission is given.
    entry.isJudged = verdict.state == CaptureState::Complete || verdict.state == CaptureState::BrokenOff;
}

void WatchBook::take(Entry &entry, const CaptureListing &listing, std::uint64_t identity, const WatchMoment &now) {
    const auto print = fingerprintOf(listing);
    if (print != entry.fingerprint || entry.identity != identity) {
        const bool isNew = entry.fingerprint == 0;
        entry.isCapture = (!isNew && entry.isCapture) || mayBeCapture(listing, &isTraceFile);
        entry.unchangedSince = now.steady - (isNew ? ageOf(listing, now) : std::chrono::nanoseconds(0));
        entry.fingerprint = print;
        entry.identity = identity;
        entry.isJudged = false;
    }
    entry.folders = foldersOf(listing, entry.isCapture);
    entry.capture.path = listing.path;
    entry.capture.isFolder = listing.isFolder;
    entry.capture.bytes = listing.bytes();
    entry.capture.files = listing.files.size();
    entry.capture.changedNs = listing.files.empty() ? 0 : listing.newestNs();
}

void WatchBook::lookAt(const std::string &name, std::uint64_t identity, const WatchMoment &now,
                       const std::stop_token &stop) {
    adoptRenamed(name, identity);
    auto &entry = m_seen[name];
    if (const auto known = m_entries.find(name); known != m_entries.end()) {
        entry = known->second;
    }
    const bool isSettled = entry.identity == identity &&
                           (!entry.isCapture || entry.capture.verdict.state == CaptureState::Complete) &&
                           std::all_of(entry.folders.begin(), entry.folders.end(),
                                       [](const auto &each) { return timeOf(each.first) == each.second; });
    if (isSettled) {
        return;
    }
    const auto listing = listCapture(pathOf(name), stop);
    if (!listing.readable && listing.readable.error().kind == ErrorKind::NotFound) {
        m_seen.erase(name);  // gone since
        return;
    }
    entry.capture.name = name;
    take(entry, listing, identity, now);
    if (entry.isCapture) {
        judge(entry, listing, now, stop);
    }
    if (entry.isCapture && entry.capture.verdict.state != CaptureState::Complete) {
        m_unfinished.push_back(listing);
    }
}

/// Those that changed first come first.
void WatchBook::numberArrivals() {
    std::vector<WatchedCapture *> arrived;
    for (auto &[name, entry] : m_entries) {
        const auto &capture = entry.capture;
        if (entry.isCapture && capture.arrival == 0 && capture.verdict.state == CaptureState::Complete) {
            arrived.push_back(&entry.capture);
        }
    }
    std::sort(arrived.begin(), arrived.end(), [](const auto *a, const auto *b) {
        return a->changedNs != b->changedNs ? a->changedNs < b->changedNs : naturalLess(a->name, b->name);
    });
    for (auto *capture : arrived) {
        capture->arrival = ++m_arrivals;
    }
}

WatchReport WatchBook::look(const WatchMoment &now, const std::stop_token &stop) {
    WatchReport report;
    report.folder = m_folder;
    m_unfinished.clear();
    m_seen.clear();
    m_oldBytes = kOldBytesRead;
    const auto names = m_isCapture ? itselfOf(m_folder) : entriesOf(m_folder);
    if (!names) {
        report.readable = tl::make_unexpected(names.error());
        m_entries.clear();
        return report;
    }
    for (const auto &[name, identity] : *names) {
        if (stop.stop_requested()) {
            return report;
        }
        lookAt(name, identity, now, stop);
    }
    std::swap(m_entries, m_seen);
    numberArrivals();
    for (const auto &[name, entry] : m_entries) {
        if (entry.isCapture) {
            report.captures.push_back(entry.capture);
        }
    }
    std::sort(report.captures.begin(), report.captures.end(),
              [](const auto &a, const auto &b) { return naturalLess(a.name, b.name); });
    report.log = m_log.read(m_folder, m_unfinished);
    return report;
}

}  // namespace stagescope
