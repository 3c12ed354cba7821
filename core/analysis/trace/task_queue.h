#pragma once

#include "core/base/time.h"
#include "core/session/workspace.h"

#include <cstddef>
#include <optional>
#include <stop_token>

namespace stagescope {

/// How torch_npu hands work from its first thread to the second (TASK_QUEUE_ENABLE), as the trace of a capture tells.
struct TaskQueueUse {
    std::size_t calls = 0;  ///< dequeued; 0: there is no queue (0, or ASCEND_LAUNCH_BLOCKING=1)
    Nanos first{0};         ///< busy time of the thread that enqueues
    Nanos second{0};        ///< of the one that dequeues
    /// Whether workspace memory has a pool of its own, which level 2 alone has; nothing where memory is not recorded.
    std::optional<bool> hasWorkspace{};

    /// 0 to 2; nothing where it is 1 or 2.
    [[nodiscard]] std::optional<int> level() const {
        return calls == 0 ? std::optional(0) : hasWorkspace ? std::optional(*hasWorkspace ? 2 : 1) : std::nullopt;
    }
    /// What level 2 saves at most of the host's time, which shares the work of the two threads evenly.
    [[nodiscard]] Nanos savedByLevel2() const { return std::max(first, second) - (first + second) / 2; }
};

/// Nothing without calls of the host, and where another framework wrote the profile. O(slices of the host). Any thread.
[[nodiscard]] std::optional<TaskQueueUse> taskQueueUse(const RankCapture &capture, const std::stop_token &stop = {});

}  // namespace stagescope
