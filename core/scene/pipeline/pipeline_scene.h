#pragma once

#include "core/scene/kit/scene.h"
#include "core/scene/kit/scene_pen.h"
#include "core/scene/kit/time_axis.h"
#include "core/scene/memory/memory_lanes.h"
#include "core/scene/pipeline/pipeline_digest.h"
#include "core/scene/pipeline/pipeline_input.h"

#include <optional>
#include <vector>

namespace stagescope {

/// One rank of the chart as laid out. Boxes are empty where there is no room for them.
struct PipelineRow {
    int rank = 0;
    int stage = 0;
    Box box;       ///< whole row
    Box phases;    ///< thin strip above the cells
    Box cells;     ///< lane of the cells, right of the label
    Box p2p;       ///< lane of sends and receives below it
    Box baseline;  ///< lane of the baseline's cells, below the measured ones
    Box ghost;     ///< lane of the ideal, or of the answer to a what-if question, below that
    Box memory;    ///< strip of the rank's memory below that
};

enum class PipelineRowOrder : std::uint8_t { Stage, Rank };

struct PipelineSceneOptions {
    int width = 0;
    int height = 0;
    AlignedRange range;      ///< visible time
    int scrollY = 0;         ///< pixels that the rows are scrolled down
    bool thumbnail = false;  ///< rows only, without ruler, legend and table
    PipelineRowOrder order = PipelineRowOrder::Stage;
    bool envelope = false;            ///< all replicas (input.envelope) instead of the cells of the group
    bool path = true;                 ///< the critical path of the step, on the cells and as a strip of its own
    std::optional<IdealCosts> ghost;  ///< the ideal of the step, a lane in each row
    /// The answer to a what-if question in place of the ideal, by rank, then begin; outlives the call. Null = none.
    const std::vector<IdealCell> *question = nullptr;
    /// The memory of the ranks, a strip in each row; outlives the call. Null or without lanes = none.
    const MemoryLanes *memory = nullptr;
};

/// The chart in pixels. Rows of ranks share the height (kMinRow to kMaxRow each, without memory) and scroll when that
/// is not enough; steps and ruler above, legend and the table of bubbles below. Kind of work is hue, virtual chunk is
/// lightness. Cells narrower than two pixels are merged per pixel column, so a frame costs O(visible cells) and draws
/// O(rows x width).
struct PipelineScene {
    static constexpr int kMinRow = 46;
    static constexpr int kMaxRow = 112;
    static constexpr int kMinMemory = 10;  ///< of a row's memory, on top of the row itself
    static constexpr int kMaxMemory = 18;
    static constexpr int kMinGhost =
        16;  ///< of the lanes of the baseline and of the ideal or the answer to a question, likewise
    static constexpr int kMaxGhost = 30;

    Scene scene;
    TimeAxis axis;
    std::vector<PipelineRow> rows;
    Box path;                ///< strip of the critical path above the rows; empty where there is none
    int rowsHeight = 0;      ///< of all rows
    int viewportHeight = 0;  ///< of what shows them; rowsHeight > viewportHeight = scrollable

    [[nodiscard]] const PipelineRow *rowAt(int y) const;
    [[nodiscard]] const PipelineRow *rowOf(int rank) const;
};
[[nodiscard]] PipelineScene buildPipelineScene(const PipelineInput &input, const PipelineSceneOptions &options,
                                               const SceneStyle &style);

/// The item at a point: that of the scene, else the cell of the row at that time, however narrow it is drawn, else the
/// bubble there. O(log cells + hits).
[[nodiscard]] std::optional<ItemRef> pipelineItemAt(const PipelineInput &input, const PipelineScene &layout, int x,
                                                    int y);

/// Arrows of the transfers that an item takes part in, from the end of the send to the end of the receive: curves as
/// short lines, cut to the rows. All of a cell's inputs and outputs; those of a send, receive or batch. Coloured by
/// what is sent. O(transfers).
[[nodiscard]] std::vector<SceneLine> pipelineEdgeLines(const PipelineInput &input, const PipelineScene &layout,
                                                       const ItemRef &item);
/// The transfers of an item as positions in chart.edges: what comes in, or what goes out.
enum class EdgeEnd : std::uint8_t { Incoming, Outgoing };
[[nodiscard]] std::vector<std::size_t> edgesOf(const PipelineInput &input, const ItemRef &item, EdgeEnd end);
/// What stands at the other end of a transfer, seen from `item`: a cell for a cell, an operation for an operation;
/// nothing where that end was not recorded.
[[nodiscard]] std::optional<ItemRef> otherEnd(const PipelineInput &input, const ItemRef &item, std::size_t edge);

/// Colour of a kind of cell; Overlapped has none of its own (it is split).
[[nodiscard]] ColorRole colorOf(CellKind kind);

}  // namespace stagescope
