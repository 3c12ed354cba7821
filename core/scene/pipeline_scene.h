#pragma once

#include "core/analysis/pipeline/pipeline_group.h"
#include "core/analysis/pipeline/step_bubbles.h"
#include "core/scene/scene.h"
#include "core/scene/scene_pen.h"
#include "core/scene/time_axis.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stagescope {

/// What the pipeline view looks at: one group of one run and one step of it. Made once per workspace, group and step on
/// the pool; a plain value.
struct PipelineInput {
    RunId run;
    PipelineChart chart;
    ClockAlignment clock;
    std::map<int, std::string> hosts;    ///< by rank, where known
    std::vector<int> missing;            ///< ranks of the group that the run does not hold
    std::optional<std::int64_t> step;    ///< the step in question; nothing when there are no cells
    std::optional<StepBubbles> bubbles;  /// of that step
};
/// Fills the input from a run. `step` nothing or without cells = the first step with cells. O(cells log cells).
[[nodiscard]] PipelineInput pipelineInput(const Run &run, const PipelineGroup &group, std::optional<std::int64_t> step,
                                          const std::stop_token &stop = {});

/// One rank of the chart as laid out.
struct PipelineRow {
    int rank = 0;
    int stage = 0;
    Box box;    ///< whole row
    Box cells;  ///< lane of the cells, right of the label
    Box p2p;    ///< lane of sends and receives below it
};

struct PipelineSceneOptions {
    int width = 0;
    int height = 0;
    AlignedRange range;      ///< visible time
    int scrollY = 0;         ///< pixels that the rows are scrolled down
    bool thumbnail = false;  ///< rows only, without ruler, legend and table
};

/// The chart in pixels. Rows of ranks in stage order share the height (kMinRow to kMaxRow each) and scroll when that is
/// not enough; ruler above, legend and the table of bubbles below. Cells narrower than two pixels are merged per pixel
/// column, so a frame costs O(visible cells) and draws O(rows x width).
struct PipelineScene {
    static constexpr int kMinRow = 46;
    static constexpr int kMaxRow = 112;

    Scene scene;
    TimeAxis axis;
    std::vector<PipelineRow> rows;
    int rowsHeight = 0;      ///< of all rows
    int viewportHeight = 0;  ///< of what shows them; rowsHeight > viewportHeight = scrollable

    [[nodiscard]] const PipelineRow *rowAt(int y) const;
    [[nodiscard]] const PipelineRow *rowOf(int rank) const;
};
[[nodiscard]] PipelineScene buildPipelineScene(const PipelineInput &input, const PipelineSceneOptions &options,
                                               const SceneStyle &style);

/// Colour of a kind of cell; Overlapped has none of its own (it is split).
[[nodiscard]] ColorRole colorOf(CellKind kind);
/// How much of an overlapped cell is drawn as forward: mean F : mean B of the chart, 1 : 2 without any.
[[nodiscard]] double forwardShare(const PipelineChart &chart);

}  // namespace stagescope
