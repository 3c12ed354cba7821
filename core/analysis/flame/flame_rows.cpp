#include "core/analysis/flame/flame_rows.h"

#include <algorithm>

namespace stagescope {

std::string_view frameText(const FlameTree &tree, const FlameNode &node) {
    return tree.name(node).empty() ? flameKindText(node.kind) : tree.name(node);
}

std::vector<FlameTreeRow> flameRows(const FlameTree &tree, std::span<const std::uint64_t> sizes) {
    const auto &nodes = tree.nodes;
    std::vector<std::vector<std::uint32_t>> children(nodes.size());
    for (std::uint32_t i = 1; i < nodes.size(); ++i) {
        if (sizes[i] > 0) {
            children[nodes[i].parent].push_back(i);
        }
    }
    std::vector<FlameTreeRow> rows;
    std::vector<FlameTreeRow> open{{0, {}}};  ///< the next one last
    while (!open.empty()) {
        const auto row = std::move(open.back());
        open.pop_back();
        auto &below = children[row.node];
        std::stable_sort(below.begin(), below.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return sizes[a] > sizes[b]; });
        for (auto child = below.rbegin(); child != below.rend(); ++child) {
            const auto text = std::string(frameText(tree, nodes[*child]));
            open.push_back({*child, row.node == 0 ? text : row.path + ';' + text});
        }
        if (row.node != 0) {
            rows.push_back(row);
        }
    }
    return rows;
}

}  // namespace stagescope
