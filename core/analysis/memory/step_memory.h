#pragma once

#include "core/session/workspace.h"

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace stagescope {

/// What the framework's allocator had given out within a step.
struct StepMemory {
    std::int64_t step = 0;
    std::int64_t least = 0;  ///< bytes; what held when the step began counts
    std::int64_t most = 0;
};
/// Of the steps that the record covers, by begin: from samples, else from what shallow loading kept of a database.
/// O(samples log steps). Any thread.
[[nodiscard]] std::vector<StepMemory> stepMemory(const RankCapture &capture, const std::stop_token &stop = {});

/// How what is in use at the least grows from step to step.
struct StepGrowth {
    double bytesPerStep = 0;
    StepMemory first;  ///< that counts
    StepMemory last;
    std::size_t steps = 0;  ///< that count
};
/// Growth that goes on: the least and the most of each step are above those of the step before, and no step adds less
/// than `evenness` of the mean, as where the same tensors are kept in each. The first step does not count: it warms up
/// (state of the optimizer, caches). Nothing with fewer than kLeastGrowthSteps, or without such growth.
inline constexpr std::size_t kLeastGrowthSteps = 5;
[[nodiscard]] std::optional<StepGrowth> stepGrowth(std::span<const StepMemory> steps, double evenness);

}  // namespace stagescope
