#pragma once

#include "core/base/time.h"
#include "core/session/workspace.h"
#include "core/store/trace/trace_store.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace stagescope {

/// A piece of memory that operators of the framework were given, and where the host asked for it.
struct AskedMemory {
    TrackId thread;
    std::int64_t time = 0;  ///< ns, clock of the rank
    std::uint64_t bytes = 0;
    Nanos held{0};  ///< from allocation to release; 0 where that is not within the capture
};

/// In the order of the record. Records do not tell threads: an allocation belongs to the thread whose innermost
/// operator around its time began last; that of a kernel's workspace ("cann::...", which is allocated when the task
/// queue's other thread takes the kernel from it) to the moment at which the kernel was handed to the queue. What
/// happened outside of operators is left out. Nothing where the capture has no record with times. As msprof-analyze
/// compare attaches memory (huawei-tools 1.3). O(allocations x tracks x depth x log slices). Stopped: incomplete. Any
/// thread.
[[nodiscard]] std::optional<std::vector<AskedMemory>> askedMemory(const RankCapture &capture, const TraceStore &trace,
                                                                  const std::stop_token &stop = {});

}  // namespace stagescope
