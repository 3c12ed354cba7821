#pragma once

#include "core/analysis/pipeline/schedule/pipeline_cell.h"
#include "core/session/workspace.h"

#include <stop_token>
#include <vector>

namespace stagescope {

/// Cells of a rank whose framework marks none, from what its host does between its sends and receives: operators that
/// arrows (category fwdbwd) join to a backward are a forward, what autograd's engine runs is a backward. A cell is a
/// row of one pass; it ends where the pass changes or something is sent or received. Where the host launched work of
/// the device meanwhile, the cell is what that spans (evidence Inferred), else what the host did itself (FlowArrows).
/// Cells of less than 2 % of the longest of their pass are left out; a rank without both passes, or without transfers
/// on its host, has none. By begin. Any thread, O(slices of the host log slices).
[[nodiscard]] std::vector<PipelineCell> passCells(const RankCapture &capture, const std::stop_token &stop = {});

}  // namespace stagescope
