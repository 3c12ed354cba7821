#pragma once

#include "core/scene/kit/scene.h"
#include "core/scene/kit/scene_pen.h"
#include "core/scene/pages/findings_scene.h"
#include "core/scene/pages/summary_model.h"

#include <vector>

namespace stagescope {

enum class SplitOrder : std::uint8_t { Rank, Stage, Total };

struct SummaryOptions {
    int width = 0;
    int height = 0;  ///< of the viewport: the least height of the scene
    SplitOrder order = SplitOrder::Rank;
    const FindingsModel *findings = nullptr;  ///< outlives the call; null while the rules still run
    std::optional<Message> unjudged{};        ///< why the rules do not run yet
};

enum class SummaryTileKind : std::uint8_t {
    Facts,
    Split,
    Findings,
    Strategy,
    Pipeline,
    Steps,
    Operators,
    Environment,
    Capabilities,
    Found
};

struct SummaryTile {
    SummaryTileKind kind = SummaryTileKind::Facts;
    Box box;
};

/// The summary page: tiles side by side where the width allows, each with a title, the source of its figures, and a
/// skeleton while nothing is known yet. The scene is as high as the tiles need; the view scrolls it. Cost: O(what is
/// shown) + O(ranks).
struct SummaryScene {
    Scene scene;
    std::vector<SummaryTile> tiles;
    std::vector<Box> showButtons;  ///< of the first findings, in their order; empty without evidence
    std::vector<Box> fixBoxes;     ///< to be ticked, of the first findings, in their order; empty where no replay tells
    std::vector<Box> loadButtons;  ///< of the capabilities, in their order; empty where nothing is to be loaded
    std::vector<Box> settingRows;  ///< likewise: what settings would supply; empty where it is there or to be loaded
    Box checks;                    ///< the line on all checks; empty while the rules run
    Box orderControl;              ///< where the control for the order of the bars stands; its text is drawn there too

    [[nodiscard]] const SummaryTile *tile(SummaryTileKind kind) const;
};
[[nodiscard]] SummaryScene buildSummaryScene(const SummaryModel &model, const SummaryOptions &options,
                                             const SceneStyle &style);

/// The bars in an order; equal ones by rank. Ranks of unknown stage come last.
[[nodiscard]] std::vector<SplitBar> ordered(std::vector<SplitBar> bars, SplitOrder order);
[[nodiscard]] Message orderMessage(SplitOrder order);

}  // namespace stagescope
