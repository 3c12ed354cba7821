#include "core/scene/timeline/timeline_box.h"

#include "core/store/trace/trace_store.h"

#include <algorithm>

namespace stagescope {

namespace {

bool isHeader(const TimelineRow &row) {
    return (row.kind == TimelineRowKind::Rank || row.kind == TimelineRowKind::Process) && !row.folded;
}

/// A row as it stands on the screen: `top` may lie above what is in sight of it.
struct ShownRow {
    int top;
    SceneBand sight;
};

ShownRow shownRow(const TimelineSceneOptions &options, const TimelineRow &row) {
    const int top = options.screenY(row.y);
    const auto band = options.bandOf(row.pinned);
    return {top, {std::max(top, band.top), std::min(top + row.height, band.bottom)}};
}

/// Tracks that a row shows; of one that shows several as one table, each with all its depths.
std::vector<LaneRef> lanesOf(const TimelineLayout &layout, const TimelineRow &row) {
    std::vector<LaneRef> lanes;
    const auto add = [&](std::size_t source, TrackId track) {
        const auto &own = layout.sources()[source];
        lanes.push_back({own.rank.run, own.source, track, 0, LaneRef::kAllDepths, own.offset});
    };
    if (row.kind == TimelineRowKind::Counter) {
        add(row.source, row.node.track);
    }
    for (const auto &lane : row.lanes) {
        for (const auto track : lane.blended ? lane.blended->tracks() : std::vector<TrackId>{lane.track}) {
            add(lane.source, track);
        }
    }
    return lanes;
}

/// Depths on the screen are those of the track.
bool hasDepths(const TimelineRow &row) { return row.depths > 0 && row.lanes.size() == 1 && !row.lanes[0].blended; }

std::uint32_t nearestDepth(const TimelineRow &row, int fromTop) {
    return static_cast<std::uint32_t>(
        std::clamp(fromTop / TimelineLayout::kDepthHeight, 0, static_cast<int>(row.depths) - 1));
}

void addRow(const TimelineLayout &layout, const TimelineRow &row, const ShownRow &shown, SceneBand dragged,
            bool byDepth, TimelineBox &box) {
    auto lanes = lanesOf(layout, row);
    auto sight = shown.sight;
    if (byDepth && hasDepths(row)) {
        auto &lane = lanes.front();
        lane.firstDepth = nearestDepth(row, std::max(dragged.top, sight.top) - shown.top);
        lane.endDepth = nearestDepth(row, std::min(dragged.bottom, sight.bottom - 1) - shown.top) + 1;
        const auto yOf = [&](std::uint32_t depth) {
            return shown.top + static_cast<int>(depth) * TimelineLayout::kDepthHeight;
        };
        sight = {std::max(sight.top, yOf(lane.firstDepth)), std::min(sight.bottom, yOf(lane.endDepth))};
    }
    const bool isFirst = box.lanes.empty();
    box.top = isFirst ? sight.top : std::min(box.top, sight.top);
    box.bottom = isFirst ? sight.bottom : std::max(box.bottom, sight.bottom);
    box.lanes.insert(box.lanes.end(), lanes.begin(), lanes.end());
}

}  // namespace

TimelineBox timelineBox(const TimelineLayout &layout, const TimelineSceneOptions &options, int fromY, int toY,
                        bool byDepth) {
    const SceneBand dragged{std::min(fromY, toY), std::max(fromY, toY)};
    TimelineBox box;
    for (const bool headers : {false, true}) {
        for (const auto &row : layout.rows()) {
            const auto shown = shownRow(options, row);
            if (fromY >= TimelineSceneOptions::kRulerHeight && shown.sight.top < shown.sight.bottom &&
                shown.sight.top <= dragged.bottom && shown.sight.bottom > dragged.top && isHeader(row) == headers) {
                addRow(layout, row, shown, dragged, byDepth, box);
            }
        }
        if (!box.lanes.empty()) {
            return box;
        }
    }
    box.top = 0;
    box.bottom = options.height;
    return box;
}

std::vector<SceneBox> timelineBoxesOf(const TimelineLayout &layout, const TimelineSceneOptions &options,
                                      AlignedRange range, const std::vector<LaneRef> &lanes) {
    std::vector<SceneBox> boxes;
    const auto axis = options.axis();
    const int left = std::max(axis.pixelOf(range.begin), axis.left);
    const int right = std::min(axis.pixelOf(range.end), axis.left + axis.width);
    for (const auto &row : layout.rows()) {
        const auto shown = shownRow(options, row);
        if (isHeader(row) || shown.sight.bottom <= shown.sight.top || right <= left) {
            continue;
        }
        const auto own = lanesOf(layout, row);
        const auto lane = std::find_if(lanes.begin(), lanes.end(), [&](const LaneRef &candidate) {
            return std::any_of(own.begin(), own.end(), [&](const LaneRef &o) {
                return o.track == candidate.track && o.source == candidate.source && o.run == candidate.run;
            });
        });
        if (lane == lanes.end()) {
            continue;
        }
        auto sight = shown.sight;
        if (hasDepths(row) && lane->endDepth != LaneRef::kAllDepths) {
            const auto yOf = [&](std::uint32_t depth) {
                return shown.top + static_cast<int>(std::min(depth, row.depths)) * TimelineLayout::kDepthHeight;
            };
            sight = {std::max(sight.top, yOf(lane->firstDepth)), std::min(sight.bottom, yOf(lane->endDepth))};
        }
        if (sight.bottom > sight.top) {
            boxes.push_back({left, sight.top, right - left, sight.bottom - sight.top, row.pinned});
        }
    }
    return boxes;
}

}  // namespace stagescope
