#pragma once

#include "core/formats/format.h"
#include "core/session/discovery/file_signatures.h"
#include "core/session/discovery/folder_reader.h"
#include "core/session/discovery/raw_folders.h"
#include "core/session/workspace.h"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stagescope {

/// Gathers captures, snapshots and cluster files below one path into a Run, unsorted and without ids. How a folder is
/// understood depends on what lies in it, not on its name: a framework's rank folder (ASCEND_PROFILER_OUTPUT,
/// profiler_info), an msprof folder (PROF_*, mindstudio_profiler_output), files of a profile lying about, traces that
/// their head gives away. Used by discover only. One thread.
class DirectoryScanner {
public:
    using Formats = std::span<const std::unique_ptr<Format>>;

    DirectoryScanner(Run &run, ImportLog &log, Formats formats, const std::stop_token &stop);

    void addFolder(const std::string &path, int depth);
    /// ASCEND_PROFILER_OUTPUT or mindstudio_profiler_output opened by itself: its files, the rank by what lies beside
    /// it.
    void addOutputFolder(const std::string &path);
    void addFile(const std::string &path);
    /// Folders whose content nobody analysed. Complete when all was added.
    [[nodiscard]] const std::vector<RawFolder> &rawFolders() const { return m_raw; }
    /// Says what other files of JSON hold, which nobody asks where something was found.
    void logOtherJson();
    /// Says which files only have the name of a rank's trace: lost, but beside a capture of that rank.
    void logNoTraces();

private:
    struct Numbered {
        int rank = -1;
        RankOrigin origin = RankOrigin::Unknown;
    };
    /// What one PROF_ folder holds.
    struct Prof {
        std::vector<FileSource> files;
        std::vector<int> devices;
        std::optional<int> rank;
        bool hasRawParts = false;
    };

    void addFramework(const Folder &folder, int depth);
    void addMsprof(const Folder &folder, int depth);
    void addOldExport(const std::string &device, int depth, std::vector<FileSource> &files);
    [[nodiscard]] static bool isOldMindSpore(const Folder &folder);
    void addOldMindSpore(const Folder &folder, int depth);
    void addLoose(const Folder &folder);
    void addTraces(const Folder &folder);
    /// A file that holds a timeline: a capture, or one for each process in it. `byPlace`: its rank by ranksByPlace.
    void addTimeline(const std::string &folder, FileSource file, std::string_view head, std::optional<int> byPlace);
    /// A file that holds several parts: one capture for each rank. False when it does not.
    bool addPartsInside(const std::string &folder, const FileSource &file);
    /// The same of a trace, of which the first few are looked through, and others where their heads name processes by
    /// marks: reading on in each of a thousand would have people wait.
    bool addProcesses(const std::string &folder, const FileSource &file, std::string_view head);
    void addCluster(const Folder &folder, bool all);
    void addSnapshot(FileSource file, std::optional<int> rank);
    void addSnapshots(const Folder &folder, std::optional<int> rank);
    /// A dump of a flight recorder: its name ends in its rank.
    void addDump(FileSource file);
    /// Records of the scheduler beside a profile.
    void addSchedRecords(const Folder &folder);
    [[nodiscard]] Prof readProf(const Folder &folder, int depth);
    void addCapture(std::string folder, std::vector<FileSource> files, Numbered known, int device = -1);
    void addSplit(const Folder &folder, std::vector<FileSource> files);
    /// What a file is that no reader takes, where that is known, a loss or a gap. `head`: its first bytes.
    void logUnread(const std::string &path, std::string_view head);
    /// False: nothing is known of it.
    bool logSigned(const std::string &path, std::string_view head);
    void logUnreadFile(const std::string &path, const UnreadFile &unread);
    /// A file with a name that no reader has. `mayBeTrace`: nothing beside it has the name of a trace.
    void addOther(const std::string &path, bool mayBeTrace);
    /// Files that have the name of a profile's, and hold something else (a pointer, an archive), are not read.
    void leaveOutForeign(std::vector<FileSource> &files);

    [[nodiscard]] std::optional<FileSource> source(const std::string &path, std::string_view format) const;
    /// Files of a folder that belong to a rank, the known names only.
    [[nodiscard]] std::vector<FileSource> rankFiles(const Folder &folder) const;
    [[nodiscard]] Numbered numberFromFiles(const std::vector<FileSource> &files) const;
    /// What the names of MindSpore's files of its data pipeline end in, which old ones take from the device.
    [[nodiscard]] static Numbered numberFromDataFiles(const std::vector<FileSource> &files);
    [[nodiscard]] Numbered numberFromFolders(const std::string &folder) const;
    /// The rank that profiler_info beside an opened file or above an opened folder tells.
    [[nodiscard]] Numbered numberFromNeighbours(std::string folder) const;
    [[nodiscard]] Numbered numberFromTrace(std::string_view name, std::string_view head,
                                           std::optional<int> byPlace = {}) const;
    [[nodiscard]] std::string formatOf(const std::string &path, std::string_view head) const;

    Run &m_run;
    ImportLog &m_log;
    Formats m_formats;
    FolderReader m_reader;
    std::stop_token m_stop;
    std::map<std::string, std::size_t> m_unknown;  ///< files of names without their last number that are nothing known
    std::size_t m_lookedThrough = 0;               ///< traces that turned out to be of one process
    std::map<std::string, int> m_ofPlaces;         ///< ranks of folders that are named by places (ranksByPlace)
    std::vector<RawFolder> m_raw{};
    std::vector<std::pair<std::string, UnreadFile>> m_otherJson{};
    std::vector<std::pair<std::string, UnreadFile>> m_noTraces{};
};

}  // namespace stagescope
