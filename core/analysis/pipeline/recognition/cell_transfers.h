#pragma once

#include "core/analysis/pipeline/chart/pipeline_group.h"

#include <cstddef>
#include <vector>

namespace stagescope {

/// A tensor that must have gone from a rank to another, since its producer and its consumer are numbered: F of a stage
/// to F of the next in the same microbatch, B (I, the backward of O) to the one before.
struct CellTransfer {
    std::size_t producer = 0;  ///< index into PipelineChart::cells
    std::size_t consumer = 0;
    P2pEdge::Direction direction = P2pEdge::Direction::Activation;
    int microbatch = 0;
};

/// All that the cells of a chart with a recognised schedule tell, by end of the producer in the aligned clock; none
/// where the schedule is not known. O(cells log cells).
[[nodiscard]] std::vector<CellTransfer> cellTransfers(const PipelineChart &chart, const ClockAlignment &clock);

}  // namespace stagescope
