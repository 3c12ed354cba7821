#pragma once

#include "core/demo/rank_recording.h"

#include <string>
#include <vector>

namespace stagescope {

/// How one step of a rank divides, ns: computing and communication as unions of their intervals, their intersection,
/// and the gaps of their union between the step's first and last device operation. stage + bubble = that whole span,
/// bubble = sum of the receives, preparing = from the step's begin on the host to the first device operation. The
/// peers' own definitions.
struct StepSplit {
    std::int64_t computing = 0;
    std::int64_t communicationNotOverlapped = 0;
    std::int64_t overlapped = 0;
    std::int64_t communication = 0;
    std::int64_t free = 0;
    std::int64_t stage = 0;
    std::int64_t bubble = 0;
    std::int64_t preparing = 0;
};
[[nodiscard]] std::vector<StepSplit> stepSplits(const RankRecording &recording);

/// analysis.db of one rank: StepTraceTime, CommAnalyzerTime, CommAnalyzerBandwidth, CommAnalyzerMatrix.
[[nodiscard]] Status writeAnalysisDatabase(const std::string &path, const RankRecording &recording);

}  // namespace stagescope
