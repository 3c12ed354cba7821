#include "core/scene/timeline/timeline_scene.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>

namespace stagescope {

namespace {

/// The longest slice of a depth that touches [x - reach, x + 1 + reach).
std::optional<SliceId> sliceAt(const SliceTable &slices, std::uint32_t depth, const TimelineSource &source,
                               const TimeAxis &axis, int x, int reach) {
    const RankRange range = source.toRank(AlignedRange{axis.timeOf(x - reach), axis.timeOf(x + 1 + reach)});
    std::optional<SliceId> found;
    std::uint32_t length = 0;
    const Nanos resolution{static_cast<std::int64_t>(axis.nsPerPixel())};
    slices.visit(depth, {range.begin, std::max(range.end, range.begin + Nanos{1})}, resolution,
                 [&](const SliceSpan &span) {
                     if (!found || span.widestLength > length) {
                         found = span.widest;
                         length = span.widestLength;
                     }
                 });
    return found;
}

/// Which line of a track a screen y falls on; folded tracks are searched by their first depth.
std::optional<std::uint32_t> depthAt(const TimelineRow &row, int yInRow) {
    if (row.folded) {
        return 0;
    }
    const int depth = (yInRow - 2) / TimelineLayout::kDepthHeight;
    const bool isInside = yInRow >= 2 && depth < static_cast<int>(row.depths);
    return isInside ? std::optional(static_cast<std::uint32_t>(depth)) : std::nullopt;
}

/// `top` from the top of the row at rowY.
SceneBox boxOf(const TimelineSceneOptions &options, AlignedRange range, int rowY, int top, int height, bool pinned) {
    const auto axis = options.axis();
    const int left = std::clamp(axis.pixelOf(range.begin), axis.left - 1, options.width);
    const int right = std::clamp(axis.pixelOf(range.end), left + 1, std::max(left + 1, options.width));
    return {left, options.screenY(rowY) + top, right - left, height, pinned};
}

}  // namespace

const TimelineSource *timelineSourceOf(const TimelineLayout &layout, const SliceRef &slice) {
    const auto &sources = layout.sources();
    const auto it = std::find_if(sources.begin(), sources.end(),
                                 [&](const auto &s) { return s.rank.run == slice.run && s.source == slice.source; });
    const bool isThere = it != sources.end() && slice.track.value < it->trace->tracks().size() &&
                         slice.slice.value < it->trace->slices(slice.track).size();
    return isThere ? &*it : nullptr;
}

const TimelineRow *timelineRowAt(const TimelineLayout &layout, const TimelineSceneOptions &options, int screenY) {
    if (screenY < TimelineSceneOptions::kRulerHeight || screenY >= options.rowsBottom()) {
        return nullptr;
    }
    const auto row = layout.rowAt(options.rowY(screenY));
    const bool isPinned = screenY < options.pinnedBand().bottom;
    return row && layout.rows()[*row].pinned == isPinned ? &layout.rows()[*row] : nullptr;
}

std::optional<ItemRef> timelineItemAt(const TimelineLayout &layout, const TimelineSceneOptions &options, int x, int y) {
    const auto *row = timelineRowAt(layout, options, y);
    if (row == nullptr) {
        return std::nullopt;
    }
    if (row->kind == TimelineRowKind::Rank) {
        return x < options.labelWidth ? std::optional<ItemRef>(row->node.rank) : std::nullopt;
    }
    if (row->kind != TimelineRowKind::Track || x < options.labelWidth) {
        return std::nullopt;
    }
    const auto &source = layout.sourceOf(*row);
    const auto &lane = row->lanes.front();
    const auto &slices = layout.slices(lane);
    const auto depth = depthAt(*row, options.rowY(y) - row->y);
    if (!depth || *depth >= slices.depthCount()) {
        return std::nullopt;
    }
    const auto axis = options.axis();
    auto slice = sliceAt(slices, *depth, source, axis, x, 0);
    slice = slice ? slice : sliceAt(slices, *depth, source, axis, x, 1);
    if (!slice) {
        return std::nullopt;
    }
    const auto origin = lane.blended ? lane.blended->originOf(*slice) : std::pair(lane.track, *slice);
    return SliceRef{source.rank.run, source.source, origin.first, origin.second};
}

std::optional<AlignedRange> timelineRangeOf(const TimelineLayout &layout, const SliceRef &slice) {
    const auto *source = timelineSourceOf(layout, slice);
    if (source == nullptr) {
        return std::nullopt;
    }
    const auto &slices = source->trace->slices(slice.track);
    return source->toAligned(RankRange{slices.begin(slice.slice.value), slices.end(slice.slice.value)});
}

std::optional<SceneBox> timelineBoxOf(const TimelineLayout &layout, const TimelineSceneOptions &options,
                                      const SliceRef &slice) {
    const auto *source = timelineSourceOf(layout, slice);
    const auto range = timelineRangeOf(layout, slice);
    const auto *row = source == nullptr ? nullptr : layout.rowShowing(source->rank, slice.source, slice.track);
    if (row == nullptr || !range) {
        return std::nullopt;
    }
    const bool isOpenTrack = !row->folded && row->kind == TimelineRowKind::Track;
    const auto *blended = row->kind == TimelineRowKind::Track ? row->lanes.front().blended.get() : nullptr;
    const auto own = blended == nullptr ? std::optional(slice.slice) : blended->find(slice.track, slice.slice);
    if (!own) {
        return std::nullopt;
    }
    if (!isOpenTrack) {
        return boxOf(options, *range, row->y, 0, row->height, row->pinned);
    }
    const auto depth = layout.slices(row->lanes.front()).depthOf(own->value);
    if (depth >= row->depths) {
        return std::nullopt;
    }
    return boxOf(options, *range, row->y, 2 + static_cast<int>(depth) * TimelineLayout::kDepthHeight,
                 TimelineLayout::kDepthHeight - 1, row->pinned);
}

std::optional<SceneBox> timelineBoxOf(const TimelineLayout &layout, const TimelineSceneOptions &options,
                                      const RankRef &rank, AlignedRange range) {
    const auto extent = layout.extentOf(rank);
    return extent ? std::optional(boxOf(options, range, extent->first, 0, extent->second - extent->first,
                                        extent->first < options.pinnedHeight))
                  : std::nullopt;
}

std::optional<SliceRef> timelineNeighbour(const TimelineLayout &layout, const SliceRef &slice, bool next) {
    const auto *source = timelineSourceOf(layout, slice);
    if (source == nullptr) {
        return std::nullopt;
    }
    // Of the slice's own stream where several share the row; what the row leaves out is passed over.
    const auto *row = layout.rowShowing(source->rank, slice.source, slice.track);
    const bool isTrack = row != nullptr && row->kind == TimelineRowKind::Track;
    const auto blended = isTrack ? row->lanes.front().blended : nullptr;
    const auto &slices = source->trace->slices(slice.track);
    const auto depth = slices.depthOf(slice.slice.value);
    const auto first = slices.depthBegin(depth);
    const auto end = slices.depthBegin(depth + 1);
    for (auto at = slice.slice.value; next ? at + 1 < end : at > first;) {
        at = next ? at + 1 : at - 1;
        if (blended == nullptr || blended->find(slice.track, SliceId{at})) {
            return SliceRef{slice.run, slice.source, slice.track, SliceId{at}};
        }
    }
    return std::nullopt;
}

}  // namespace stagescope
