#pragma once

#include "core/scene/timeline/timeline_source.h"
#include "core/store/blended_track.h"

#include <compare>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// Names a row; survives a rebuild of the layout. The header of a rank has no source, others are tracks of a source.
struct TimelineNode {
    RankRef rank;
    SourceId source;
    TrackId track;
    auto operator<=>(const TimelineNode &) const = default;
};
/// Above the ranks.
inline const TimelineNode kTimelineRoot{RankRef{RunId{}, -1}, {}, {}};

/// What people folded and unfolded; all others are folded by default rules.
using TimelineFolds = std::map<TimelineNode, bool>;

/// What people did to the rows of a timeline. A value: TimelineLayout reads it, views change, keep and restore it.
struct TimelineArrangement {
    TimelineFolds folds{};
    std::vector<TimelineNode> pinned{};  ///< stay at the top with all that is below them, in this order
    std::set<TimelineNode> hidden{};
    /// Children of a node whose order was changed, before those that are not named.
    std::map<TimelineNode, std::vector<TimelineNode>> order{};
    std::set<TimelineNode> merged{};  ///< processes whose streams share one row
    TimelineShifts offsets{};         ///< given by hand, in addition to all others
    SliceFilter leftOut{};
    bool depthsFitted = false;  ///< rows are as high as what is in sight needs
    std::string filter{};       ///< part of the name of a track or its process; of the moment, never kept

    [[nodiscard]] bool isPinned(const TimelineNode &node) const;
    [[nodiscard]] Nanos offsetOf(const RankRef &rank) const;
    /// Pins, or unpins when all are pinned already. Pinned rows are not hidden.
    void togglePins(const std::vector<TimelineNode> &nodes);
    void hide(const TimelineNode &node);
    /// To `offset` in all; 0 removes it.
    void setOffset(const RankRef &rank, Nanos offset);

    bool operator==(const TimelineArrangement &) const = default;
};

/// Letters A-Z match without regard to case; an empty filter matches all.
[[nodiscard]] bool matchesFilter(std::string_view name, std::string_view filter);
/// Rows of the same process and track name in all sources, that of `node` included; the node alone for a rank.
[[nodiscard]] std::vector<TimelineNode> sameNamed(const std::vector<TimelineSource> &sources, const TimelineNode &node);

/// One track of each row that needs a table of its own: streams that share a row, tracks with slices left out. Without
/// an entry, or with one that was made otherwise, a row shows its track as it is.
using BlendedTracks = std::map<TimelineNode, std::shared_ptr<const BlendedTrack>>;

/// The tables that an arrangement asks for; those of `previous` that still fit are taken over. Reads every slice of the
/// tracks concerned, so it belongs on the pool. What was made until a stop is given.
[[nodiscard]] BlendedTracks blendedTracks(const std::vector<TimelineSource> &sources,
                                          const TimelineArrangement &arrangement, const BlendedTracks &previous,
                                          const std::stop_token &stop = {});
/// Streams of a process that would share a row.
[[nodiscard]] std::vector<TrackId> streamsOf(const TraceStore &trace, TrackId process);

}  // namespace stagescope
