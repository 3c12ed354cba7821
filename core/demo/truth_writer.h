#pragma once

#include "core/demo/rank_recording.h"

#include <string>
#include <vector>

namespace stagescope {

/// truth.json: options, faults and, per rank, what was played in true time (ns from the start of the play; the
/// databases show epoch_ns + clock_offset_ns + this): steps, cells as columns (of overlapped ones both halves; -1 =
/// none), peak memory, and per step the makespan of its pipeline (last cell's end minus first cell's begin over the
/// group) and the rank's bubble (makespan minus the rank's cells).
[[nodiscard]] std::string truthJson(const DemoCluster &cluster, const std::vector<RankRecording> &recordings);

}  // namespace stagescope
