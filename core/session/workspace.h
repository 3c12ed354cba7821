#pragma once

#include "core/base/ids.h"
#include "core/base/import_log.h"
#include "core/base/io/file_source.h"
#include "core/base/io/file_tally.h"
#include "core/base/time.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stagescope {

class OwnFacts;
class RankFacts;
class SnapshotStore;
class TableStore;
class TraceStore;
struct Track;
enum class TableKind : std::uint8_t;

/// From where a rank's number is known. Never guessed from the device: rank 2 may run on device 4.
enum class RankOrigin : std::uint8_t {
    Unknown,
    ProfilerInfo,
    Database,
    Metadata,
    TraceHead,
    FolderName,
    FileName,
    OnlyOne
};
enum class LoadState : std::uint8_t { Listed, LoadingShallow, Shallow, LoadingDeep, Deep, Damaged, Missing };
enum class RunRole : std::uint8_t { None, Baseline, Comparison };

/// What one file yielded.
struct LoadedSource {
    SourceId source;
    std::vector<std::shared_ptr<const TraceStore>> traces;
    std::vector<std::shared_ptr<const TableStore>> tables;
    std::shared_ptr<const SnapshotStore> snapshot{};
};

/// A loaded trace, or a track of one, with the file that yielded it. Views of its capture.
struct LoadedTrace {
    SourceId source;
    const std::shared_ptr<const TraceStore> &trace;
};
struct LoadedTrack {
    SourceId source;
    const std::shared_ptr<const TraceStore> &trace;
    const Track &track;
};

/// The id of a file's first part, and of the file that a first part is of.
inline constexpr std::uint32_t kPreviewBit = 0x8000'0000U;
[[nodiscard]] constexpr SourceId previewOf(SourceId file) { return SourceId{file.value | kPreviewBit}; }
[[nodiscard]] constexpr SourceId wholeOf(SourceId source) { return SourceId{source.value & ~kPreviewBit}; }

/// One capture of one rank: its files and what was loaded from them. A rank with several captures (rank0_start2_stop5
/// ...) has several, newest last; `captureLabel` tells them apart. Value type; stores are shared.
struct RankCapture {
    /// Global rank. Where nothing tells it (origin Unknown) discovery gives a free number, so that it can be named.
    int rank = -1;
    RankOrigin origin = RankOrigin::Unknown;
    int device = -1;           ///< -1 unknown
    std::string host;          ///< host name, else the host folder, else empty
    std::string captureLabel;  ///< empty when the rank has one capture
    std::string folder;
    /// Path of the digest that tells of the rank, or in whose place its source is read; empty: neither.
    std::string digest{};
    LoadState state = LoadState::Listed;
    std::vector<FileSource>
        files;  ///< all files of the rank, also those not read yet (format empty) and not chosen ones
    std::vector<LoadedSource> loaded;
    std::shared_ptr<const ImportLog> log;  ///< null = nothing to report
    std::uint64_t version = 0;             ///< grows with every change of `loaded`
    /// The first part of a large trace, to be looked at while the whole is loaded; analyses leave it alone. Its source
    /// is the previewOf the file's, so that no reference into it is mistaken for one into the whole.
    std::optional<LoadedSource> preview;
    /// What is known of it beside what is loaded; null: all is measured when it is asked for (rank_facts.h).
    std::shared_ptr<RankFacts> facts{};
    /// What rests on it alone, kept by whoever loaded it; null: not kept.
    std::shared_ptr<OwnFacts> own{};

    /// All tables of a kind, over all chosen sources.
    [[nodiscard]] std::vector<std::shared_ptr<const TableStore>> tables(TableKind kind) const;
    /// What was loaded, over all chosen sources, to be walked in one loop. O(traces), O(tracks).
    [[nodiscard]] std::vector<LoadedTrace> traces() const;
    [[nodiscard]] std::vector<LoadedTrack> tracks() const;
    /// The first value for a key of the Environment tables, empty when absent. section "" = any.
    [[nodiscard]] std::string environmentValue(std::string_view section, std::string_view key) const;
    [[nodiscard]] bool hasTrace() const;
    /// Its chosen files.
    [[nodiscard]] FileTally filesInUse() const;
    /// Whether it is read from what it was digested from.
    [[nodiscard]] bool isFromSource() const;
};

/// A memory snapshot found in the run, and what was read from it.
struct SnapshotFile {
    FileSource file;
    std::optional<int> rank;
    LoadState state = LoadState::Listed;
    std::shared_ptr<const SnapshotStore> store{};  ///< null until it is loaded, and when it cannot be
    std::shared_ptr<const ImportLog> log{};        ///< null = nothing to report
    std::uint64_t version = 0;                     ///< grows with every change of `store`
};

