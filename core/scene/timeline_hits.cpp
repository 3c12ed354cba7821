#include "core/scene/timeline_scene.h"

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

SceneBox boxOf(const TimelineSceneOptions &options, AlignedRange range, int rowY, int height) {
    const auto axis = options.axis();
    const int left = std::clamp(axis.pixelOf(range.begin), axis.left - 1, options.width);
    const int right = std::clamp(axis.pixelOf(range.end), left + 1, std::max(left + 1, options.width));
    return {left, options.screenY(rowY), right - left, height};
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
    if (screenY < TimelineSceneOptions::kRulerHeight) {
        return nullptr;
    }
    const auto row = layout.rowAt(options.rowY(screenY));
    return row ? &layout.rows()[*row] : nullptr;
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
    const auto &slices = source.trace->slices(row->node.track);
    const auto depth = depthAt(*row, options.rowY(y) - row->y);
    if (!depth || *depth >= slices.depthCount()) {
        return std::nullopt;
    }
    const auto axis = options.axis();
    auto slice = sliceAt(slices, *depth, source, axis, x, 0);
    slice = slice ? slice : sliceAt(slices, *depth, source, axis, x, 1);
    return slice ? std::optional<ItemRef>(SliceRef{source.rank.run, source.source, row->node.track, *slice})
                 : std::nullopt;
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
    if (row->folded || row->kind != TimelineRowKind::Track) {
        return boxOf(options, *range, row->y, row->height);
    }
    const auto depth = static_cast<int>(source->trace->slices(slice.track).depthOf(slice.slice.value));
    return boxOf(options, *range, row->y + 2 + depth * TimelineLayout::kDepthHeight, TimelineLayout::kDepthHeight - 1);
}

std::optional<SceneBox> timelineBoxOf(const TimelineLayout &layout, const TimelineSceneOptions &options,
                                      const RankRef &rank, AlignedRange range) {
    const auto extent = layout.extentOf(rank);
    return extent ? std::optional(boxOf(options, range, extent->first, extent->second - extent->first)) : std::nullopt;
}

std::optional<SliceRef> timelineNeighbour(const TimelineLayout &layout, const SliceRef &slice, bool next) {
    const auto *source = timelineSourceOf(layout, slice);
    if (source == nullptr) {
        return std::nullopt;
    }
    const auto &slices = source->trace->slices(slice.track);
    const auto depth = slices.depthOf(slice.slice.value);
    const auto first = slices.depthBegin(depth);
    const auto end = slices.depthBegin(depth + 1);
    if (next ? slice.slice.value + 1 >= end : slice.slice.value <= first) {
        return std::nullopt;
    }
    auto neighbour = slice;
    neighbour.slice = SliceId{next ? slice.slice.value + 1 : slice.slice.value - 1};
    return neighbour;
}

}  // namespace stagescope
