#pragma once

#include "app/window/window_settings.h"
#include "core/session/discovery/rank_source.h"
#include "core/session/loading/open_runs.h"
#include "core/session/selection.h"
#include "core/session/slice_likeness.h"
#include "views/common/async_result.h"

#include <QtCore/QObject>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace stagescope {

class SourcePage;

/// Ranks of digests that are read from what they were digested from, on demand: looks for it where the digest says, or
/// where remembered prefixes map that to, asks where it is when it is not there (SourcePage), and tells what came of
/// it. Those of profiles on other machines are brought (lentRank). What is selected stays selected when a rank changes.
/// Owned by the window; GUI thread, looking is done on the pool.
class SourceReader : public QObject {
    Q_OBJECT
public:
    SourceReader(OpenRuns *runs, Selection *selection, WindowSettings *settings, QWidget *window);

    /// Whose choice it passes for that slices are found again: it keeps what it has in sight.
    void setChooser(QObject *chooser) { m_chooser = chooser; }
    /// After all views have it.
    void setWorkspace(std::shared_ptr<const Workspace> workspace);
    /// Those of these ranks that are digests.
    void read(RunId run, const std::vector<int> &ranks);
    /// Back to their digests.
    void leave(RunId run, const std::vector<int> &ranks);

Q_SIGNALS:
    void told(const QString &text, bool isTrouble);

private:
    struct Found {
        RunId run;
        RankSource source;
    };
    /// What could be found, and what was in the way of the rest.
    struct Findings {
        std::vector<Found> found;
        std::optional<Error> error;
        std::string root;          ///< of the digest that is told of
        bool isElsewhere = false;  ///< on another machine: there is nowhere else to look
    };
    static Findings look(const Workspace &workspace, const std::set<RankRef> &wanted,
                         const std::vector<PathPrefix> &prefixes, const QString &program, const std::stop_token &stop);
    void start();
    void take(Findings findings);
    void tellOutcome();
    /// Whether all is told of a rank that is being read. `wasRead`: its run was seen to be, by now.
    bool isToldOf(const RankRef &rank, bool &wasRead);
    void carrySelection(const Workspace &before);

    OpenRuns *m_runs;
    Selection *m_selection;
    WindowSettings *m_settings;
    QWidget *m_window;
    SourcePage *m_page = nullptr;
    QObject *m_chooser = nullptr;
    std::shared_ptr<const Workspace> m_workspace;
    std::set<RankRef> m_wanted;                ///< not found yet
    std::optional<PathPrefix> m_tried;         ///< given, and not known to lead anywhere
    std::map<RankRef, bool> m_underWay;        ///< being read; whether the run was seen to be
    std::map<SliceRef, SliceLikeness> m_gone;  ///< selected, of a rank that changes
    AsyncResult<Findings> m_search;
};

}  // namespace stagescope
