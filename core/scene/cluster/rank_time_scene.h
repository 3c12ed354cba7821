#pragma once

#include "core/analysis/cluster/rank_raster.h"
#include "core/scene/kit/scene_pen.h"
#include "core/scene/kit/time_axis.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stagescope {

/// What is shown: signals, and a raster of them, perhaps of another range than the one in sight.
struct RankTimeModel {
    std::shared_ptr<const RankSignals> signals{};  ///< null: not known yet
    RasterQuestion asked{};
    RankRaster raster{};

    [[nodiscard]] bool isEmpty() const { return signals == nullptr || signals->isEmpty(); }
    /// Numbers of the ranks in a row of the raster, in their order.
    [[nodiscard]] std::vector<int> ranksOf(std::size_t row) const;
    /// Of these the worst one within a column.
    [[nodiscard]] int worstOf(std::size_t row, std::size_t column) const;
};

struct RankTimeOptions {
    int width = 0;
    int height = 0;
    AlignedRange range;        ///< in sight
    AlignedTime origin;        ///< from which the axis counts
    std::string caption = {};  ///< what of the whole is shown, in the user's language
};

struct RankTimeScene {
    Scene scene;
    TimeAxis axis;
    Box area;           ///< of the raster
    int rowHeight = 1;  ///< pixels; rows of the raster lie below one another

    [[nodiscard]] std::optional<std::size_t> rowAt(int x, int y) const;
};

/// Rows and columns that a raster may have.
struct RasterRoom {
    std::size_t rows = 1;
    std::size_t columns = 1;
    std::size_t labelled = 1;  ///< rows, where each is to have its label
};
/// For a picture of this size; `lastRank` has the longest label.
[[nodiscard]] RasterRoom rasterRoom(int lastRank, int width, int height, const SceneStyle &style);

/// Warm = bad, on the scale of the raster; of WaitingFor the colours of the ranks that are waited for. Neighbours of
/// equal colour are one box: at most rows x columns of them. Hits on the labels: RankRef. O(rows x columns).
[[nodiscard]] RankTimeScene buildRankTimeScene(const RankTimeModel &model, const RankTimeOptions &options,
                                               const SceneStyle &style);

inline constexpr int kLeastRow = 2;     ///< pixels of a row
inline constexpr int kRasterBlock = 2;  ///< pixels of a column

}  // namespace stagescope
