#pragma once

#include "core/scene/pipeline_scene.h"

namespace stagescope::pipeline_scene {

/// The parts of the pipeline chart, each drawn into its box; used by buildPipelineScene only.

/// Cells, bubbles and P2P operations of one rank.
void drawLanes(ScenePen &pen, const PipelineInput &input, const PipelineRow &row, const TimeAxis &axis, double fShare);
/// Kinds that occur, how they are known; wraps to the width. Returns the height used; draws nothing when `draw` is
/// false.
int drawLegend(ScenePen &pen, const PipelineInput &input, const Box &box, bool draw);
/// One line per rank: window = busy + bubble. heightOfTable is 0 without bubbles.
[[nodiscard]] int heightOfTable(const PipelineInput &input, const SceneStyle &style);
void drawTable(ScenePen &pen, const PipelineInput &input, const Box &box);

/// "bubble 90.0 ms, 27.3 %": what stands beside a row; empty without cells.
[[nodiscard]] std::string bubbleLabel(const PipelineInput &input, int rank, const SceneStyle &style);
[[nodiscard]] bool isMissing(const PipelineInput &input, int rank);

}  // namespace stagescope::pipeline_scene
