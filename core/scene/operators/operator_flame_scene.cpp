#include "core/scene/operators/operator_flame_scene.h"

#include "core/base/number_text.h"
#include "core/base/time.h"
#include "core/scene/kit/cell_number.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

namespace stagescope {

namespace {

/// From blue for what only the other side has to red for what only this one has.
Color differenceColor(Nanos here, Nanos there) {
    const auto larger = static_cast<double>(std::max({here, there, Nanos{1}}).count());
    const auto grown = static_cast<double>((here - there).count()) / larger;
    return {ColorRole::Heat, static_cast<std::uint32_t>(std::lround((1 + grown) / 2 * kMaxHeat))};
}

Color boxColor(const FlameTree &tree, const FlameNode &node) {
    switch (node.kind) {
        case FlameKind::Root:
        case FlameKind::Thread:
            return {ColorRole::HeaderBackground, 0};
        case FlameKind::Unrecorded:
            return {ColorRole::Free, 0};
        default:
            return {ColorRole::Slice, nameHash(tree.name(node))};
    }
}

/// The function before its place, as frames of memory are written, so that narrow boxes still tell it:
/// "forward (models/alexnet.py:47)" of "models/alexnet.py(47): forward".
std::string functionFirst(std::string_view name) {
    constexpr std::string_view kBetween = "): ";
    const auto close = name.rfind(kBetween);
    const auto open = close == std::string_view::npos ? close : name.rfind('(', close);
    if (open == std::string_view::npos) {
        return std::string(name);
    }
    return std::string(name.substr(close + kBetween.size())) + " (" + std::string(name.substr(0, open)) + ':' +
           std::string(name.substr(open + 1, close - open - 1)) + ')';
}

const char *rootMessage(FlameWidth width) {
    return width == FlameWidth::Host     ? "flame.root.host"
           : width == FlameWidth::Device ? "flame.root.device"
                                         : "flame.root.exposed";
}

}  // namespace

OperatorFlameModel operatorFlameModel(std::shared_ptr<const FlameDifference> paths, FlameWidth width) {
    OperatorFlameModel model{std::move(paths), width, {}};
    if (model.paths == nullptr) {
        return model;
    }
    const auto places = flamePlaces(
        model.tree(), model.isDifference() ? differenceSizes(*model.paths, width) : flameSizes(model.tree(), width));
    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto &node = model.tree().nodes[i];
        model.boxes.push_back({places[i].begin, places[i].size, node.depth, node.parent});
    }
    return model;
}

std::string operatorFlameText(const OperatorFlameModel &model, std::uint32_t node, const SceneStyle &style) {
    const auto &of = model.tree().nodes[node];
    if (of.kind == FlameKind::Root && model.isDifference()) {
        const auto grown = model.paths->grown(0, model.width);
        return style.message(Message(rootMessage(model.width), {shownTime(flameWidth(of, model.width))})) + ", " +
               style.message(Message("flame.root.there", {shownTime(flameWidth(model.paths->other[0], model.width)),
                                                          signedFigure(shownTime(grown))}));
    }
    if (of.kind == FlameKind::Root) {
        return style.message(Message(rootMessage(model.width), {shownTime(flameWidth(of, model.width))}));
    }
    if (of.kind == FlameKind::Unrecorded) {
        return style.message(Message("flame.unrecorded"));
    }
    const auto name = model.tree().name(of);
    return of.kind == FlameKind::Python ? functionFirst(name) : std::string(name);
}

FlameScene buildOperatorFlameScene(const OperatorFlameModel &model, const FlameSceneOptions &options,
                                   const std::string &caption, const SceneStyle &style) {
    const FlameLook look{[&](std::uint32_t node) {
                             const auto &of = model.tree().nodes[node];
                             return model.isDifference() && of.kind != FlameKind::Root
                                        ? differenceColor(flameWidth(of, model.width),
                                                          flameWidth(model.paths->other[node], model.width))
                                        : boxColor(model.tree(), of);
                         },
                         [&](std::uint32_t node) {
                             const auto text = operatorFlameText(model, node, style);
                             return node == 0 && !caption.empty() ? caption + " - " + text : text;
                         }};
    return buildFlameScene(model.boxes, options, look, style);
}

}  // namespace stagescope
