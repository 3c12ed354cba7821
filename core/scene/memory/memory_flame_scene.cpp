#include "core/scene/memory/memory_flame_scene.h"

#include "core/base/byte_text.h"
#include "core/base/number_text.h"
#include "core/scene/kit/spacing.h"
#include "core/scene/kit/text_ruler.h"
#include "core/scene/memory/memory_timeline_scene.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <cmath>

namespace stagescope {

namespace {

constexpr int kLeastFrameLabel = 24;

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

std::optional<std::uint32_t> MemoryFlameScene::nodeAt(int x, int y) const {
    const auto it = std::find_if(parts.begin(), parts.end(), [&](const Part &p) { return p.box.contains(x, y); });
    return it == parts.end() ? std::nullopt : std::optional(it->node);
}

MemoryFlameScene buildMemoryFlameScene(const SnapshotHistory &history, const StackTree &tree,
                                       const MemoryFlameOptions &options, const SceneStyle &style) {
    MemoryFlameScene result;
    const int row = style.lineHeight + 2;
    const auto &root = tree.nodes[std::min<std::size_t>(options.root, tree.nodes.size() - 1)];
    const Box plot{kPad, 4, std::max(1, options.width - 2 * kPad), options.height};
    const double scale = plot.width / std::max(1.0, static_cast<double>(root.bytes));
    const auto pixel = [&](std::uint64_t bytes) {
        const auto inside = std::clamp(bytes, root.begin, root.begin + root.bytes) - root.begin;
        return plot.x + static_cast<int>(std::lround(static_cast<double>(inside) * scale));
    };
    int bottom = 0;
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
        const auto &node = tree.nodes[i];
        const bool isAbove =
            node.begin <= root.begin && node.begin + node.bytes >= root.begin + root.bytes && node.depth <= root.depth;
        const bool isBelow = node.begin >= root.begin && node.begin + node.bytes <= root.begin + root.bytes;
        const int from = pixel(node.begin);
        const int to = pixel(node.begin + node.bytes);
        if ((isAbove || isBelow) && to > from && node.bytes > 0) {
            const int y = plot.y + static_cast<int>(node.depth) * row;
            result.parts.push_back({{from, y, to - from, row}, i});
            bottom = std::max(bottom, y + row);
        }
    }
    result.scene.width = options.width;
    result.scene.height = std::max(options.height, bottom + 4);
    ScenePen pen(result.scene, style);
    const TextRuler ruler(style.metrics);
    pen.fill({0, 0, options.width, result.scene.height}, ColorRole::Background);
    for (const auto &part : result.parts) {
        const auto color =
            part.node == 0 ? Color{ColorRole::HeaderBackground, 0} : nodeColor(history, tree.nodes[part.node]);
        const Box box{part.box.x, part.box.y, std::max(1, part.box.width - 1), part.box.height - 1};
        pen.fill(box, color);
        const auto text = box.width >= kLeastFrameLabel
                              ? ruler.elided(nodeText(history, tree, part.node, style), box.width - 8)
                              : std::string{};
        if (!text.empty()) {
            result.scene.texts.push_back(
                {box.x + 3, box.y, box.width - 6, box.height, TextAlign::Left, color, text, {}, false, true});
        }
    }
    return result;
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
