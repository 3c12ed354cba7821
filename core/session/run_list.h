#pragma once

#include "core/base/message.h"
#include "core/base/result.h"
#include "core/session/shared_file.h"

#include <QtCore/QObject>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stagescope {

/// What was seen of a run when all of it was read.
struct RunGist {
    std::int64_t stepNs = 0;  ///< its usual step (usual_step.h); 0: not known
    /// Parts of the step in ns, the mean of all ranks, by the text that names each (split_parts.h); what there is none
    /// of is left out.
    std::vector<std::pair<std::string, std::int64_t>> parts{};
    Message finding{};         ///< title of the first; empty where none was found
    std::size_t findings = 0;  ///< of all

    bool operator==(const RunGist &) const = default;
};

/// What is remembered of a path that was opened.
struct KnownRun {
    std::string path;  ///< absolute
    std::string name;  ///< given by the user; empty: the last part of the path
    std::string note;
    std::optional<std::int64_t> capturedNs{};  ///< begin of its first step, Unix epoch, where clocks tell
    std::int64_t usedNs = 0;                   ///< when it was opened last, Unix epoch
    std::size_t ranks = 0;                     ///< 0 = not known
    std::size_t runs = 0;                      ///< of a folder of runs; 0 = it is a run itself
    std::optional<RunGist> gist{};             ///< nothing where it was never read in full

    /// What it is called: its name, else the last part of its path.
    [[nodiscard]] std::string_view label() const;
    bool operator==(const KnownRun &) const = default;
};

/// As lists keep paths: absolute and clean; addresses of profiles elsewhere as they are, where no file has that name.
[[nodiscard]] std::string absoluteRunPath(const std::string &path);

/// The runs that were ever opened, with the names and notes that they were given. One file of the data folder for all
/// windows: each change reads it anew under a lock, changes it and replaces it whole, so that no window loses what
/// another one wrote. Owned by the window; GUI thread, O(runs) for each change.
///
/// A file that cannot be read is told and left alone; it is put aside ("NAME.broken") before the first change takes its
/// place. Entries in it that make no sense are left out.
class RunList : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kMostRuns = 1000;  ///< those unused for longest go, without name and note first

    /// Reads nothing yet.
    explicit RunList(QObject *parent = nullptr);

    /// Reads the file when it differs from what was read last: when the list is about to be seen.
    void refresh();
    /// The one used last comes first.
    [[nodiscard]] const std::vector<KnownRun> &all() const { return m_runs; }
    /// Null when it is not there.
    [[nodiscard]] const KnownRun *find(const std::string &path) const;

    /// A path was opened now. Its name and note stay; so do facts that are not known this time.
    void noteOpened(KnownRun run);
    /// Of a path that is in the list.
    void noteGist(const std::string &path, RunGist gist);
    void rename(const std::string &path, const std::string &name);
    void annotate(const std::string &path, const std::string &note);
    void remove(const std::vector<std::string> &paths);
    /// Brings back what was removed last; false when there is nothing.
    bool undoRemove();

Q_SIGNALS:
    void changed();
    /// The list could not be read or not be saved.
    void troubled(const stagescope::Error &error);

private:
    template <class Change>
    void change(const Change &apply);
    void read();

    std::vector<KnownRun> m_runs;
    std::vector<std::vector<KnownRun>> m_removed;
    SharedFile m_file;
    bool m_isBroken = false;  ///< what lies on the disk could not be read
};

/// Where it is kept.
[[nodiscard]] std::string runListPath();

}  // namespace stagescope
