#pragma once

#include "core/analysis/pipeline/schedule/pipeline_cell.h"
#include "core/session/workspace.h"

#include <stop_token>
#include <vector>

namespace stagescope {

/// Cells from ranges that the framework has recorded in the traces of a capture (mark_names.h), on any thread of the
/// host. A range is joined to the work that was launched while it was open, by whichever thread (backward kernels are
/// launched by autograd's own): its cell is what that work spans on the device, evidence DeviceRange, the host's range
/// beside it; without such work HostRange, what the range did itself (HostTransfers::workIn). Point-to-point operations
/// do not stretch a cell. Attention kernels become parts, forward ones in a backward as recomputation; DeepSeek's inner
/// ranges become parts by name. A rank with several stages numbers its chunks in order of stage. By begin. Any thread,
/// O(n log n).
[[nodiscard]] std::vector<PipelineCell> markedCells(const RankCapture &capture, const std::stop_token &stop = {});

}  // namespace stagescope
