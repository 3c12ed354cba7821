#pragma once

#include "core/analysis/pipeline/schedule/schedule.h"

#include <span>
#include <string>
#include <vector>

namespace stagescope {

/// Name and phase of one cell of a DualPipeV as msprof-analyze's recipe pp_chart writes them into StepTaskInfo.
struct MindSpeedLabel {
    std::string name;
    /// 0 warm-up, 1 interleaved forward, 2 one backward, weight and forward, 3 overlap, 4 backward and overlap,
    /// 5 interleaved backward, 6 cool-down
    int phase = 0;
    bool operator==(const MindSpeedLabel &) const = default;
};
/// One label per action of the rank, in its order: "3" forward, "4F" a lone forward of the steady phase, "13B"
/// backward, "10b" backward for input, "10w" for weights, "7F+13B" both, "logits" the loss head. Microbatches of chunk
/// 1 count on from m. `order` is that of `rank` in what generateSchedule gives for `options`, of kind DualPipeV or
/// MindSpeedDualPipeV. O(actions).
[[nodiscard]] std::vector<MindSpeedLabel> mindSpeedLabels(const ScheduleOptions &options, int rank,
                                                          std::span<const PipelineAction> order);

}  // namespace stagescope
