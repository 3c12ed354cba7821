#pragma once

#include "core/session/workspace.h"
#include "core/store/trace/track.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace stagescope {

/// The way of one piece of device work (kernel, communication operator, copy) from the framework to its device, as the
/// arrows of the trace tell it. Times are those of the rank's clock; what the trace does not hold is kUnknown.
struct DispatchPath {
    static constexpr std::int64_t kUnknown = INT64_MIN;

    SourceId source;
    TrackId track;
    SliceId slice;
    StringId name;
    SliceClass klass = SliceClass::Computing;
    std::int64_t begin = 0;  ///< on the device
    std::int64_t end = 0;

    StringId op;         ///< framework operator that launched it ("aclnnMuls", "aten::mul")
    StringId outermost;  ///< outermost framework operator around that ("aten::mul", an autograd node)
    TrackId opTrack;
    std::int64_t opBegin = kUnknown;
    std::int64_t opEnd = kUnknown;
    std::int64_t enqueueBegin = kUnknown;  ///< hand-over to the task queue of the framework, where it has one
    std::int64_t enqueueEnd = kUnknown;
    std::int64_t dequeueBegin = kUnknown;  ///< the other thread of the queue takes it
    std::int64_t launchBegin = kUnknown;   ///< call of the driver: CANN node launch, aclrt..., cudaLaunchKernel
    std::int64_t launchEnd = kUnknown;
    /// The thread of the host that asked for the work, and when: that of the operator, where none is known one that
    /// runs Python, else that of the driver's call.
    TrackId callTrack;
    std::int64_t call = kUnknown;

    [[nodiscard]] bool hasHost() const { return opBegin != kUnknown || launchBegin != kUnknown; }
};

/// How long each stretch of a path took; known stretches follow each other without overlap. Where all are known their
/// sum is the time from the operator's begin to the end on the device. Times of the host later than the begin on the
/// device (clocks of host and device differ by some hundred ns) are taken as that.
struct DispatchTimes {
    std::optional<Nanos> python;       ///< operator's begin to the enqueue, or to the launch where there is no queue
    std::optional<Nanos> enqueue;      ///< in the enqueue call: long when the queue is full
    std::optional<Nanos> queue;        ///< from there until the other thread takes it
    std::optional<Nanos> secondQueue;  ///< that thread prepares the launch: tiling, workspace, compilation
    std::optional<Nanos> launch;       ///< in the driver's call
    std::optional<Nanos> deviceWait;   ///< launched and not begun: the device is busy, or waits
    Nanos device{0};
    std::optional<Nanos> sinceOp;  ///< operator's begin to the begin on the device
};
[[nodiscard]] DispatchTimes dispatchTimes(const DispatchPath &path);

/// All device work of a trace, by begin on the device. Communication from the groups' tracks where there are such, else
/// from the streams. The queue's part is found by the enqueue call within the operator whose dequeue precedes the
/// launch. Any thread, O(slices of device tracks + arrows x depth of host threads). Stopped: incomplete.
[[nodiscard]] std::vector<DispatchPath> dispatchPaths(const TraceStore &trace, SourceId source,
                                                      const std::stop_token &stop = {});
/// Those of all traces of a capture, by begin.
[[nodiscard]] std::vector<DispatchPath> dispatchPaths(const RankCapture &capture, const std::stop_token &stop = {});

/// What a kernel or communication operator found when it began: how long the device had done neither, and how much of
/// that the host had not launched it yet.
struct IdleBefore {
    std::optional<Nanos> idle;       ///< nothing for the first of all and for copies
    std::optional<Nanos> hostBound;  ///< part of idle before the launch call returned; nothing where that is not known
};
/// By position in `paths`, which are by begin. O(n).
[[nodiscard]] std::vector<IdleBefore> idleBefore(const std::vector<DispatchPath> &paths);

}  // namespace stagescope
