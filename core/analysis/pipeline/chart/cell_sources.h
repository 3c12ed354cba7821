#pragma once

#include "core/analysis/pipeline/schedule/pipeline_cell.h"
#include "core/session/workspace.h"

#include <cstddef>
#include <stop_token>
#include <vector>

namespace stagescope {

/// Cells of one rank as its files tell them, before any numbering: sorted by (begin, end), each with its step.
struct RankCells {
    std::vector<PipelineCell> cells;
    std::size_t nested = 0;  ///< ranges left out since they lie within another one of the same kind
};

/// From the best source that the capture has: StepTaskInfo, marks of the framework (MSTX, "PP:" ranges, NVTX), the
/// device work between its P2P operations, the passes between the transfers of its host, arrows between forward and
/// backward operators. Any thread, O(n log n): worked out each time, rankRow (pipeline_group.h) once.
[[nodiscard]] RankCells rankCells(const RankCapture &capture, const std::stop_token &stop = {});

/// Whether rankCells has any; quick where tables tell.
[[nodiscard]] bool hasCells(const RankCapture &capture);
/// Whether there is a timeline to load that may tell (more) cells. O(files).
[[nodiscard]] bool mayTellMoreCells(const RankCapture &capture);
/// Whether no rank has cells in what is loaded, while some rank has a timeline to load that may tell. O(ranks).
[[nodiscard]] bool needsDeepForCells(const Run &run);

}  // namespace stagescope
