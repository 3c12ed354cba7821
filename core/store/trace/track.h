#pragma once

#include "core/base/ids.h"

#include <cstdint>

namespace stagescope {

enum class TrackKind : std::uint8_t {
    Process,       ///< inner node: a process, device or other group of tracks
    HostThread,    ///< calls on the host: PyTorch, CANN, Python, CUDA runtime
    Mstx,          ///< user ranges (MSTX, NVTX, record_function)
    DeviceStream,  ///< work of a hardware stream
    CommGroup,     ///< communication operators of a group
    CommPlane,     ///< tasks of one plane of a group
    Overlap,       ///< computing, communication, not overlapped, free
    Counter,       ///< a series of values
    Other,
};

/// What a slice stands for; decided by the format that read it.
enum class SliceClass : std::uint8_t {
    Other,
    HostOp,         ///< framework operator (aten::..., cpu_op)
    Python,         ///< Python function
    Runtime,        ///< CANN or CUDA API call
    Queue,          ///< Enqueue, Dequeue
    Mstx,           ///< user range
    Step,           ///< ProfilerStep#N
    Computing,      ///< kernel that computes
    Communication,  ///< communication operator (one per collective or P2P call and rank)
    CommTask,       ///< a task inside a communication operator: memcpy, reduce, notify
    Memcpy,         ///< copy or fill outside communication
    Event,          ///< record, wait, notify, profiling switches: occupies a stream, does no work
    Overlap,        ///< computed summary lane, never to be counted as work
    Instant,        ///< a point in time, duration 0
};

/// A lane of a trace. Two levels below the rank: Process tracks are parents, all others leaves.
struct Track {
    TrackId id;
    TrackId parent;  ///< invalid for a process
    TrackKind kind = TrackKind::Other;
    StringId name;
    StringId label;                ///< "NPU", "CPU", unit of a counter, ranks of a group; may be empty
    std::int64_t sortIndex = 0;    ///< as the file says, else by kind
    std::uint32_t rowCount = 0;    ///< slices or samples
    std::uint32_t depthCount = 0;  ///< rows of nested slices; 0 for counters and processes
};

}  // namespace stagescope
