#pragma once

#include "core/session/watch/capture_listing.h"
#include "core/session/watch/capture_state.h"
#include "core/session/watch/watch_log.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace stagescope {

/// One of the files and folders that lie directly in a folder that is watched, where it holds a profile.
struct WatchedCapture {
    std::string name;  ///< in the folder
    std::string path;
    bool isFolder = false;
    CaptureVerdict verdict;
    std::uint64_t bytes = 0;
    std::size_t files = 0;
    std::int64_t changedNs = 0;  ///< of the file of it that changed last, Unix epoch
    std::size_t arrival = 0;     ///< 1 for the first that was found complete; 0 = it was not yet

    bool operator==(const WatchedCapture &) const = default;
};

/// What one look found.
struct WatchReport {
    std::string folder;
    Status readable;                       ///< why the folder itself cannot be looked at; it is waited for
    std::vector<WatchedCapture> captures;  ///< in natural order of their names
    std::vector<WatchLogLine> log;
};

/// When a look happens: how long something did not change is told by a clock that nobody sets; only of what is seen for
/// the first time its file times are compared with the clock on the wall.
struct WatchMoment {
    std::chrono::nanoseconds steady{};
    std::int64_t wallNs = 0;

    [[nodiscard]] static WatchMoment now();
};

/// What is known of a folder from one look to the next. The folder is read only: names, sizes, times, the ends of files
/// that may be whole and logs. What was found complete is not walked again until one of its folders changes. One
/// thread.
class WatchBook {
public:
    explicit WatchBook(std::string folder, std::chrono::nanoseconds quiet = kUsualQuiet);

    /// O(files of captures that are not complete). Stopped early, it gives what it has.
    [[nodiscard]] WatchReport look(const WatchMoment &now, const std::stop_token &stop = {});

private:
    struct Entry {
        std::uint64_t identity = 0;     ///< device and inode: it keeps its arrival when it is renamed
        std::uint64_t fingerprint = 0;  ///< names, sizes and times of its files
        std::chrono::nanoseconds unchangedSince{};
        std::vector<std::pair<std::string, std::int64_t>> folders;  ///< of the capture, with their times
        bool isCapture = false;
        bool isJudged = false;  ///< for good, unless the fingerprint changes
        WatchedCapture capture;
    };
    void lookAt(const std::string &name, std::uint64_t identity, const WatchMoment &now, const std::stop_token &stop);
    void adoptRenamed(const std::string &name, std::uint64_t identity);
    static void take(Entry &entry, const CaptureListing &listing, std::uint64_t identity, const WatchMoment &now);
    void judge(Entry &entry, const CaptureListing &listing, const WatchMoment &now, const std::stop_token &stop);
    void numberArrivals();
    [[nodiscard]] std::string pathOf(const std::string &name) const;

    std::string m_folder;
    std::chrono::nanoseconds m_quiet;
    bool m_isCapture = false;  ///< the folder itself is a profiler's
    std::map<std::string, Entry> m_entries;
    std::map<std::string, Entry> m_seen;  ///< by this look
    std::vector<CaptureListing> m_unfinished;
    std::uint64_t m_oldBytes = 0;  ///< that this look may yet read of what is not written any more
    std::size_t m_arrivals = 0;
    WatchLogReader m_log;
};

}  // namespace stagescope
