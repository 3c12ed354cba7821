#pragma once

#include "core/scene/pages/summary_scene.h"

namespace stagescope::summary_scene {

/// What one kind of tile needs and draws; used by buildSummaryScene only. `box` is the inside of the tile below its
/// title and source.
struct TileInput {
    const SummaryModel &model;
    const SummaryOptions &options;
    const SceneStyle &style;
    std::vector<Box> *showButtons = nullptr;  ///< where the tile of findings notes its buttons; null = nowhere
    std::vector<Box> *fixBoxes = nullptr;     ///< likewise its boxes to tick
    std::vector<Box> *loadButtons = nullptr;  ///< likewise for capabilities
    std::vector<Box> *settingRows = nullptr;
    Box *checks = nullptr;  ///< where the line on all checks stands
};

struct TileDrawer {
    const char *titleId = nullptr;                            ///< null = no title line
    std::string (*source)(const TileInput &input) = nullptr;  ///< null = no source line
    bool (*isEmpty)(const TileInput &input) = nullptr;        ///< nothing to draw: `emptyId` is said instead
    const char *emptyId = nullptr;
    int (*height)(const TileInput &input, int width) = nullptr;
    void (*draw)(ScenePen &pen, const TileInput &input, const Box &box) = nullptr;
    const char *emptyOnGpusId = nullptr;  ///< in place of `emptyId`, where other settings would fill it there
};
[[nodiscard]] const TileDrawer &drawerOf(SummaryTileKind kind);

// One per file; see drawerOf.
[[nodiscard]] TileDrawer factsDrawer();
[[nodiscard]] TileDrawer splitDrawer();
[[nodiscard]] TileDrawer stepsDrawer();
[[nodiscard]] TileDrawer operatorsDrawer();
[[nodiscard]] TileDrawer strategyDrawer();
[[nodiscard]] TileDrawer pipelineDrawer();
[[nodiscard]] TileDrawer environmentDrawer();
[[nodiscard]] TileDrawer capabilitiesDrawer();
[[nodiscard]] TileDrawer foundDrawer();
[[nodiscard]] TileDrawer findingsDrawer();

}  // namespace stagescope::summary_scene
