#pragma once

#include "core/analysis/pipeline/pipeline_cell.h"
#include "core/base/item_ref.h"
#include "core/session/workspace.h"

#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

enum class GroupOrigin : std::uint8_t { Metadata, ParallelSizes, AllRanks };

/// The ranks of one pipeline, in stage order.
struct PipelineGroup {
    std::string id;  ///< "pp(0,2)"
    std::vector<int> ranks;
    GroupOrigin origin = GroupOrigin::AllRanks;
};

/// Pipelines of a run: groups named "pp" in the metadata; else by pp, tp, dp sizes in Megatron's order (rank = pp * tp
/// * dp +
/// ...; analysis of ranks whose group is unknown); else all ranks with cells as one group, marked AllRanks.
[[nodiscard]] std::vector<PipelineGroup> pipelineGroups(const Run &run);

/// Cells and P2P operations of one group. Cells are sorted by (rank, begin); microbatches are numbered by order per
/// step, rank and kind where the file does not name them. `steps` lists the steps that have cells, ascending.
struct PipelineChart {
    PipelineGroup group;
    std::vector<PipelineCell> cells;
    std::vector<P2pOp> p2p;
    std::vector<std::int64_t> steps;
};
/// O(cells log cells). Cells of a rank come from StepTaskInfo where it exists, else from MSTX ranges.
[[nodiscard]] PipelineChart pipelineChart(const Run &run, const PipelineGroup &group, const std::stop_token &stop = {});
[[nodiscard]] CellRef cellRef(RunId run, const PipelineGroup &group, const PipelineCell &cell);

}  // namespace stagescope
