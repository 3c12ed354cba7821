#pragma once

#include "core/scene/pipeline_digest.h"
#include "core/scene/pipeline_input.h"
#include "core/scene/scene.h"
#include "core/scene/scene_pen.h"
#include "core/scene/time_axis.h"

#include <vector>

namespace stagescope {

/// One rank of the chart as laid out. Boxes are empty where there is no room for them.
struct PipelineRow {
    int rank = 0;
    int stage = 0;
    Box box;     ///< whole row
    Box phases;  ///< thin strip above the cells
    Box cells;   ///< lane of the cells, right of the label
    Box p2p;     ///< lane of sends and receives below it
};

enum class PipelineRowOrder : std::uint8_t { Stage, Rank };

struct PipelineSceneOptions {
    int width = 0;
    int height = 0;
    AlignedRange range;      ///< visible time
    int scrollY = 0;         ///< pixels that the rows are scrolled down
    bool thumbnail = false;  ///< rows only, without ruler, legend and table
    PipelineRowOrder order = PipelineRowOrder::Stage;
};

/// The chart in pixels. Rows of ranks share the height (kMinRow to kMaxRow each) and scroll when that is not enough;
/// steps and ruler above, legend and the table of bubbles below. Kind of work is hue, virtual chunk is lightness. Cells
/// narrower than two pixels are merged per pixel column, so a frame costs O(visible cells) and draws O(rows x width).
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

}  // namespace stagescope
