#pragma once

#include "core/scene/timeline/timeline_arrangement_text.h"
#include "core/session/workspace.h"

#include <QtCore/QByteArray>
#include <QtCore/QString>

#include <utility>
#include <vector>

namespace stagescope {

/// How the rows of the runs opened lately were arranged, from one start to the next. The arrangement of the runs that
/// are open now is the caller's. GUI thread.
class KeptArrangements {
public:
    /// The runs that are open now. Keeps what is arranged for those that were, and adds to `arrangement` what is kept
    /// of new ones; it starts anew, but for the filter, when none of the runs was open before. `sources` are those
    /// that the arrangement speaks of.
    void adopt(const Workspace &workspace, TimelineArrangement &arrangement,
               const std::vector<TimelineSource> &sources);
    /// Takes back what was kept of tracks that turn out to bear another name in the sources.
    void check(TimelineArrangement &arrangement, const std::vector<TimelineSource> &sources) {
        dropRenamed(arrangement, m_unchecked, sources);
    }

    /// All that is kept, with the arrangement of the open runs.
    [[nodiscard]] QByteArray bytes(const TimelineArrangement &arrangement,
                                   const std::vector<TimelineSource> &sources) const;
    /// What bytes() once gave, and no run is open; false, and nothing changes, for anything else.
    bool read(const QByteArray &bytes);

private:
    using Entry = std::pair<QString, QByteArray>;  ///< path of a run and its arrangementText

    [[nodiscard]] std::vector<Entry> entriesOfOpen(const TimelineArrangement &arrangement,
                                                   const std::vector<TimelineSource> &sources) const;
    void keep(std::vector<Entry> entries);

    std::vector<Entry> m_entries;                   ///< newest first
    std::vector<std::pair<RunId, QString>> m_open;  ///< runs with their paths
    TimelineNames m_unchecked;                      ///< kept of tracks that are not loaded yet
};

}  // namespace stagescope
