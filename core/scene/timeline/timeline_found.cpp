#include "core/scene/timeline/timeline_found.h"

#include <algorithm>
#include <vector>

namespace stagescope {

namespace {

constexpr Color kFoundColor{ColorRole::Accent, 0};
constexpr int kTickHeight = 5;

}  // namespace

void drawFound(Scene &scene, const TimelineLayout &layout, const TimelineSceneOptions &options,
               std::span<const SliceRef> found) {
    const auto axis = options.axis();
    std::vector<bool> hasTick(static_cast<std::size_t>(std::max(options.width, 0)), false);
    SceneBox last;
    for (const auto &slice : found) {
        const auto range = timelineRangeOf(layout, slice);
        if (!range || range->end < options.range.begin || options.range.end <= range->begin) {
            continue;
        }
        const auto box = timelineBoxOf(layout, options, slice);
        if (!box || *box == last) {
            continue;
        }
        last = *box;
        const int left = std::max(box->x, axis.left);
        const int right = std::min(box->x + box->width, options.width);
        const auto band = options.bandOf(box->pinned);
        const int top = std::max(box->y + box->height - kFoundBarHeight, band.top);
        const int bottom = std::min(box->y + box->height, band.bottom);
        if (left < right && top < bottom) {
            scene.rects.push_back({left, top, right - left, bottom - top, kFoundColor});
        }
        if (left < options.width) {
            hasTick[static_cast<std::size_t>(left)] = true;
        }
    }
    for (int x = axis.left; x < options.width; ++x) {
        if (hasTick[static_cast<std::size_t>(x)]) {
            scene.rects.push_back({x, TimelineSceneOptions::kRulerHeight - kTickHeight, 1, kTickHeight, kFoundColor});
        }
    }
}

}  // namespace stagescope
