#pragma once

#include "core/scene/scene.h"
#include "core/session/workspace.h"

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stagescope {

/// Colours of a trace's slice names, by StringId: hash of the name, and roles for steps, events (they occupy a stream
/// but do no work) and overlap lanes. Immutable. Built once per trace, O(names).
using SliceColors = std::vector<Color>;
[[nodiscard]] SliceColors sliceColors(const TraceStore &trace);

/// One loaded trace on the time axis.
struct TimelineSource {
    RankRef rank;
    SourceId source;
    std::shared_ptr<const TraceStore> trace;
    std::shared_ptr<const SliceColors> colors;
    Nanos offset{0};  ///< aligned time = rank time + offset: clock alignment and the shift of a comparison
    std::string run;  ///< label of the run, empty when only one is open
    bool isBaseline = false;
    std::string host;
    int device = -1;

    [[nodiscard]] RankTime toRank(AlignedTime t) const { return rankTime(ns(t) - offset.count()); }
    [[nodiscard]] AlignedTime toAligned(RankTime t) const { return alignedTime(ns(t) + offset.count()); }
    [[nodiscard]] RankRange toRank(AlignedRange r) const { return {toRank(r.begin), toRank(r.end)}; }
    [[nodiscard]] AlignedRange toAligned(RankRange r) const { return {toAligned(r.begin), toAligned(r.end)}; }
};

/// Shifts of ranks against each other, to compare ranks and runs aligned at a step's start.
using TimelineShifts = std::map<RankRef, Nanos>;

/// The loaded traces of the ranks (empty = all), main run first, by rank. Colours are taken over from `previous` for
/// traces that are there already.
[[nodiscard]] std::vector<TimelineSource> timelineSources(const Workspace &workspace, const std::vector<RankRef> &ranks,
                                                          const TimelineShifts &shifts = {},
                                                          const std::vector<TimelineSource> &previous = {});
/// From the first begin to the last end of all sources; nothing when there are none.
[[nodiscard]] std::optional<AlignedRange> timelineBounds(const std::vector<TimelineSource> &sources);

/// Names a row; survives a rebuild of the layout. The header of a rank has no source, others are tracks of a source.
struct TimelineNode {
    RankRef rank;
    SourceId source;
    TrackId track;
    auto operator<=>(const TimelineNode &) const = default;
};
/// What people folded and unfolded; all others are folded by default rules.
using TimelineFolds = std::map<TimelineNode, bool>;

enum class TimelineRowKind : std::uint8_t { Rank, Process, Track, Counter };

/// A track of one of the sources.
struct TimelineLane {
    std::size_t source = 0;
    TrackId track;
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
    std::uint32_t depths = 0;         ///< rows of slices drawn at full height
    std::vector<TimelineLane> lanes;  ///< what the density strip of a folded rank or process shows
    std::size_t hiddenRows = 0;       ///< tracks below a folded node

    [[nodiscard]] int bottom() const { return y + height; }
};

/// The tree of tracks as rows from top to bottom: rank, process, track. Tracks without rows are left out. A value
/// built on the GUI thread when traces or folds change, O(tracks).
///
/// Folded by default: ranks beyond the fourth, processes that hold counters only, host threads deeper than four.
class TimelineLayout {
public:
    static constexpr int kRankHeight = 24;
    static constexpr int kProcessHeight = 22;
    static constexpr int kFoldedHeight = 22;
    static constexpr int kCounterHeight = 36;
    static constexpr int kDepthHeight = 18;
    static constexpr int kRowPadding = 4;  ///< below the last depth of a track
    static constexpr std::size_t kOpenRanks = 4;
    static constexpr std::uint32_t kDeepThread = 4;

    TimelineLayout() = default;
    TimelineLayout(std::vector<TimelineSource> sources, const TimelineFolds &folds);

    [[nodiscard]] const std::vector<TimelineSource> &sources() const { return m_sources; }
    [[nodiscard]] const TimelineSource &sourceOf(const TimelineRow &row) const { return m_sources[row.source]; }
    [[nodiscard]] const std::vector<TimelineRow> &rows() const { return m_rows; }
    [[nodiscard]] int height() const { return m_rows.empty() ? 0 : m_rows.back().bottom(); }
    /// Index of the row that contains y (from the top of the first row); nothing outside. O(log rows).
    [[nodiscard]] std::optional<std::size_t> rowAt(int y) const;
    [[nodiscard]] const TimelineRow *find(const TimelineNode &node) const;
    /// The row that shows a track: its own, else that of the folded process or rank above it. Null when not shown.
    [[nodiscard]] const TimelineRow *rowShowing(const RankRef &rank, SourceId source, TrackId track) const;
    /// From the top of a rank's header to the bottom of its last row; nothing when the rank is not shown.
    [[nodiscard]] std::optional<std::pair<int, int>> extentOf(const RankRef &rank) const;

private:
    void addRank(std::size_t first, std::size_t end, bool openByDefault, const TimelineFolds &folds);
    void addSource(std::size_t source, const TimelineFolds &folds);
    void addTrack(std::size_t source, const Track &track, int indent, const TimelineFolds &folds);
    void push(TimelineRow row);

    std::vector<TimelineSource> m_sources;
    std::vector<TimelineRow> m_rows;
};

}  // namespace stagescope
