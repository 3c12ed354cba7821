#include "core/scene/kit/table_scene.h"

#include "core/scene/kit/spacing.h"

#include <algorithm>

namespace stagescope {

namespace {

constexpr int kRowExtra = 4;
constexpr int kLeastText = 240;  ///< pixels that a column of texts keeps when there is little room

/// Texts give way, the widest first.
void narrow(std::vector<int> &widths, const TableContent &table, int excess) {
    for (std::size_t left = widths.size(); left > 0 && excess > 0; --left) {
        std::size_t widest = widths.size();
        for (std::size_t c = 0; c < widths.size(); ++c) {
            const bool isWider = widest == widths.size() || widths[c] > widths[widest];
            if (!table.columns[c].isNumber && widths[c] > kLeastText && isWider) {
                widest = c;
            }
        }
        if (widest == widths.size()) {
            return;
        }
        const int less = std::min(excess, widths[widest] - kLeastText);
        widths[widest] -= less;
        excess -= less;
    }
}

std::vector<int> widthsOf(const TableContent &table, std::size_t rows, int room, const ScenePen &pen) {
    std::vector<int> widths;
    int sum = 0;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        int width = pen.widthOf(table.columns[c].head);
        for (std::size_t r = 0; r < rows; ++r) {
            width = std::max(width, pen.widthOf(table.cell(r, c)));
        }
        widths.push_back(width + 2 * kPad);
        sum += widths.back();
    }
    narrow(widths, table, sum - room);
    return widths;
}

}  // namespace

Scene buildTableScene(const TableContent &table, int width, int height, const SceneStyle &style) {
    Scene scene;
    scene.width = width;
    scene.height = height;
    ScenePen pen(scene, style);
    const int line = style.lineHeight + kRowExtra;
    const auto rows = std::min(table.rows, static_cast<std::size_t>(std::max(0, height / line - 1)));
    pen.fill({0, 0, width, height}, ColorRole::Background);
    pen.fill({0, 0, width, std::min(line, height)}, ColorRole::HeaderBackground);
    for (std::size_t r = 0; r < rows; ++r) {
        const Box box{0, static_cast<int>(r + 1) * line, width, line};
        const bool isMarked = table.isMarked && table.isMarked(r);
        if (isMarked || r % 2 == 1) {
            pen.fill(box, isMarked ? ColorRole::HeaderBackground : ColorRole::AlternateBackground);
        }
        if (isMarked) {
            pen.fill({0, box.y, 4, line}, ColorRole::Accent);
        }
    }
    const auto widths = widthsOf(table, rows, width, pen);
    int x = 0;
    for (std::size_t c = 0; c < widths.size() && x + widths[c] <= width; x += widths[c], ++c) {
        const auto align = table.columns[c].isNumber ? TextAlign::Right : TextAlign::Left;
        const auto boxAt = [&](int y) { return Box{x + kPad, y, widths[c] - 2 * kPad, line}; };
        pen.text(boxAt(0), table.columns[c].head, ColorRole::Text, align);
        for (std::size_t r = 0; r < rows; ++r) {
            pen.text(boxAt(static_cast<int>(r + 1) * line), table.cell(r, c), ColorRole::Text, align);
        }
    }
    return scene;
}

}  // namespace stagescope
