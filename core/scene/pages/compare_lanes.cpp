#include "core/base/step_id.h"
#include "core/scene/pages/compare_scene.h"

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

constexpr int kRuler = 26;
constexpr int kTickGap = 80;
constexpr int kLaneGap = 2;
constexpr int kMinLane = 14;
constexpr int kMaxLane = 40;
constexpr int kLanes = 4;
constexpr int kLabelPad = 10;

struct Lane {
    Message name;
    ColorRole role;
    IntervalSet intervals;
};

std::array<Lane, kLanes> lanesOf(const CompareSide &side) {
    const auto &busy = side.busy;
    const auto work = united(busy.computing, busy.communication);
    IntervalSet free;
    if (!work.empty()) {
        free = subtracted({{work.front().begin, work.back().end}}, work);
    }
    return {Lane{Message("lane.computing"), ColorRole::Computing, busy.computing},
            Lane{Message("lane.overlapped"), ColorRole::Overlapped, intersected(busy.communication, busy.computing)},
            Lane{Message("lane.not_overlapped"), ColorRole::ExposedCommunication,
                 subtracted(busy.communication, busy.computing)},
            Lane{Message("lane.free"), ColorRole::Free, std::move(free)}};
}

/// Intervals relative to the side's step, as boxes of the lane; neighbours in the same pixel are one box.
void drawIntervals(ScenePen &pen, const Box &lane, const Lane &content, const CompareSide &side, const TimeAxis &axis) {
    const auto from = ns(axis.range.begin) + side.originNs;
    auto it = std::lower_bound(content.intervals.begin(), content.intervals.end(), from,
                               [](const Interval &i, std::int64_t t) { return i.end <= t; });
    int left = 0;
    int right = -1;
    for (; it != content.intervals.end() && it->begin - side.originNs < ns(axis.range.end); ++it) {
        const int begin = axis.pixelOf(alignedTime(it->begin - side.originNs));
        const int end = std::max(begin + 1, axis.pixelOf(alignedTime(it->end - side.originNs)));
        if (right >= begin) {
            right = std::max(right, end);
            continue;
        }
        pen.fill({left, lane.y, right - left, lane.height}, content.role);
        left = begin;
        right = end;
    }
    pen.fill({left, lane.y, right - left, lane.height}, content.role);
}

int labelWidth(const CompareModel &model, const SceneStyle &style, int width) {
    int labels = 0;
    for (const auto *side : {&model.left, &model.right}) {
        labels = std::max(labels, style.metrics(style.message(sideName(*side))) * 8 / 7);
        for (const auto &lane : lanesOf(*side)) {
            labels = std::max(labels, style.metrics(style.message(lane.name)) + kLabelPad);
        }
    }
    return std::min(labels + 2 * kLabelPad, width / 3);
}

void drawSide(ScenePen &pen, const CompareSide &side, Box area, const TimeAxis &axis, int laneHeight) {
    const Box page = pen.clip();
    Box head = area.takeTop(pen.style().lineHeight + 4);
    pen.fill(head, ColorRole::AlternateBackground);
    pen.hit(head, side.rank);
    pen.text(head.inset(kLabelPad, 0), pen.words(sideName(side)), ColorRole::Text, TextAlign::Left, true);
    if (side.busy.source == BusyIntervals::Source::None) {
        Box note = area;
        note.takeLeft(axis.left + kLabelPad);
        pen.text(note.takeTop(laneHeight), pen.words(Message("compare.no_intervals")), ColorRole::MutedText);
    }
    for (const auto &lane : lanesOf(side)) {
        Box row = area.takeTop(laneHeight);
        Box label = row.takeLeft(axis.left);
        label.takeLeft(2 * kLabelPad);
        pen.text(label, pen.words(lane.name), ColorRole::MutedText);
        pen.setClip({axis.left, page.y, axis.width, page.height});
        drawIntervals(pen, row.inset(0, kLaneGap / 2), lane, side, axis);
        pen.setClip(page);
    }
}

/// Where the step of a side ends; what runs on belongs to the next one.
void drawStepEnd(ScenePen &pen, const CompareSide &side, const Box &area, const TimeAxis &axis) {
    const auto end = side.split ? alignedTime(side.split->parts.total.count()) : axis.range.begin;
    if (end <= axis.range.begin || end >= axis.range.end) {
        return;
    }
    const auto name = pen.words(side.split->step ? Message("compare.step_end", {stepText(*side.split->step)})
                                                 : Message("compare.step_end.whole"));
    const int x = axis.pixelOf(end);
    const int width = pen.widthOf(name);
    const bool isRight = x + 4 + width <= area.right();
    pen.vertical(x, area.y, area.height, ColorRole::Accent);
    pen.text({isRight ? x + 4 : x - 4 - width, area.y, width, pen.style().lineHeight + 4}, name, ColorRole::Text);
}

}  // namespace

CompareLanes buildCompareLanes(const CompareModel &model, const CompareLanesOptions &options, const SceneStyle &style) {
    CompareLanes out;
    out.scene.width = options.width;
    out.scene.height = options.height;
    ScenePen pen(out.scene, style);
    Box area{0, 0, options.width, options.height};
    const int labels = labelWidth(model, style, options.width);
    auto range = options.range;
    range.end = std::max(range.end, range.begin + Nanos{1});
    out.axis = {range, labels, std::max(1, options.width - labels)};
    Box ruler = area.takeTop(kRuler);
    pen.fill(ruler, ColorRole::HeaderBackground);
    pen.text(ruler.takeLeft(labels).inset(kLabelPad, 0), pen.words(Message("compare.ruler")), ColorRole::MutedText);
    for (const auto &tick : axisTicks(out.axis, alignedTime(0), kTickGap)) {
        const int x = out.axis.pixelOf(tick.time);
        pen.vertical(x, kRuler - 5, 5, ColorRole::MutedText);
        pen.vertical(x, kRuler, area.height, ColorRole::Grid);
        const int width = pen.widthOf(tick.label);
        if (x + 4 + width <= options.width) {
            pen.text({x + 4, 0, width, kRuler - 2}, tick.label, ColorRole::MutedText);
        }
    }
    const int head = style.lineHeight + 4;
    const int lane = std::clamp((area.height - 2 * head) / (2 * kLanes), kMinLane, kMaxLane);
    for (const auto *side : {&model.left, &model.right}) {
        const Box own = area.takeTop(head + kLanes * lane);
        drawSide(pen, *side, own, out.axis, lane);
        drawStepEnd(pen, *side, own, out.axis);
    }
    return out;
}

}  // namespace stagescope
