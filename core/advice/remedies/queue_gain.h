#pragma once

#include "core/advice/rule.h"
#include "core/analysis/trace/task_queue.h"

#include <optional>

namespace stagescope {

/// What the second level of torch_npu's task queue (TASK_QUEUE_ENABLE=2) would take off a rank's host, per step. Times
/// of what the host does beside busy devices win nothing: the gain is at most what the device idles for its host in the
/// median step.
struct QueueGain {
    TaskQueueUse use;
    Nanos first{0};               ///< busy time per step of the thread that enqueues
    Nanos second{0};              ///< of the one that dequeues
    std::optional<Nanos> idle{};  ///< of the device for its host; nothing where causes of gaps are not known
    std::optional<Nanos> saved{};
};

/// Nothing without calls of the host. O(slices of the host). Any thread.
[[nodiscard]] std::optional<QueueGain> queueGain(const RuleInput &input, const RankCapture &capture);

}  // namespace stagescope
