#pragma once

#include "core/scene/kit/scene.h"
#include "core/scene/kit/scene_pen.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace stagescope {

/// A table as it is drawn into pictures: heads, and rows from the first on as far as they fit.
struct TableContent {
    struct Column {
        std::string head;
        bool isNumber = false;
    };
    std::vector<Column> columns;
    std::size_t rows = 0;
    std::function<std::string(std::size_t row, std::size_t column)> cell;
    std::function<bool(std::size_t row)> isMarked{};  ///< may be empty
};

/// Columns are as wide as heads and cells in sight need; where that is more than there is room, texts give way first
/// and the last columns are left out. O(cells in sight).
[[nodiscard]] Scene buildTableScene(const TableContent &table, int width, int height, const SceneStyle &style);

}  // namespace stagescope
