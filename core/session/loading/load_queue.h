#pragma once

#include "core/formats/format.h"
#include "core/session/discovery/rank_source.h"
#include "core/session/loading/load_job.h"
#include "core/session/loading/load_meter.h"
#include "core/session/loading/load_sums.h"
#include "core/session/loading/run_facts.h"
#include "core/session/loading/source_loader.h"
#include "core/session/workspace.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <stop_token>
#include <unordered_map>
#include <vector>

namespace stagescope {

/// What a LoadJob knows: the captures with all that is loaded, and what is to be done next. A passive queue without
/// threads and locks: the LoadJob guards it by its mutex and lets its workers take tasks from it and bring back what
/// they read.
class LoadQueue {
public:
    using Formats = std::span<const std::unique_ptr<Format>>;

    /// A piece of work under way: one capture at one depth. Lives on the queue until it is brought back.
    struct Task {
        std::size_t entry = 0;
        LoadDepth depth = LoadDepth::Shallow;
        std::vector<FileSource> files;
        std::uint64_t cost = 0;
        unsigned workers = 1;
        std::stop_source stop;
        LoadProgress progress;
    };

    LoadQueue(std::string path, RunId id, const LoadJob::Options &options, Formats formats);

    void setDiscovered(Run run);
    [[nodiscard]] bool hasTask() const;
    /// Asked ranks first, then shallow loading of all, then deep loading that nobody asked for. Only when hasTask().
    [[nodiscard]] std::shared_ptr<Task> take(unsigned threads);
    /// The first part of what a task reads, there until the task ends; that of a stopped task is dropped.
    void showPreview(const std::shared_ptr<Task> &task, LoadedSource part);
    /// Results of tasks that were stopped meanwhile are dropped.
    void finish(const std::shared_ptr<Task> &task, LoadedFiles result);

    void requestDeep(const std::vector<int> &ranks);
    void choose(SourceId source);
    void readSource(RankSource source);
    void leaveSource(int rank);
    void setPaused(bool paused);
    void cancel();

    [[nodiscard]] bool isPaused() const { return m_paused; }
    [[nodiscard]] bool isIdle() const { return m_active.empty() && !hasTask(); }
    [[nodiscard]] LoadStatus status() const;
    [[nodiscard]] std::uint64_t version() const { return m_version; }
    [[nodiscard]] std::shared_ptr<const Run> snapshot();

private:
    enum class Place : std::uint8_t { None, Queued, Active };
    enum class Holds : std::uint8_t {
        Rank,
        Cluster,   ///< files of the run that belong to no rank
        Snapshot,  ///< one memory snapshot
    };
    struct Entry {
        RankCapture capture;
        std::vector<LoadedSource> shallow;
        std::vector<LoadedSource> deep;
        std::shared_ptr<const ImportLog> shallowLog;
        std::shared_ptr<const ImportLog> deepLog;
        std::uint64_t shallowCost = 0;
        std::uint64_t deepCost = 0;
        std::size_t deepBytes = 0;
        std::uint64_t lastAsked = 0;
        Place shallowAt = Place::None;
        Place deepAt = Place::None;
        bool shallowDone = false;
        bool deepDone = false;
        bool deepWaits = false;  ///< to go deep once it is shallow
        bool anyError = false;
        Holds holds = Holds::Rank;
        std::size_t snapshot = 0;                  ///< position in Run::snapshots
        std::shared_ptr<const ImportLog> found{};  ///< what finding its files told
        /// That the capture, its source, takes the place of. Shown until the source is deep; there again when it is let
        /// go.
        std::unique_ptr<Entry> digest{};

        [[nodiscard]] DeepPart deepPart() const;
    };
    using Queue = std::deque<std::size_t>;

    Entry &addEntry(RankCapture capture, Holds holds);
    void addSnapshots();
    void addSnapshot(std::size_t index);  ///< of Run::snapshots
    void queueAutoDeep();
    /// Leaves of what is to go deep by itself a few ranks, unless all that is queued becomes no more than allowed.
    void limitAutoDeep();
    void askDeep(std::size_t index);
    void askWaitingRanks();
    void push(Queue &queue, std::size_t index, LoadDepth depth, bool first = false);
    void drop(Queue &queue, std::size_t index, LoadDepth depth);
    void clear(Queue &queue, LoadDepth depth);
    [[nodiscard]] std::size_t pop();
    void keep(Entry &entry, LoadDepth depth, LoadedFiles result);
    void settle(Entry &entry) const;
    void dropDeep(Entry &entry) const;
    void evict(std::size_t kept);
    /// Takes an entry out of all that is under way or waiting.
    void takeBack(std::size_t index);
    void finishSource(std::size_t index);
    void returnToDigest(std::size_t index);
    void numberSource(RankSource &source, std::size_t index);
    [[nodiscard]] std::optional<std::size_t> entryOf(int rank);
    [[nodiscard]] static RankCapture shown(const Entry &entry);
    void stopTasks(std::optional<std::size_t> index);
    void stopMeterWhenIdle();

    LoadJob::Options m_options;
    Formats m_formats;
    Run m_base;  ///< what discovery found, without captures
    std::vector<Entry> m_entries;
    std::unordered_map<SourceId, std::size_t> m_entryOfSource;
    Queue m_shallow;
    Queue m_asked;
    Queue m_auto;
    std::set<int> m_waitingRanks;  ///< asked for when no capture had their number yet
    std::vector<std::shared_ptr<Task>> m_active;
    RunFacts m_facts;
    LoadMeter m_meter;
    LoadSums m_sums;  ///< set() after each change of what deep loading has of an entry
    bool m_paused = false;
    bool m_discovered = false;
    bool m_ranksChanged = false;
    std::uint64_t m_version = 1;
    std::uint64_t m_askCount = 0;
    std::shared_ptr<const Run> m_snapshot;
    std::uint64_t m_snapshotVersion = 0;
};

}  // namespace stagescope