/// Offsets from each rank's clock to the run's common clock: aligned = rank time + offset. Zero until measured.
class ClockAlignment {
public:
    [[nodiscard]] AlignedTime toAligned(int rank, RankTime t) const {
        return alignedTime(ns(t) + offset(rank).count());
    }
    [[nodiscard]] RankTime toRank(int rank, AlignedTime t) const { return rankTime(ns(t) - offset(rank).count()); }
    [[nodiscard]] AlignedRange toAligned(int rank, RankRange r) const {
        return {toAligned(rank, r.begin), toAligned(rank, r.end)};
    }
    [[nodiscard]] RankRange toRank(int rank, AlignedRange r) const {
        return {toRank(rank, r.begin), toRank(rank, r.end)};
    }
    [[nodiscard]] Nanos offset(int rank) const {
        const auto it = m_offsets.find(rank);
        return it == m_offsets.end() ? Nanos{0} : it->second;
    }
    void setOffset(int rank, Nanos offset) { m_offsets[rank] = offset; }

    /// How far two ranks' times may still be off after alignment; nothing when the clocks were not compared.
    [[nodiscard]] std::optional<Nanos> uncertainty() const { return m_uncertainty; }
    void setUncertainty(Nanos uncertainty) { m_uncertainty = uncertainty; }
    /// False: all ranks' times are as recorded.
    [[nodiscard]] bool isShifted() const {
        return std::any_of(m_offsets.begin(), m_offsets.end(), [](const auto &o) { return o.second != Nanos{0}; });
    }
    bool operator==(const ClockAlignment &) const = default;

private:
    std::map<int, Nanos> m_offsets;
    std::optional<Nanos> m_uncertainty;
};

/// Sizes of the parallel dimensions; 0 = unknown. From distributed_args of any rank.
struct ParallelSizes {
    int tp = 0;
    int pp = 0;
    int dp = 0;
    int cp = 0;
    int ep = 0;
    int world = 0;
    bool operator==(const ParallelSizes &) const = default;
};

/// A communication group as metadata tells it.
struct CommGroup {
    std::string id;    ///< key in the files ("group_name_19", HCCL id)
    std::string name;  ///< "pp", "dp", "tp", "default_group" ...; may be empty
    std::vector<int> ranks;
};

/// One opened path. Value type, immutable once published.
struct Run {
    RunId id;
    std::string label;  ///< last part of the path
    std::string path;
    RunRole role = RunRole::None;
    std::vector<RankCapture> captures;  ///< sorted by (rank, capture)
    std::vector<SnapshotFile> snapshots;
    std::vector<FileSource> clusterFiles;  ///< of cluster_analysis_output and other files without a rank
    std::vector<std::shared_ptr<const TableStore>> clusterTables;
    ParallelSizes parallel;
    std::vector<CommGroup> groups;
    ClockAlignment clock;
    /// Name of the capture that is in use on each rank that has it; empty: the one that most ranks have.
    std::string wantedCapture{};
    std::shared_ptr<const ImportLog> log;  ///< of discovery: unreadable folders, raw PROF_ folders, link cycles
    /// By SourceId: index of its capture, for quick look-up. A hint only: may be null or name a wrong capture.
    std::shared_ptr<const std::vector<std::uint32_t>> captureOfSource;
    /// Of a run that keeps no timelines: reads the capture at this position with its own; nothing where the capture
    /// holds all that there is. One call at a time. Empty: what was loaded of timelines is here.
    std::function<std::optional<RankCapture>(std::size_t capture)> readTimeline{};

    /// The capture of a rank that is in use (the newest chosen one); null when absent.
    [[nodiscard]] const RankCapture *capture(int rank) const;
    /// Ranks that are present, ascending, without doubles.
    [[nodiscard]] std::vector<int> ranks() const;
    /// Size of the world as metadata says, else pp*tp*dp*cp, else nothing.
    [[nodiscard]] std::optional<int> expectedRanks() const;
    /// The capture that a source or its preview belongs to; null for cluster files and unknown ids. O(files of a rank)
    /// with the index.
    [[nodiscard]] const RankCapture *captureOf(SourceId id) const;
    [[nodiscard]] const FileSource *file(SourceId id) const;
};

/// What is open: one run, or two (a baseline and what is compared with it). Immutable value, published by the GUI
/// thread as shared_ptr<const Workspace>; any thread may read the one it holds.
struct Workspace {
    std::vector<Run> runs;
    std::uint64_t version = 0;

    [[nodiscard]] const Run *run(RunId id) const;
    /// The run that is looked at: the first that is not the baseline.
    [[nodiscard]] const Run *mainRun() const;
    [[nodiscard]] const Run *baseline() const;
    /// The trace a slice of that source lies in; null when not loaded. A source has at most one trace.
    [[nodiscard]] std::shared_ptr<const TraceStore> trace(RunId run, SourceId source) const;
};

}  // namespace stagescope
