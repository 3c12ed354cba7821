#pragma once

#include "core/analysis/pipeline/schedule/pipeline_cell.h"
#include "core/session/workspace.h"

#include <stop_token>
#include <vector>

namespace stagescope {

/// Measures the work of the cells of one capture, by begin: what of its range a cell waited for transfers, and how the
/// rest splits.
/// - Of cells with times of the device, a pause of computing and collectives is a wait up to the last end of a transfer
///   within it (of the device, or of the host that sends through its memory); PipelineCell::range, waits and marked.
/// - An O of one mark that waited between its halves is a forward and then a backward: two cells, of one message and
///   host range.
/// - PipelineCell::use: from all device work within the range, whichever cell launched it; where only merged intervals
///   are loaded, point-to-point operations are taken out of the communication. Cells with times of the host only, or
///   without any device work loaded, have none.
/// Any thread, O(n log n + cells log n).
void measureUse(const RankCapture &capture, std::vector<PipelineCell> &cells, const std::stop_token &stop = {});

}  // namespace stagescope
