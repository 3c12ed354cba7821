#pragma once

#include "core/base/result.h"
#include "core/formats/format.h"
#include "core/session/discovery/rank_source.h"
#include "core/session/workspace.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

class SessionCache;

/// What the status bar shows of a job that runs.
struct LoadStatus {
    std::size_t ranksTotal = 0;
    std::size_t ranksShallow = 0;
    std::size_t ranksDeep = 0;
    std::size_t ranksToGoDeep = 0;  ///< asked for, not finished
    std::uint64_t bytesDone = 0;
    std::uint64_t bytesTotal = 0;
    double bytesPerSecond = 0;
    std::optional<std::chrono::seconds> remaining;  ///< estimate, nothing until it means something
    bool running = false;
    bool paused = false;
};

/// Loads one path: discovery, then shallow loading of every rank, then deep loading of the ranks that were asked for,
/// on a pool of its own threads (one rank a task; a task that is alone may use several threads for one large file).
/// Ranks appear one by one: `snapshot()` is always a complete immutable Run of what is there by now. A file that cannot
/// be read leaves its trouble in the capture's log; a capture of which nothing could be read is Damaged and stays.
/// Owned by the window or the command; destroying it cancels and waits (< 200 ms). All methods: any thread.
class LoadJob {
public:
    /// `part` counts captures, snapshots and the rest in the order of discovery.
    using Gate = std::function<void(std::size_t part, LoadDepth depth, const std::stop_token &stop)>;
    struct Options {
        unsigned threads = 0;  ///< 0 = hardware threads
        /// All ranks are loaded deep by themselves where their files together stay below this, and what they become in
        /// memory, judged by those that are there. Else a few are, for a first look; the rest on demand.
        std::uint64_t autoDeepBytes = std::uint64_t{2} << 30;
        /// Files of so many bytes and more show their first part (RankCapture::preview) while they are loaded.
        std::uint64_t previewFrom = LoadControl{}.previewFrom;
        /// Memory for what was loaded deep; 0 = half of the machine's. Beyond it the ranks that were asked for least
        /// recently go back to Shallow; the one loaded last always stays.
        std::uint64_t deepBudgetBytes = 0;
        std::string capture{};                                  ///< Run::wantedCapture
        std::span<const std::unique_ptr<Format>> formats = {};  ///< empty = formatList(); must outlive the job
        std::shared_ptr<SessionCache> cache = {};               ///< null = files are always read
        std::optional<Run> listed = {};                         ///< what discover found, where that is known
        /// Whether timelines are drawn as soon as they are there, in a window: workers prepare them
        /// (TraceStore::prepare).
        bool isDrawn = false;
        /// Called by a worker with what it has read, before that is there for others: who waits in it lets files arrive
        /// late or in another order. Has to return when `stop` is asked for.
        Gate gate = {};
    };

    LoadJob(std::string path, RunId id, Options options);
    ~LoadJob();
    LoadJob(const LoadJob &) = delete;
    LoadJob &operator=(const LoadJob &) = delete;

    /// Asks for ranks at depth (the newest capture of each); those that are there, under way or damaged are left alone.
    void requestDeep(const std::vector<int> &ranks);
    /// Uses another of the sources that discovery found (database or text); the rank is loaded again, as deep as it
    /// was.
    void choose(SourceId source);
    /// Reads a rank, deep, from what its digest was made of (findRankSource of its capture here). The digest is shown
    /// until that is there, and again when nothing of it can be read, the reason in its log; when it is cancelled; or
    /// when it is let go for want of memory. A rank without a digest, or whose source is read already, stays as it is.
    void readSource(RankSource source);
    /// Back to the digest, as deep as the source was.
    void leaveSource(int rank);
    void setPaused(bool paused);
    /// Stops all that is under way or waiting; what is loaded stays. A later requestDeep starts anew.
    void cancel();
    /// Until nothing is left to do; false when cancelled. `tick` (may be empty) is called about 20 times a second
    /// meanwhile.
    bool wait(const std::function<void(const LoadStatus &)> &tick = {});

    [[nodiscard]] LoadStatus status() const;
    /// Number that grows whenever snapshot() would differ.
    [[nodiscard]] std::uint64_t version() const;
    /// Made when asked for and kept until something changes: O(ranks), so ask a few times a second. Never null.
    [[nodiscard]] std::shared_ptr<const Run> snapshot() const;
    /// Set when the path itself could not be opened.
    [[nodiscard]] std::optional<Error> error() const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

/// Loads a path to the end and returns the run; for commands and tests. `ranks` empty = all, at depth when `depth` is
/// Deep; nothing loaded is dropped for want of memory.
[[nodiscard]] Result<Run> loadRun(const std::string &path, RunId id, LoadDepth depth,
                                  const std::vector<int> &ranks = {},
                                  const std::function<void(const LoadStatus &)> &tick = {});
/// The same of what discover found.
[[nodiscard]] Result<Run> loadListed(Run listed, LoadDepth depth, const std::vector<int> &ranks = {},
                                     const std::function<void(const LoadStatus &)> &tick = {});

/// The same of a run that was discovered, or of a part of one, on the calling thread alone: for those who hold one rank
/// at a time. When stopped the rest is not loaded.
[[nodiscard]] Run loadDiscovered(Run run, const std::stop_token &stop = {});
/// The same, shallow alone.
[[nodiscard]] Run loadDiscoveredShallow(Run run, const std::stop_token &stop = {});

}  // namespace stagescope
