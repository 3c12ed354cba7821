#pragma once

#include "core/analysis/pipeline/schedule/pipeline_cell.h"
#include "core/session/workspace.h"

#include <stop_token>
#include <vector>

namespace stagescope {

/// Cells guessed from the arrows between forward operators and their backwards (category fwdbwd), for a rank of a
/// pipeline (sizes or transfers tell) of which nothing else tells, not even transfers of its host (pass_cells.h):
/// within a microbatch forwards begin later and later while their backwards begin earlier and earlier; a new microbatch
/// begins where that breaks, in the order of the forwards or of the backwards (the second parts virtual chunks). Host
/// times, evidence FlowArrows. Method: MindStudio Insight's server, TraceDatabaseHelper. By begin. Any thread,
/// O(arrows log arrows).
[[nodiscard]] std::vector<PipelineCell> flowCells(const RankCapture &capture, const std::stop_token &stop = {});

}  // namespace stagescope
