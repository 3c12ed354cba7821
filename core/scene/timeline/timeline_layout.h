#pragma once

#include "core/scene/timeline/timeline_arrangement.h"
#include "core/store/trace/trace_store.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace stagescope {

enum class TimelineRowKind : std::uint8_t {
    Rank,
    Process,
    Track,
    Counter,
    Hidden,  ///< stands for what is hidden below the node
};

/// A track of one of the sources, or a table made of several.
struct TimelineLane {
    std::size_t source = 0;
    TrackId track;
    std::shared_ptr<const BlendedTrack> blended{};  ///< null = the track as it is
};

struct TimelineRow {
    TimelineNode node;
    TimelineRowKind kind = TimelineRowKind::Track;
    TrackKind trackKind = TrackKind::Other;
    std::size_t source = 0;
    int y = 0;  ///< from the top of the first row
    int height = 0;
    int indent = 0;  ///< 0 rank, 1 process, 2 track
    bool foldable = false;
    bool folded = false;
    bool pinned = false;              ///< in the part that does not scroll
    std::uint32_t depths = 0;         ///< rows of slices drawn at full height
    std::vector<TimelineLane> lanes;  ///< what a track shows, and the density strip of a folded rank or process
    std::size_t hiddenRows = 0;       ///< tracks below a folded node; what a Hidden row stands for

    [[nodiscard]] int bottom() const { return y + height; }
};

/// The tree of tracks as rows from top to bottom: what is pinned, then rank, process, track. Tracks without rows are
/// left out. A value built on the GUI thread when traces or the arrangement change, O(tracks).
///
/// Folded by default: all ranks where there are more than kOpenRanks, processes that hold counters only, host threads
/// deeper than four; while there is a filter, nothing. A rank that nobody folded or unfolded still shows its steps, its
/// overlap lanes in one row, and its ranges of forward and backward, while there are at most kBriefRanks.
class TimelineLayout {
public:
    static constexpr int kRankHeight = 24;
    static constexpr int kProcessHeight = 22;
    static constexpr int kFoldedHeight = 22;
    static constexpr int kCounterHeight = 36;
    static constexpr int kDepthHeight = 18;
    static constexpr int kRowPadding = 4;  ///< below the last depth of a track
    static constexpr std::size_t kOpenRanks = 2;
    static constexpr std::size_t kBriefRanks = 16;
    static constexpr std::uint32_t kDeepThread = 4;

    TimelineLayout() = default;
    /// `inSight` matters when the arrangement fits depths: O(depths * log n) for each open track.
    TimelineLayout(std::vector<TimelineSource> sources, const TimelineArrangement &arrangement,
                   const BlendedTracks &blended = {}, AlignedRange inSight = {});

    [[nodiscard]] const std::vector<TimelineSource> &sources() const { return m_sources; }
    [[nodiscard]] const TimelineSource &sourceOf(const TimelineRow &row) const { return m_sources[row.source]; }
    [[nodiscard]] const std::vector<TimelineRow> &rows() const { return m_rows; }
    [[nodiscard]] int height() const { return m_rows.empty() ? 0 : m_rows.back().bottom(); }
    /// Rows above this are pinned.
    [[nodiscard]] int pinnedHeight() const { return m_pinnedHeight; }
    /// Index of the row that contains y (from the top of the first row); nothing outside. O(log rows).
    [[nodiscard]] std::optional<std::size_t> rowAt(int y) const;
    /// Null when the node has no row of its own. O(log rows).
    [[nodiscard]] const TimelineRow *find(const TimelineNode &node) const;
    /// The row that shows a track: its own, that of the streams it shares a row with, else that of the folded process
    /// or rank above it. Null when not shown.
    [[nodiscard]] const TimelineRow *rowShowing(const RankRef &rank, SourceId source, TrackId track) const;
    /// From the top of a rank's header to the bottom of its last row that scrolls; nothing when the rank is not shown.
    [[nodiscard]] std::optional<std::pair<int, int>> extentOf(const RankRef &rank) const;

    [[nodiscard]] const SliceTable &slices(const TimelineLane &lane) const {
        return lane.blended ? lane.blended->slices() : m_sources[lane.source].trace->slices(lane.track);
    }
    /// Moved by hand, in addition to the alignment of clocks.
    [[nodiscard]] Nanos offsetOf(const RankRef &rank) const;
    /// What lies directly below a node, in the order shown, hidden, folded and pinned ones included.
    [[nodiscard]] const std::vector<TimelineNode> &childrenOf(const TimelineNode &parent) const;
    /// The process of a track, the rank of a process, the root for a rank.
    [[nodiscard]] TimelineNode parentOf(const TimelineNode &node) const;

private:
    friend class TimelineLayoutBuilder;

    std::vector<TimelineSource> m_sources;
    std::vector<TimelineRow> m_rows;
    std::map<TimelineNode, std::size_t> m_index;
    std::map<TimelineNode, TimelineNode> m_shared;  ///< streams in a common row, to the node of that row
    std::map<TimelineNode, std::vector<TimelineNode>> m_children;
    TimelineShifts m_offsets;
    int m_pinnedHeight = 0;
};

}  // namespace stagescope
