#include "core/scene/kit/mark_shapes.h"

#include <algorithm>

namespace stagescope {

namespace {

constexpr int kPadding = 4;
constexpr int kMostLabel = 180;
constexpr int kLeastLabel = 18;
constexpr int kFlagWidth = 7;  ///< of a flag that has no room for its name

}  // namespace

std::vector<MarkShape> markShapes(const std::vector<TimeMark> &marks, const MarkArea &area,
                                  const TextMetrics &metrics) {
    std::vector<MarkShape> shapes;
    std::vector<const TimeMark *> shown;
    const auto &axis = area.axis;
    const int end = axis.left + axis.width;
    if (axis.range.isEmpty()) {
        return shapes;
    }
    for (const auto &mark : marks) {
        const bool isInSight = mark.isFlag() ? axis.range.contains(mark.range.begin) : mark.range.overlaps(axis.range);
        if (isInSight) {
            MarkShape shape;
            shape.id = mark.id;
            shape.isFlag = mark.isFlag();
            shape.rgb = mark.rgb;
            shape.left = std::clamp(axis.pixelOf(mark.range.begin), axis.left, end - 1);
            shape.right =
                mark.isFlag() ? shape.left + 1 : std::clamp(axis.pixelOf(mark.range.end), shape.left + 1, end);
            shape.beginInSight = axis.range.contains(mark.range.begin);
            shape.endInSight = axis.range.contains(mark.range.end);
            shapes.push_back(shape);
            shown.push_back(&mark);
        }
    }
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        auto &shape = shapes[i];
        const int next = i + 1 < shapes.size() ? shapes[i + 1].left : end;
        const int room = std::min((shape.isFlag ? next : std::min(next, shape.right)) - shape.left, kMostLabel);
        const int wanted = metrics(shown[i]->name) + 2 * kPadding;
        shape.labelWidth = std::min(wanted, room);
        if (shape.labelWidth >= kLeastLabel) {
            shape.label = elided(shown[i]->name, shape.labelWidth - 2 * kPadding, metrics);
        } else {
            shape.labelWidth = std::min(kFlagWidth, end - shape.left);
        }
    }
    return shapes;
}

std::optional<std::uint64_t> markAt(const std::vector<MarkShape> &shapes, const MarkArea &area, int x, int y) {
    if (y < area.stripTop || y >= area.stripTop + area.stripHeight) {
        return std::nullopt;
    }
    const auto it = std::find_if(shapes.rbegin(), shapes.rend(), [&](const MarkShape &shape) {
        return x >= shape.left && x < std::max(shape.left + shape.labelWidth, shape.right);
    });
    return it == shapes.rend() ? std::nullopt : std::optional(it->id);
}

}  // namespace stagescope
