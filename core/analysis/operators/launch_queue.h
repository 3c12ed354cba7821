#pragma once

#include "core/analysis/run/dispatch_paths.h"
#include "core/analysis/tables/result_table.h"
#include "core/analysis/trace/duration_tally.h"
#include "core/base/time.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace stagescope {

/// A stream takes that many pieces of work; a launch beyond them blocks the host (depth of the task queue of Ascend's
/// runtime and of CUDA's channels).
constexpr std::int64_t kFullQueue = 1024;
/// A delay or a launch call longer than that is an outlier (Holistic Trace Analysis: get_cuda_kernel_launch_stats).
constexpr Nanos kLongDelay{100'000};
constexpr Nanos kLongLaunch{50'000};

/// How many pieces of work were launched on a stream and had not begun; holds until the next sample.
struct QueueSample {
    std::int64_t time = 0;  ///< ns, clock of the rank
    std::int64_t length = 0;
};

/// Launches of one stream. Length of the queue at t = launches up to t - begins up to t, of work whose launch is known.
struct LaunchQueue {
    SourceId source;
    TrackId track;
    std::uint64_t unknown = 0;  ///< pieces of work without a launch
    DurationTally delays;       ///< from the end of the launch call to the begin on the device, at least 0
    std::uint64_t longDelays = 0;
    std::uint64_t longLaunches = 0;
    std::uint64_t shorter = 0;  ///< pieces that ran shorter than their launch call: the host cannot keep up with these
    Nanos shorterTime{0};       ///< on the device
    Nanos window{0};            ///< from the first launch to the last begin
    Nanos empty{0};             ///< of the window, with nothing launched ahead
    Nanos full{0};              ///< of the window, with kFullQueue or more
    std::int64_t longest = 0;
    double mean = 0;                       ///< over the window, weighted by time
    std::optional<DispatchPath> latest{};  ///< of the longest delay
    std::vector<QueueSample> curve;        ///< by time; each change
};

/// By source and track, streams without any known launch left out. `paths` by begin, as dispatchPaths gives them, and
/// only those within `range` where there is one. O(n log n). Any thread.
[[nodiscard]] std::vector<LaunchQueue> launchQueues(const std::vector<DispatchPath> &paths,
                                                    const std::optional<RankRange> &range = {});

/// What the track of a queue is called; empty where its trace is gone. Lives as long as the capture's stores.
/// O(sources).
[[nodiscard]] std::string_view streamName(const RankCapture &capture, const LaunchQueue &queue);

/// The rows of the table launch_queue for queues that are at hand.
struct QueueOfRank {
    RunId run;
    int rank = -1;
    std::string_view stream;
    const LaunchQueue *queue = nullptr;
};
[[nodiscard]] ResultTable launchQueueTable(const std::vector<QueueOfRank> &queues);

/// Launches by how long their work waited: powers of two of a microsecond.
struct DelayBucket {
    Nanos from{0};
    Nanos to{0};
    std::uint64_t count = 0;
    Nanos device{0};  ///< sum of the durations on the device
};
/// Neighbouring buckets from the first to the last that holds one; the first from 0 to 1 us. O(n).
[[nodiscard]] std::vector<DelayBucket> delayBuckets(const std::vector<DispatchPath> &paths,
                                                    const std::optional<RankRange> &range = {});

}  // namespace stagescope
