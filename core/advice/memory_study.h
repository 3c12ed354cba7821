#pragma once

#include "core/analysis/memory/memory_series.h"
#include "core/analysis/memory/step_memory.h"
#include "core/analysis/snapshot/driver_growth.h"
#include "core/analysis/snapshot/free_space.h"
#include "core/analysis/snapshot/leak_candidates.h"
#include "core/base/item_ref.h"

#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// One device of one memory snapshot as rules see it. Points into the run.
struct SnapshotStudy {
    SnapshotSource source;
    std::uint32_t snapshot = 0;  ///< position in Run::snapshots
    std::uint32_t device = 0;    ///< position in the store's devices
    std::int64_t capacity = 0;   ///< of the device; 0 = not known
    std::vector<OomExplanation> failures{};
    LeakReport leaks{};
    std::vector<DriverGrowth> growths{};

    [[nodiscard]] SnapshotEventRef eventRef(RunId run, std::uint32_t event) const {
        return {run, snapshot, device, event};
    }
};

/// What rules on memory need: worked out once for all of them.
struct MemoryStudy {
    std::map<int, MemoryPeak> peaks{};               ///< by rank; of ranks whose files tell something
    std::map<int, std::vector<StepMemory>> steps{};  ///< by rank; of ranks whose files tell steps and memory
    std::vector<SnapshotStudy> snapshots{};
};

/// Of the rule memory_exhaustion, but asked for by others too: what a failed allocation means depends on it.
inline constexpr const char *kCapacityParameter = "memory_exhaustion.capacity_gib";

/// `parameters` as for adviceFor. O(samples + events log events).
[[nodiscard]] MemoryStudy studyMemory(const Run &run, const std::map<std::string, double> &parameters,
                                      const std::stop_token &stop = {});

/// The most that was in use at once, with the largest owner, "forward (model.py:12)", of it.
struct SnapshotPeak {
    std::uint64_t bytes = 0;
    std::uint64_t reserved = 0;  ///< the most, not at the same moment
    std::string owner;
    std::uint64_t owned = 0;
};
[[nodiscard]] SnapshotPeak snapshotPeak(const SnapshotSource &source);

}  // namespace stagescope
