#pragma once

#include "core/formats/io/load_control.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace stagescope {

/// What lies beside a record of the scheduler and says more of it: which thread of a container is which of the host
/// (pid_mapping.json), and what the clock of the kernel was when a profiler began (start_info of PROF_*).
struct SchedNeighbours {
    struct Thread {
        std::int64_t inside = -1;  ///< last of its numbers (NSpid): in the innermost container
        std::int64_t process = -1;
        std::string name;
    };
    /// One moment on both clocks, ns, and the end of the record on that of the kernel.
    struct Clock {
        std::int64_t kernel = 0;  ///< CLOCK_MONOTONIC_RAW
        std::int64_t utc = 0;
        std::optional<std::int64_t> kernelEnd{};
        std::string file;
    };
    std::map<std::int32_t, Thread> threads;  ///< by number on the host
    std::optional<Clock> clock;
};

/// Looks in the folder of a file, in msinsight_profiling, and in PROF_* there and in folders of torch_npu and
/// MindSpore. What is not there or cannot be read is left out. O(entries of few folders, at most some thousand).
[[nodiscard]] SchedNeighbours schedNeighbours(const std::string &path, const LoadControl &control);

}  // namespace stagescope
