#pragma once

#include "core/analysis/snapshot/stack_groups.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stagescope {

/// A place in the program whose blocks grow from step to step.
struct LeakCandidate {
    std::string name;
    StackId stack{0};
    std::uint64_t firstBytes = 0;  ///< in use at the end of the first step that counts
    std::uint64_t lastBytes = 0;   ///< and of the last one
    double bytesPerStep = 0;
    std::uint64_t blocks = 0;     ///< in use at the end
    std::uint64_t allocated = 0;  ///< handed out in the history
    double freedShare = 0;        ///< of these, 0 to 1: nothing ever freed is the strongest evidence
};

struct LeakReport {
    std::vector<std::uint32_t> boundaries;  ///< last event of each step
    bool isBySteps = false;                 ///< false: the history has no marks of steps and was cut into equal parts
    std::vector<LeakCandidate> candidates;  ///< fastest growing first
};

/// Groups whose bytes in use at the ends of steps never fall and grow in the end, the first two steps left out: memory
/// of parameters, optimizer and caches is made there. Steps are ProfilerStep marks where events have times, else
/// `parts` equal parts of the history. O(allocations x steps).
[[nodiscard]] LeakReport leakCandidates(const SnapshotSource &source, StackGrouping grouping, std::uint32_t parts);

}  // namespace stagescope
