#pragma once

#include "core/analysis/communication/models/strategy_model.h"
#include "core/scene/kit/scene_pen.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stagescope {

/// What of the innermost dimensions is drawn as one place.
enum class StrategyFold : std::uint8_t { None, Tp, TpAndCp };

struct StrategyOptions {
    int width = 0;
    int height = 0;
    StrategyFold fold = StrategyFold::None;
    /// Whose groups get outlines, by ParallelDimension.
    std::array<bool, 5> outlined{true, true, true, true, true};
    std::optional<int> selected{};  ///< rank whose groups are shown member by member
    std::string caption{};          ///< what of the whole is shown, in the user's language
};

struct StrategyScene {
    struct Place {
        Box box;
        std::vector<int> ranks;  ///< ascending
        int worst = -1;          ///< of these, that the colour tells; the first without values
    };
    Scene scene;
    std::vector<Place> places;

    [[nodiscard]] const Place *placeAt(int x, int y) const;
};

/// Pipeline stages down; across data-parallel replicas, in them context, in them tensor parallelism. Groups whose
/// places lie together get an outline in the colour of their dimension; of the selected rank each member has one, or
/// all together where places are small and lie together. Where places would be smaller than kMinPlace, neighbours share
/// one and it shows the worst. Hits: RankRef. O(ranks x log).
[[nodiscard]] StrategyScene buildStrategyScene(const StrategyModel &model, const StrategyOptions &options,
                                               const SceneStyle &style);

inline constexpr int kMinPlace = 3;

/// The colour of a dimension's outlines.
[[nodiscard]] ColorRole roleOf(ParallelDimension dimension);

}  // namespace stagescope
