#include "core/scene/memory/memory_lanes.h"

#include "core/analysis/overview/rank_coverage.h"
#include "core/analysis/run/steps.h"
#include "core/scene/memory/step_curve.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace stagescope {

namespace {

constexpr int kMark = 3;  ///< pixels: the peak's mark

struct LaneColumn {
    double least = 0;
    double most = -1;  ///< below the least: nothing there
};

/// Least and most of each pixel of the axis.
std::vector<LaneColumn> columnsOf(const CounterTable &curve, Nanos offset, const TimeAxis &axis) {
    std::vector<LaneColumn> columns(static_cast<std::size_t>(axis.width));
    const auto rank = [&](AlignedTime t) { return rankTime(ns(t) - offset.count()); };
    const Nanos resolution{std::max<std::int64_t>(1, axis.range.duration().count() / axis.width)};
    const auto add = [&](int from, int to, double least, double most) {
        for (int x = std::max(from, 0); x <= std::min(to, axis.width - 1); ++x) {
            auto &column = columns[static_cast<std::size_t>(x)];
            column.least = column.most < 0 ? least : std::min(column.least, least);
            column.most = std::max(column.most, most);
        }
    };
    curve.visit({rank(axis.range.begin), rank(axis.range.end)}, resolution, [&](const CounterSpan &span) {
        const int from = axis.pixelOf(alignedTime(ns(span.begin) + offset.count())) - axis.left;
        const int to = axis.pixelOf(alignedTime(ns(span.end) + offset.count())) - axis.left;
        if (to < 0) {
            return;  // over before the axis begins
        }
        add(from, std::max(from, span.count == 1 ? to - 1 : to), span.min, span.max);
    });
    return columns;
}

/// Amounts as heights of a box: from its bottom, `least`, to `span` more at its top.
struct HeightScale {
    double least = 0;
    double span = 0;
    Box box;

    [[nodiscard]] int of(double bytes) const {
        const double share = span > 0 ? (bytes - least) / span : 0;
        return std::clamp(static_cast<int>(std::lround(share * box.height)), 1, box.height);
    }
};

/// Neighbours of one height are one box.
template <class Draw>
void eachRun(const std::vector<LaneColumn> &columns, const HeightScale &scale, Draw &&draw) {
    for (std::size_t first = 0; first < columns.size();) {
        const auto heights = [&](std::size_t i) {
            return std::pair(scale.of(columns[i].least), scale.of(columns[i].most));
        };
        std::size_t end = first + 1;
        const bool isThere = columns[first].most >= 0;
        while (end < columns.size() && isThere == (columns[end].most >= 0) && heights(end) == heights(first)) {
            ++end;
        }
        if (isThere) {
            const auto [low, high] = heights(first);
            draw(static_cast<int>(first), static_cast<int>(end - first), low, high);
        }
        first = end;
    }
}

/// Lowest value of a curve within the steps of its rank; of the whole curve where no step is known.
double leastOf(const CounterTable &curve, const std::vector<StepBounds> &steps) {
    const auto leastIn = [&](RankRange range) {
        double least = curve.max();
        curve.visit(range, Nanos::max(), [&](const CounterSpan &span) { least = std::min(least, span.min); });
        return least;
    };
    return leastIn(steps.empty() ? RankRange{RankTime::min(), RankTime::max()}
                                 : RankRange{steps.front().range.begin, steps.back().range.end});
}

}  // namespace

const MemoryLane *MemoryLanes::of(int rank) const {
    const auto it = lanes.find(rank);
    return it == lanes.end() ? nullptr : &it->second;
}

Message MemoryLanes::whyNot(int rank) const {
    const auto it = reasons.find(rank);
    return it == reasons.end() ? Message("pipeline.memory.none") : it->second;
}

MemoryLanes memoryLanes(const Run &run, std::span<const int> ranks, const MemoryLanes &before,
                        const std::stop_token &stop) {
    MemoryLanes result;
    for (const int rank : ranks) {
        const auto *capture = run.capture(rank);
        if (capture == nullptr || memoryRecord(*capture) != MemoryRecord::Loaded) {
            result.reasons[rank] = Message(capture == nullptr                           ? "pipeline.memory.missing"
                                           : shownState(*capture) == LoadState::Damaged ? "pipeline.memory.damaged"
                                                                                        : "pipeline.memory.none");
            continue;
        }
        if (const auto *known = before.of(rank); known != nullptr && known->version == capture->version) {
            result.lanes[rank] = *known;
        } else if (const auto owner = frameworkAllocator(memorySeries(*capture, false, stop))) {
            const std::array keys{MemoryCurveKey{*owner, MemoryMeasure::Allocated},
                                  MemoryCurveKey{*owner, MemoryMeasure::Reserved}};
            const auto curves = memoryCurves(*capture, keys, stop);
            result.lanes[rank] = {capture->version, std::make_shared<const CounterTable>(withoutRepeats(curves[0])),
                                  std::make_shared<const CounterTable>(withoutRepeats(curves[1])),
                                  leastOf(curves[0], rankSteps(*capture))};
        }
    }
    for (const auto &[rank, lane] : result.lanes) {
        result.span = std::max(result.span, lane.allocated->max() - lane.least);
    }
    return result;
}

void drawMemoryLane(ScenePen &pen, const MemoryLane &lane, double span, Nanos offset, const TimeAxis &axis,
                    const Box &box) {
    pen.fill(box, ColorRole::AlternateBackground);
    if (lane.allocated == nullptr || lane.allocated->size() == 0) {
        return;
    }
    const HeightScale scale{lane.least, span, box};
    eachRun(columnsOf(*lane.allocated, offset, axis), scale, [&](int x, int width, int low, int high) {
        pen.fill({axis.left + x, box.bottom() - low, width, low}, ColorRole::OtherWork);
        pen.fill({axis.left + x, box.bottom() - high, width, high - low}, ColorRole::Free);
    });
    auto reserved = columnsOf(*lane.reserved, offset, axis);
    for (auto &column : reserved) {
        column.most = column.most - lane.least > span ? -1 : column.most;
    }
    eachRun(reserved, scale, [&](int x, int width, int, int high) {
        pen.fill({axis.left + x, box.bottom() - high, width, 1}, ColorRole::Text);
    });
    const auto &curve = *lane.allocated;
    const RankRange whole{curve.time(0), curve.time(static_cast<std::uint32_t>(curve.size() - 1)) + Nanos{1}};
    const auto peak = peakWithin(curve, whole);
    const auto at = peak ? alignedTime(ns(peak->at) + offset.count()) : axis.range.end;
    if (axis.range.contains(at)) {
        const int x = axis.pixelOf(at);
        const int y = box.bottom() - scale.of(peak->value);
        pen.fill({x - kMark / 2, std::max(box.y, y - kMark), kMark, kMark}, ColorRole::Accent);
    }
}

}  // namespace stagescope
