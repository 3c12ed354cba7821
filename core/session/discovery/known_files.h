#pragma once

#include <cstdint>
#include <string_view>

namespace stagescope {

/// What a file of a profile is, as far as its name tells.
enum class FileKind : std::uint8_t {
    Unknown,
    FrameworkDb,    ///< database of torch_npu or MindSpore: host and device
    TraceView,      ///< trace_view.json: host and device as text
    MsprofDb,       ///< database of msprof: device and CANN only
    MsprofTrace,    ///< msprof*.json: device and CANN as text, maybe in several slices
    KernelTable,    ///< kernel_details.csv: device only
    KernelSummary,  ///< op_summary*.csv of msprof: the same by other names, maybe in several slices
    KernelTasks,    ///< task_time*.csv of msprof: names and times of all tasks, nothing else
    ProfilerInfo,   ///< its name may hold the rank
    Small,          ///< read beside whatever else is there
    Later,          ///< belongs to a rank, no reader yet
    Cluster,        ///< belongs to no rank
    Snapshot,       ///< memory snapshot
    JsonText,       ///< a trace, of JSON or protobuf, or a bundle if its head says so
};

struct KnownFile {
    FileKind kind = FileKind::Unknown;
    std::string_view format;  ///< Format::id() that reads it; empty = not read yet, or only the head tells
};

/// THE table of file names. `name` without folder. O(length of the table).
[[nodiscard]] KnownFile knownFile(std::string_view name);
/// Kinds that tell the timeline of a rank, each a substitute for the others.
[[nodiscard]] bool isTimeline(FileKind kind);
/// Those of them that are tables of kernels, which stand beside a timeline as text too.
[[nodiscard]] bool isKernelTable(FileKind kind);

}  // namespace stagescope
