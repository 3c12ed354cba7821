#pragma once

#include "core/session/workspace.h"

#include <span>
#include <string>
#include <vector>

namespace stagescope {

/// What paths are called where they stand beside one another: the shortest parts that tell all of them apart. The last
/// part where that does ("ab_fused" and "ab_unfused"), else the one nearest to the end that does
/// ("a/trace.json" and "b/trace.json" -> "a" and "b"), else all from the first to the last in which they differ; equal
/// paths are called by their last part. Files of a run beside those of others ("{job_rank0.json,job_rank1.json}") are
/// "job_rank*.json", or "first … last" where that does not tell them apart. One name a path, none is empty. O(parts of
/// all).
[[nodiscard]] std::vector<std::string> namesApart(std::span<const std::string> paths);
/// Gives runs that stand beside one another their labels by that.
void labelRuns(std::vector<Run> &runs);

}  // namespace stagescope
