#pragma once

#include "core/scene/pipeline/pipeline_scene.h"

namespace stagescope::pipeline_scene {

/// The parts of the pipeline chart, each drawn into its box; used by buildPipelineScene only.

inline constexpr int kLabelFrom = 11;  ///< narrower cells carry no number
inline constexpr int kBorderFrom = 5;  ///< narrower cells and transfers have no border
inline constexpr int kHitFrom = 8;     ///< narrower cells are found by pipelineItemAt

/// What all parts draw with and from.
struct ChartPen {
    ScenePen &pen;
    const PipelineInput &input;
    const PipelineDigest &digest;
    const PipelineSceneOptions &options;
    const TimeAxis &axis;

    [[nodiscard]] Color colorOf(CellKind kind, int chunk) const;
};

/// A stretch of time in whole pixels of the axis, at least one wide; empty when it is out of sight.
[[nodiscard]] Box pixelsOf(const TimeAxis &axis, AlignedRange range, const Box &lane);

/// Height of what stands above the rows: the strip of steps where there are several, the ruler.
[[nodiscard]] int heightOfHead(const PipelineDigest &digest, const SceneStyle &style);
void drawHead(const ChartPen &chart, Box box, int rowsBottom);
/// Width of the labels left of the rows.
[[nodiscard]] int labelWidth(const PipelineInput &input, const PipelineSceneOptions &options, const SceneStyle &style);
void drawRowLabel(const ChartPen &chart, const PipelineRow &row, int labels);
[[nodiscard]] bool hasMemory(const PipelineSceneOptions &options);
/// The rank's memory in the row's strip.
void drawMemory(const ChartPen &chart, const PipelineRow &row);

/// The rows show all replicas instead of the cells of one group.
[[nodiscard]] bool hasEnvelope(const ChartPen &chart);
void drawEnvelope(const ChartPen &chart, const PipelineRow &row);
[[nodiscard]] bool hasBaseline(const ChartPen &chart);
[[nodiscard]] bool hasGhost(const ChartPen &chart);
/// The cells of the baseline, and the ideal cells or those of the answer to a question, each in their own lane.
void drawGhosts(const ChartPen &chart, const PipelineRow &row);
/// The causes of a row's bubbles in the step in question, as strokes.
void drawCauses(const ChartPen &chart, const PipelineRow &row);
[[nodiscard]] bool hasPath(const ChartPen &chart);
[[nodiscard]] int heightOfPath(const ChartPen &chart);
/// The critical path as one lane: its cells by kind, its gaps by cause.
void drawPathStrip(const ChartPen &chart, Box box);
/// The same on the rows: a line below its cells, and from rank to rank where it changes.
void drawPath(const ChartPen &chart, const std::vector<PipelineRow> &rows);
/// Cells, bubbles, phases and P2P operations of one rank.
void drawLanes(const ChartPen &chart, const PipelineRow &row);
void drawCell(const ChartPen &chart, const PipelineCell &cell, const Box &box);
/// Microbatch and chunk of a cell, or of one half of it.
struct HalfLabel {
    int microbatch;
    int chunk;
};
/// In the way that papers write them, where it fits: "3.1", "3'" for DualPipe's reverse direction.
void drawLabel(const ChartPen &chart, const Box &box, HalfLabel half, Color color);
/// The two halves of an overlapped cell with their numbers; no frame.
void drawHalves(const ChartPen &chart, const PipelineCell &cell, const Box &box);
/// Lanes of what a cell is made of, below its number: computation above, communication below. False when there is no
/// room or nothing known; then nothing is drawn.
bool drawCellParts(const ChartPen &chart, const PipelineCell &cell, const Box &box);

/// The same with the kernels themselves, from the loaded timeline of the rank; each is a hit of its own. O(width x
/// streams).
bool drawKernels(const ChartPen &chart, const PipelineCell &cell, const Box &box);
/// Number and colour of a cell above its lanes.
void drawCellHead(const ChartPen &chart, const PipelineCell &cell, const Box &box);

/// Kinds that occur, how they are known; wraps to the width. Returns the height used; draws nothing when `draw` is
/// false.
int drawLegend(const ChartPen &chart, const Box &box, bool draw);
/// One line per rank: window = busy + bubble. heightOfTable is 0 without bubbles.
[[nodiscard]] int heightOfTable(const PipelineInput &input, const SceneStyle &style);
void drawTable(ScenePen &pen, const PipelineInput &input, const Box &box);

/// "bubble 90.0 ms, 27.3 %": what stands beside a row; empty without cells.
[[nodiscard]] std::string bubbleLabel(const PipelineInput &input, int rank, const SceneStyle &style);
/// The same of the baseline: "baseline 62.1 ms, 20.0 %"; empty where it has no cells of the rank.
[[nodiscard]] std::string baselineLabel(const PipelineInput &input, int rank, const SceneStyle &style);
/// What the row of a rank without cells says, as the id of a message.
[[nodiscard]] std::string whyNoCells(const PipelineInput &input, int rank);

}  // namespace stagescope::pipeline_scene
