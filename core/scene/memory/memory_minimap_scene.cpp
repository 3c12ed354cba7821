#include "core/scene/memory/memory_minimap_scene.h"

#include "core/base/byte_text.h"
#include "core/scene/memory/event_axis.h"

#include <algorithm>
#include <cmath>

namespace stagescope {

MemoryMinimapScene buildMemoryMinimapScene(const SnapshotHistory &history, const EventAxis &axis, int width, int height,
                                           const SceneStyle &style) {
    MemoryMinimapScene result;
    result.scene.width = width;
    result.scene.height = height;
    ScenePen pen(result.scene, style);
    pen.fill({0, 0, width, height}, ColorRole::Background);
    result.plot = {kPlotLeft, 4, std::max(1, width - kPlotLeft - kPlotRight), std::max(1, height - 8)};
    const auto &plot = result.plot;
    result.axis = {axis.limits(), plot.x, plot.width};
    const auto &active = history.blocks();
    const auto &reserved = history.segments();
    const auto top = std::max({std::uint64_t{1}, active.bytesAt(active.peakIn(0, active.events())),
                               reserved.bytesAt(reserved.peakIn(0, reserved.events()))});
    const auto heightOf = [&](std::uint64_t bytes) {
        return static_cast<int>(std::lround(static_cast<double>(bytes) / static_cast<double>(top) * plot.height));
    };
    pen.fill(plot, ColorRole::AlternateBackground);
    const auto edges = axis.edges(result.axis, 1);
    for (int x = 0; x < plot.width; ++x) {
        const auto first = edges[static_cast<std::size_t>(x)];
        const auto last = std::max(first + 1, edges[static_cast<std::size_t>(x) + 1]);
        const int used = heightOf(active.bytesAt(active.peakIn(first, last)));
        const int held = heightOf(reserved.bytesAt(reserved.peakIn(first, last)));
        pen.fill({plot.x + x, plot.bottom() - used, 1, used}, ColorRole::Counter);
        pen.fill({plot.x + x, plot.bottom() - held, 1, 1}, ColorRole::Text);
    }
    for (const auto &mark : history.marks()) {
        if (mark.action == SnapshotAction::OutOfMemory) {
            const int x = std::clamp(result.axis.pixelOf(axis.placeOf(mark.event + 1)), plot.x, plot.right() - 1);
            pen.fill({x, plot.y, 2, plot.height}, ColorRole::Error);
        }
    }
    Box label{4, plot.y, kPlotLeft - 10, plot.height};
    pen.text(label.takeTop(style.lineHeight), bytesText(top), ColorRole::MutedText, TextAlign::Right);
    return result;
}

}  // namespace stagescope
