#pragma once

#include "core/scene/kit/scene.h"
#include "core/scene/kit/text_ruler.h"
#include "core/scene/kit/time_axis.h"
#include "core/scene/timeline/timeline_layout.h"

#include <algorithm>
#include <optional>

namespace stagescope {

/// A stretch of time to be marked, on the rows of one rank or on all.
struct TimelineHighlight {
    AlignedRange range;
    std::optional<RankRef> rank;
};

/// A horizontal part of the view: [top, bottom).
struct SceneBand {
    int top = 0;
    int bottom = 0;
};

struct TimelineSceneOptions {
    int width = 0;
    int height = 0;
    int labelWidth = 220;
    int scrollY = 0;        ///< so much of what is below the pinned rows is scrolled out
    int pinnedHeight = 0;   ///< of the layout
    int pinnedShown = 0;    ///< pixels that the pinned rows get
    int pinnedScrollY = 0;  ///< so much of them is scrolled out, where they need more
    int legendHeight = 0;   ///< below the rows, for what the colours mean
    AlignedRange range;
    AlignedTime origin;  ///< zero of the ruler
    std::optional<TimelineHighlight> highlight;

    static constexpr int kRulerHeight = 26;
    /// Where data is drawn: right of the labels.
    [[nodiscard]] TimeAxis axis() const { return {range, labelWidth, width > labelWidth ? width - labelWidth : 1}; }
    /// Screen y of a row's top.
    [[nodiscard]] int screenY(int rowY) const {
        return rowY < pinnedHeight ? rowY - pinnedScrollY + kRulerHeight
                                   : rowY - pinnedHeight - scrollY + pinnedShown + kRulerHeight;
    }
    [[nodiscard]] int rowY(int screenY) const {
        return screenY < kRulerHeight + pinnedShown ? screenY - kRulerHeight + pinnedScrollY
                                                    : screenY - kRulerHeight - pinnedShown + scrollY + pinnedHeight;
    }
    [[nodiscard]] SceneBand pinnedBand() const {
        return {kRulerHeight, std::min(kRulerHeight + pinnedShown, rowsBottom())};
    }
    [[nodiscard]] SceneBand scrollingBand() const { return {kRulerHeight + pinnedShown, rowsBottom()}; }
    [[nodiscard]] int rowsBottom() const { return height - legendHeight; }
    [[nodiscard]] SceneBand bandOf(bool pinned) const { return pinned ? pinnedBand() : scrollingBand(); }
};

struct SceneBox {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;
    bool pinned = false;  ///< on a row that does not scroll
    bool operator==(const SceneBox &) const = default;
};

/// The timeline as boxes and texts: ruler, labels of the rows, slices, counters. Only rows in sight are built; slices
/// closer than a pixel come from the store's pyramid, boxes below 3 px merge with their neighbours and keep the colour
/// of the longest slice, so that a busy stretch never looks empty. O(rows in sight * width), whatever the number of
/// slices. At most kMaxLabels slices are named, the widest first. Pure; any thread.
inline constexpr std::size_t kMaxLabels = 500;
[[nodiscard]] Scene timelineScene(const TimelineLayout &layout, const TimelineSceneOptions &options,
                                  const TextRuler &ruler, const MessageText &text);

/// The row at a screen position; null on the ruler and below the last row.
[[nodiscard]] const TimelineRow *timelineRowAt(const TimelineLayout &layout, const TimelineSceneOptions &options,
                                               int screenY);
/// The slice at a screen position: of those that share the pixel the longest, as it is drawn. On the labels the rank of
/// a rank's header. O(log n).
[[nodiscard]] std::optional<ItemRef> timelineItemAt(const TimelineLayout &layout, const TimelineSceneOptions &options,
                                                    int x, int y);
/// Where a slice is drawn, at least one pixel wide, cut to the width of the data but not to the height of the view (so
/// that the view can be scrolled to it; its band cuts it); the strip of the folded row that holds it; nothing for
/// another rank's slice.
[[nodiscard]] std::optional<SceneBox> timelineBoxOf(const TimelineLayout &layout, const TimelineSceneOptions &options,
                                                    const SliceRef &slice);
/// All rows of a rank over a range, cut like timelineBoxOf.
[[nodiscard]] std::optional<SceneBox> timelineBoxOf(const TimelineLayout &layout, const TimelineSceneOptions &options,
                                                    const RankRef &rank, AlignedRange range);
/// The trace that holds a slice; null when it is not loaded or has no such slice.
[[nodiscard]] const TimelineSource *timelineSourceOf(const TimelineLayout &layout, const SliceRef &slice);
/// The time of a slice on the common clock; nothing when it is not loaded.
[[nodiscard]] std::optional<AlignedRange> timelineRangeOf(const TimelineLayout &layout, const SliceRef &slice);
/// The next (or previous) slice of the same depth of the track.
[[nodiscard]] std::optional<SliceRef> timelineNeighbour(const TimelineLayout &layout, const SliceRef &slice, bool next);

}  // namespace stagescope
