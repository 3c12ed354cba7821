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

/// "metadata", "parallel_sizes", "all_ranks"
[[nodiscard]] std::string_view groupOriginText(GroupOrigin origin);

/// Pipelines of a run that have a rank in it: groups whose name begins with "pp" in the metadata; else by the sizes of
/// the parallel dimensions in Megatron's order (stage s of replica r is rank s * TP * CP * DP + r). Ranks that have
/// cells and lie in none of these form one more group "all", marked AllRanks, in order of their numbers.
[[nodiscard]] std::vector<PipelineGroup> pipelineGroups(const Run &run);

/// Cells and P2P operations of one group. Cells are sorted by (rank, begin); microbatches are numbered by order per
/// step, rank and kind where the file does not name them: the k-th forward of a step belongs to microbatch k. Steps
/// with overlapped cells, or with more forwards than microbatches, hold several chunks and stay without numbers.
/// `steps` lists the steps that have cells, ascending, with kNoStep for cells outside of all steps.
struct PipelineChart {
    PipelineGroup group;
    std::vector<PipelineCell> cells;
    std::vector<P2pOp> p2p;
    std::vector<std::int64_t> steps;
    std::size_t nestedCells = 0;  ///< MSTX ranges left out since they lie within another one of the same kind
};
/// O(cells log cells). Cells of a rank come from StepTaskInfo where it exists, else from MSTX ranges.
[[nodiscard]] PipelineChart pipelineChart(const Run &run, const PipelineGroup &group, const std::stop_token &stop = {});
[[nodiscard]] CellRef cellRef(RunId run, const PipelineGroup &group, const PipelineCell &cell);

}  // namespace stagescope
