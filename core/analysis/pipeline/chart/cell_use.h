#pragma once

#include "core/analysis/pipeline/schedule/pipeline_cell.h"
#include "core/session/workspace.h"

#include <span>
#include <stop_token>

namespace stagescope {

/// Fills PipelineCell::use of the cells of one capture, each from all device work within its range, whichever cell
/// launched it. From the kernels of the trace; where only merged intervals are loaded, point-to-point operations are
/// taken out of the communication. Cells with times of the host only, or without any device work loaded, have none.
/// Any thread, O(n log n + cells log n).
void measureUse(const RankCapture &capture, std::span<PipelineCell> cells, const std::stop_token &stop = {});

}  // namespace stagescope
