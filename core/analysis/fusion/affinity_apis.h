#pragma once

#include "core/base/intervals.h"
#include "core/base/item_ref.h"
#include "core/base/time.h"
#include "core/session/workspace.h"

#include <cstddef>
#include <stop_token>
#include <string_view>
#include <vector>

namespace stagescope {

/// Calls of PyTorch, one after the other on a thread, that one call of torch_npu does.
struct AffinityMatch {
    std::string_view api;              ///< "torch_npu.npu_rms_norm"
    std::size_t calls = 0;             ///< how many it replaces
    SliceRef first{};                  ///< the first of them
    RankRange range{};                 ///< from its begin to the last one's end
    std::size_t kernels = 0;           ///< that they launched, and
    Nanos device{0};                   ///< the sum of their durations; 0 where launches are not recorded
    Nanos headroom{0};                 ///< that without the longest, or matrix products if those are more
    std::vector<Interval> onDevice{};  ///< the kernels, clock of the rank
};

/// By thread and time. Only outermost aten calls count, each once: where several patterns begin, the longest is taken.
/// Source of the patterns: msprof-analyze's advisor (26, timeline_fusion_ops.yaml, all versions of CANN together),
/// which lets a call count in each pattern that it is part of. O(slices of the host + kernels log kernels). Stopped:
/// incomplete.
[[nodiscard]] std::vector<AffinityMatch> affinityMatches(const Run &run, const RankCapture &capture,
                                                         const std::stop_token &stop = {});

}  // namespace stagescope
