#pragma once

#include "core/scene/kit/heat_scale.h"
#include "core/scene/kit/scene.h"
#include "core/scene/kit/scene_pen.h"
#include "core/store/heat_matrix.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stagescope {

/// What the axes of a matrix are called. Indices are rows and columns of the HeatMatrix.
struct MatrixAxes {
    Message rows;                      ///< "from rank"
    Message columns;                   ///< "to rank"
    std::vector<std::string> names{};  ///< of rows and columns alike
    /// Where another host (node, stage) begins, ascending: lines between them as soon as they are not too dense.
    std::vector<std::size_t> borders{};
};

/// How values are told: a scale with a unit, or kinds with names (transport types), where a value is an index.
struct MatrixValues {
    Message title;                     ///< unit included: "Bandwidth (GB/s)"
    std::vector<std::string> kinds{};  ///< not empty: values are indices into it
    bool hidesLittle = false;          ///< some are kTooLittle
};

/// What is in sight: a window of rows and columns.
struct MatrixWindow {
    double firstRow = 0;
    double rows = 0;  ///< 0 = all
    double firstColumn = 0;
    double columns = 0;
    bool operator==(const MatrixWindow &) const = default;
};

struct MatrixSceneOptions {
    int width = 0;
    int height = 0;
    MatrixWindow window{};
    std::optional<HeatMatrix::Place> marked{};  ///< gets an outline
    std::string caption{};                      ///< what of the whole is shown, in the user's language
};

/// A window `factor` times as large whose place at (row, column) stays where it is; all of the matrix when that fits.
[[nodiscard]] MatrixWindow zoomed(const MatrixWindow &window, double factor, double row, double column,
                                  const HeatMatrix &matrix);
/// A window moved by rows and columns, as far as the matrix goes.
[[nodiscard]] MatrixWindow moved(const MatrixWindow &window, double rows, double columns, const HeatMatrix &matrix);

/// The picture and the way back from it to the values.
struct MatrixScene {
    Scene scene;
    Box area;  ///< of the places
    MatrixWindow window;
    std::size_t level = 0;  ///< places are blocks of 2^level

    /// The block at a point, in numbers of its level; nothing outside of all.
    [[nodiscard]] std::optional<HeatMatrix::Place> blockAt(int x, int y) const;
    /// Row and column at a point, also outside of the area, in places.
    [[nodiscard]] double rowAt(int y) const;
    [[nodiscard]] double columnAt(int x) const;
};

/// Heat map, warm = bad; a block of ranks that would be smaller than kMinBlock pixels shows the worst value in it.
/// Values are written in the places when they fit. The scale at the bottom has its ends and its unit.
/// O(blocks in sight), at most (width / kMinBlock) * (height / kMinBlock).
/// What its colours stand for, in the picture and in the legend.
[[nodiscard]] HeatRange heatRangeOf(const HeatMatrix &matrix);

[[nodiscard]] MatrixScene buildMatrixScene(const HeatMatrix &matrix, const MatrixAxes &axes, const MatrixValues &values,
                                           const MatrixSceneOptions &options, const SceneStyle &style);

inline constexpr int kMinBlock = 3;

}  // namespace stagescope
