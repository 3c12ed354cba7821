#pragma once

#include "core/analysis/pipeline/chart/pipeline_group.h"

#include <vector>

namespace stagescope {

/// Work that no schedule orders and that a stage does for each microbatch all the same: the loss, and cells of kind
/// other whose name recurs, where they lie between two scheduled cells of their rank in one step. It makes a stage as
/// long as its scheduled cells do. By position in the chart's cells: how much of it lies behind the scheduled cell
/// before and ahead of this one; 0 for all other cells. O(cells log cells), any thread.
[[nodiscard]] std::vector<Nanos> stageWork(const PipelineChart &chart);

}  // namespace stagescope
