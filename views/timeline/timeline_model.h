#pragma once

#include "core/analysis/operators/slice_bounds.h"
#include "core/base/message.h"
#include "core/scene/kit/bound_look.h"
#include "core/scene/timeline/own_track.h"
#include "core/scene/timeline/timeline_layout.h"
#include "core/session/selection.h"
#include "core/session/time_view.h"
#include "core/session/workspace.h"
#include "views/common/async_result.h"
#include "views/timeline/kept_arrangements.h"

#include <QtCore/QObject>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace stagescope {

/// What the timeline shows: the loaded traces of the ranks that are wanted, what was done to their rows, and the layout
/// that follows from both. Knows nothing of pixels. Owned by the view, outlived by Selection and TimeView; GUI thread,
/// streams are put into one row on the pool.
class TimelineModel : public QObject {
    Q_OBJECT
public:
    /// Ranks are those of the selection, rows that are fitted have the depths in the range of `time`.
    TimelineModel(const Selection *selection, const TimeView *time, QObject *parent);

    void setWorkspace(std::shared_ptr<const Workspace> workspace);
    /// Null before the first.
    [[nodiscard]] const std::shared_ptr<const Workspace> &workspace() const { return m_workspace; }
    /// Only these ranks of those that are selected; empty = all.
    void filterRanks(std::vector<int> ranks);
    /// Other ranks may be selected than before.
    void followSelection();

    [[nodiscard]] const TimelineLayout &layout() const { return m_layout; }
    /// The rows anew, where their depths are fitted to what is in sight.
    void layOut();
    /// Streams are being put into one row, or slices left out: rows show them when that is done.
    [[nodiscard]] bool isBlending() const { return m_blending.isBusy(); }

    /// Streams by what bounds their kernels, as soon as that is known, or all slices by their names.
    void setColoring(KernelColoring coloring);
    [[nodiscard]] bool isColoring() const { return m_bounding.isBusy(); }

    [[nodiscard]] const TimelineArrangement &arrangement() const { return m_arrangement; }
    void arrange(const std::function<void(TimelineArrangement &)> &change);
    /// Of ranks against each other: of whole runs, and by hand.
    [[nodiscard]] TimelineShifts shifts() const;
    /// Arrangements of the runs opened lately, for the next start.
    [[nodiscard]] QByteArray kept() const { return m_kept.bytes(m_arrangement, m_layout.sources()); }
    /// What kept() once gave; nothing happens for anything else.
    void restore(const QByteArray &kept);

    /// Shown until it is removed or its run is closed.
    void addTrack(OwnTrack track);
    /// The track, in all ranks, that a source was made for.
    void removeTrack(SourceId source);
    [[nodiscard]] const std::vector<OwnTrack> &ownTracks() const { return m_own; }

    /// Why there is nothing to see; nothing when there is something.
    [[nodiscard]] std::optional<Message> emptyReason() const;
    /// Ranks whose traces would be shown and are not loaded.
    [[nodiscard]] std::vector<int> ranksToLoad() const;

Q_SIGNALS:
    /// There are other traces, or they lie elsewhere in time; the layout has them.
    void sourcesChanged();
    /// Ranks were moved against each other by hand.
    void shifted();
    /// The rows have changed, the traces have not.
    void laidOut();
    /// Traces or arrangement may have changed: all other signals are out.
    void changed();

private:
    [[nodiscard]] std::vector<RankRef> ranksShown() const;
    void rebuildSources();
    void dropTracksOfOthers();
    void startBlending();
    void startColoring();

    const Selection *m_selection;
    const TimeView *m_time;
    std::shared_ptr<const Workspace> m_workspace;
    TimelineShifts m_runShifts;  ///< of whole runs against each other
    TimelineArrangement m_arrangement;
    KeptArrangements m_kept;
    BlendedTracks m_blended;
    AsyncResult<BlendedTracks> m_blending;
    KernelColoring m_coloring = KernelColoring::ByName;
    AsyncResult<std::map<const TraceStore *, std::shared_ptr<const TraceBounds>>> m_bounding;
    TimelineLayout m_layout;
    std::vector<int> m_rankFilter;
    std::vector<RankRef> m_ranksWanted;
    std::vector<OwnTrack> m_own;
    std::string m_ownOf;  ///< the main run that they were asked of, and its captures
};

}  // namespace stagescope
