#pragma once

#include "core/analysis/pipeline/schedule/pipeline_cell.h"
#include "core/session/workspace.h"

#include <span>
#include <stop_token>

namespace stagescope {

/// Fills `launched` of the cells and P2P operations of one capture: of the device work that begins with them, the
/// launch call that returned first, where the trace leads from a call to it; of cells that begin with a mark of the
/// device that of their first kernel. Cells with times of the host only have none. And `received`: what Gloo or MPI
/// receives, the host copies to the device, so it could not launch earlier. Any thread, O(n log n) of dispatchPaths.
void findLaunches(const RankCapture &capture, std::span<PipelineCell> cells, std::span<P2pOp> ops,
                  const std::stop_token &stop = {});

}  // namespace stagescope
