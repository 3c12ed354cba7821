#pragma once

#include "core/store/trace/trace_store.h"

#include <cstdint>
#include <map>
#include <stop_token>
#include <vector>

namespace stagescope {

/// A call of the backward pass, and where and when the forward pass called what it belongs to.
struct BackwardCall {
    std::uint32_t slice = 0;  ///< of its thread
    TrackId forwardThread;
    std::int64_t forward = 0;  ///< ns, clock of the rank
};

/// By thread of the backward pass, by slice: those to which the trace's arrows "fwdbwd" lead, each once; the calls are
/// the innermost ones around the arrows' ends. O(arrows * log slices). Stopped: incomplete.
[[nodiscard]] std::map<TrackId, std::vector<BackwardCall>> backwardCalls(const TraceStore &trace,
                                                                         const std::stop_token &stop = {});

}  // namespace stagescope
