#pragma once

#include "core/demo/rank_recording.h"

#include <string>

namespace stagescope {

/// ascend_pytorch_profiler_N.db of one rank: schema 1.0.0 of torch_npu's databases, export of level 1 with memory and
/// mstx. Times in the rank's own clock. O(operations log operations).
[[nodiscard]] Status writeProfilerDatabase(const std::string &path, const RankRecording &recording);

}  // namespace stagescope
