#pragma once

#include "core/demo/allocator_trace.h"
#include "core/demo/comm_account.h"
#include "core/demo/event_loop.h"

#include <cstdint>
#include <vector>

namespace stagescope {

inline constexpr std::int64_t kDemoEpochNs = 1'767'225'600'000'000'000;  ///< 2026-01-01 00:00 UTC: true time 0
inline constexpr std::int64_t kDemoSampleNs = 20'000'000;                ///< period of the sampled counters

/// All that happened on one rank, true times, ns. Refers to the cluster, the program and the times, which outlive it.
struct RankRecording {
    RankRecording(const DemoCluster &demoCluster, const RankProgram &rankProgram,
                  const std::vector<DemoOpTimes> &opTimes);

    /// A true time as this rank's files show it.
    [[nodiscard]] std::int64_t clock(std::int64_t time) const { return time + clockShift; }

    const DemoCluster &cluster;
    const RankProgram &program;
    const std::vector<DemoOpTimes> &times;
    struct Span {
        std::int64_t begin = 0;
        std::int64_t end = 0;
    };
    std::vector<Span> steps;  ///< on the host, by index of the step
    std::vector<Span> cells;  ///< on the device, parallel to RankProgram::cells
    AllocatorTrace memory;
    std::vector<CommRecord> communication;
    std::int64_t sessionEnd = 0;
    std::int64_t clockShift = 0;  ///< epoch and the host's clock error
};

}  // namespace stagescope
