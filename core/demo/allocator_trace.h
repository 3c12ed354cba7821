#pragma once

#include "core/demo/event_loop.h"

#include <cstdint>
#include <vector>

namespace stagescope {

/// State of a rank's caching allocator after one allocation or release.
struct AllocatorEvent {
    std::int64_t time = 0;  ///< true time, on the host
    std::int64_t allocated = 0;
    std::int64_t reserved = 0;
};
/// Life of one tensor. Indices are into AllocatorTrace::events; release is -1 for a tensor that is never freed.
struct TensorLife {
    const KernelSpec *kernel = nullptr;  ///< that asked for it; none for a leak
    std::int64_t bytes = 0;
    int allocation = 0;
    int release = -1;
};
struct AllocatorTrace {
    std::vector<AllocatorEvent> events;
    std::vector<TensorLife> tensors;  ///< in order of allocation
    std::int64_t peakAllocated = 0;
};

/// Replays the allocations of a program on a caching allocator that grows in segments of 20 MiB and returns nothing.
/// O(ops).
[[nodiscard]] AllocatorTrace allocatorTrace(const RankProgram &program, const std::vector<DemoOpTimes> &times);

}  // namespace stagescope
