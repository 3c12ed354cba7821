#pragma once

#include "core/analysis/run/dispatch_paths.h"
#include "core/base/time.h"
#include "core/session/workspace.h"
#include "core/store/trace/trace_store.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace stagescope {

/// Time of the device that belongs to some of its work.
struct DeviceTime {
    std::uint64_t kernels = 0;  ///< kernels, communication operators and copies
    Nanos computing{0};         ///< sum of the durations of kernels; those on different streams may overlap
    Nanos filled{0};            ///< part of the time in which the device computes, see DeviceWork
    Nanos communication{0};     ///< sum of the durations of communication operators
    Nanos exposed{0};           ///< part of the time in which the device communicates and does not compute
    Nanos copies{0};            ///< sum of the durations of copies outside of communication
    double flop = 0;            ///< of matrix units, as far as it is known: after addFlop() only
    double halfFlop = 0;        ///< of that, of FP16 and BF16, which the peak of a device is of
    Nanos unjudged{0};          ///< kernels of which it is not known what the matrix units did, likewise

    DeviceTime &operator+=(const DeviceTime &other);
};

/// One piece of work of the device.
///
/// A moment in which several kernels run counts for the one that began first, so that `filled` over all work is the
/// union of computing, as `time_split` has it; likewise `exposed`, communication without computing beside it.
struct DeviceWork {
    DispatchPath path;
    DeviceTime time;
};

/// Work of one trace of a capture, by begin on the device.
struct TraceWork {
    SourceId source;
    const TraceStore *trace = nullptr;  ///< lives as long as the capture's stores
    std::vector<DeviceWork> works;
};

/// All traces of a capture. With a range `filled` and `exposed` are what lies in it, as `time_split` counts, and the
/// sums of durations are those of work that begins in it, as `op_stats` counts; work that does neither is left out.
/// Stopped: incomplete. O(n log n). Any thread.
[[nodiscard]] std::vector<TraceWork> traceWork(const RankCapture &capture, const std::optional<RankRange> &range,
                                               const std::stop_token &stop = {});

/// Adds what the kernels compute (kernel_calls.h), found by their begin. Of several kernels that one call of the
/// framework started the first has all of it. O(n log n).
void addFlop(const RankCapture &capture, std::vector<TraceWork> &traces, const std::stop_token &stop = {});

}  // namespace stagescope
