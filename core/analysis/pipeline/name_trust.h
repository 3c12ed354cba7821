#pragma once

#include "core/analysis/pipeline/chart/pipeline_group.h"

#include <cstddef>

namespace stagescope {

/// Takes back microbatches that files give where they contradict their count, pass by pass (forward with overlapped,
/// backward, backward for weights): a rank of p stages meets each microbatch once per chunk, and ranks of several
/// chunks run at least p microbatches. So a pass is not believed where, in most ranks and steps, its numbers occur
/// kUneven times as often as the usual one, or several times each though they are fewer than p: instrumentation that
/// counts wrongly, or writes 0 into every message. A pass of single cells cannot tell and goes with the others. Such
/// cells have no number until a schedule gives them one. Records that are lost or repeated change a count by less.
/// Returns how many numbers were taken back. O(cells log cells).
std::size_t distrustNames(PipelineChart &chart);

inline constexpr std::size_t kUneven = 3;

}  // namespace stagescope
