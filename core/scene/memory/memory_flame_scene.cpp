#include "core/scene/memory/memory_flame_scene.h"

#include "core/base/byte_text.h"
#include "core/base/number_text.h"
#include "core/scene/memory/memory_timeline_scene.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>

namespace stagescope {

namespace {

Color nodeColor(const SnapshotHistory &history, const StackTree::Node &node) {
    return node.frame.isValid() ? Color{ColorRole::Slice, history.hashOf(node.frame)} : groupColor(history, node.group);
}

}  // namespace

std::string nodeText(const SnapshotHistory &history, const StackTree &tree, std::uint32_t index,
                     const SceneStyle &style) {
    const auto &node = tree.nodes[index];
    if (index == 0) {
        return style.message(Message("memory.flame.all", {bytesText(node.bytes), groupedText(node.blocks)}));
    }
    return node.frame.isValid() ? frameText(history.store(), node.frame) : groupText(history, node.group, style);
}

std::vector<FlameBox> flameBoxes(const StackTree &tree) {
    std::vector<FlameBox> boxes;
    boxes.reserve(tree.nodes.size());
    for (const auto &node : tree.nodes) {
        boxes.push_back({node.begin, node.bytes, node.depth, node.parent});
    }
    return boxes;
}

FlameScene buildMemoryFlameScene(const SnapshotHistory &history, const StackTree &tree,
                                 const FlameSceneOptions &options, const SceneStyle &style) {
    const FlameLook look{
        [&](std::uint32_t node) {
            return node == 0 ? Color{ColorRole::HeaderBackground, 0} : nodeColor(history, tree.nodes[node]);
        },
        [&](std::uint32_t node) { return nodeText(history, tree, node, style); }};
    return buildFlameScene(flameBoxes(tree), options, look, style);
}

Scene buildStackListScene(const SnapshotHistory &history, const std::vector<StackRow> &rows, int width, int height,
                          const SceneStyle &style) {
    Scene scene;
    scene.width = width;
    scene.height = height;
    ScenePen pen(scene, style);
    pen.fill({0, 0, width, height}, ColorRole::Background);
    const int line = style.lineHeight + 2;
    const int figures = std::min(280, width / 3);
    const int bar = std::min(160, width / 6);
    std::uint64_t sum = 0;
    for (const auto &row : rows) {
        sum += row.sum.bytes;
    }
    Box room = Box{0, 0, width, height}.inset(8, 2);
    for (const auto &row : rows) {
        if (room.height < line) {
            break;
        }
        auto box = room.takeTop(line);
        const auto share = static_cast<double>(row.sum.bytes) / std::max(1.0, static_cast<double>(sum));
        const auto place = box.takeLeft(bar);
        const auto color = groupColor(history, row.sum.group);
        pen.fill({place.x, place.y + 3, std::max(1, static_cast<int>(share * (bar - 8))), line - 6}, color);
        pen.text(box.takeLeft(figures),
                 bytesText(row.sum.bytes) + ", " +
                     percentText(static_cast<double>(row.sum.bytes), static_cast<double>(sum)) + " %, " +
                     style.message(Message("memory.flame.blocks", {std::to_string(row.sum.blocks)})),
                 ColorRole::MutedText);
        pen.text(box, row.name.empty() ? groupText(history, row.sum.group, style) : row.name);
    }
    return scene;
}

}  // namespace stagescope
