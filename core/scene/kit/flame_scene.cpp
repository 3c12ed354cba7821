#include "core/scene/kit/flame_scene.h"

#include "core/scene/kit/spacing.h"
#include "core/scene/kit/text_ruler.h"

#include <algorithm>
#include <cmath>

namespace stagescope {

namespace {

constexpr int kEdge = 4;
constexpr int kLeastFlameLabel = 24;
constexpr int kMostGrowth = 6;  ///< few levels take what room there is, up to so many times their least height

int rowHeight(std::span<const FlameBox> boxes, int room, int least) {
    const auto deepest =
        std::max_element(boxes.begin(), boxes.end(), [](const auto &a, const auto &b) { return a.depth < b.depth; });
    const auto levels = deepest == boxes.end() ? 1 : static_cast<int>(deepest->depth) + 1;
    return std::clamp((room - 2 * kEdge) / levels, least, kMostGrowth * least);
}

/// Boxes above the root, as wide as it, and those below it.
std::vector<FlameScene::Part> flameParts(std::span<const FlameBox> boxes, const FlameSceneOptions &options, int row) {
    const auto &root = boxes[std::min<std::size_t>(options.root, boxes.size() - 1)];
    const Box plot{kPad, kEdge, std::max(1, options.width - 2 * kPad), options.height};
    const double scale = plot.width / std::max(1.0, static_cast<double>(root.size));
    const auto pixel = [&](std::uint64_t at) {
        const auto inside = std::clamp(at, root.begin, root.begin + root.size) - root.begin;
        return plot.x + static_cast<int>(std::lround(static_cast<double>(inside) * scale));
    };
    std::vector<FlameScene::Part> parts;
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
        const auto &box = boxes[i];
        const bool isAbove =
            box.begin <= root.begin && box.begin + box.size >= root.begin + root.size && box.depth <= root.depth;
        const bool isBelow = box.begin >= root.begin && box.begin + box.size <= root.begin + root.size;
        const int from = pixel(box.begin);
        const int to = pixel(box.begin + box.size);
        if ((isAbove || isBelow) && to > from && box.size > 0) {
            parts.push_back({{from, plot.y + static_cast<int>(box.depth) * row, to - from, row}, i});
        }
    }
    return parts;
}

}  // namespace

std::optional<std::uint32_t> FlameScene::nodeAt(int x, int y) const {
    const auto it = std::find_if(parts.begin(), parts.end(), [&](const Part &p) { return p.box.contains(x, y); });
    return it == parts.end() ? std::nullopt : std::optional(it->node);
}

FlameScene buildFlameScene(std::span<const FlameBox> boxes, const FlameSceneOptions &options, const FlameLook &look,
                           const SceneStyle &style) {
    FlameScene result;
    result.parts = boxes.empty() ? std::vector<FlameScene::Part>{}
                                 : flameParts(boxes, options, rowHeight(boxes, options.height, style.lineHeight + 2));
    int bottom = 0;
    for (const auto &part : result.parts) {
        bottom = std::max(bottom, part.box.bottom());
    }
    result.scene.width = options.width;
    result.scene.height = std::max(options.height, bottom + kEdge);
    ScenePen pen(result.scene, style);
    const TextRuler ruler(style.metrics);
    pen.fill({0, 0, options.width, result.scene.height}, ColorRole::Background);
    for (const auto &part : result.parts) {
        const auto color = look.color(part.node);
        const Box box{part.box.x, part.box.y, std::max(1, part.box.width - 1), part.box.height - 1};
        pen.fill(box, color);
        const auto text =
            box.width >= kLeastFlameLabel ? ruler.elided(look.text(part.node), box.width - 8) : std::string{};
        if (!text.empty()) {
            result.scene.texts.push_back(
                {box.x + 3, box.y, box.width - 6, box.height, TextAlign::Left, color, text, {}, false, true});
        }
    }
    return result;
}

std::uint32_t flameNeighbour(std::span<const FlameBox> boxes, std::uint32_t node, FlameMove move) {
    if (move == FlameMove::Out || node >= boxes.size()) {
        return node < boxes.size() ? boxes[node].parent : 0;
    }
    const auto &of = boxes[node];
    auto best = node;
    for (std::uint32_t i = 1; i < boxes.size(); ++i) {
        const auto &box = boxes[i];
        if (i == node || box.size == 0 || box.parent != (move == FlameMove::In ? node : of.parent)) {
            continue;
        }
        const auto &known = boxes[best];
        const bool isCloser = move == FlameMove::In ? best == node || box.size > known.size
                              : move == FlameMove::Left
                                  ? box.begin < of.begin && (best == node || box.begin > known.begin)
                                  : box.begin > of.begin && (best == node || box.begin < known.begin);
        best = isCloser ? i : best;
    }
    return best;
}

}  // namespace stagescope
