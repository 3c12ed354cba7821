#pragma once

#include "core/base/result.h"
#include "core/base/words/producer_words.h"
#include "core/formats/io/load_control.h"
#include "core/formats/tables/driver_memory.h"
#include "core/formats/trace_json/comm_arguments.h"
#include "core/formats/trace_json/launch_arguments.h"
#include "core/store/sink.h"
#include "core/store/tables/copy_record.h"
#include "core/store/trace/trace_builder.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace stagescope {

/// What a reader of a file that is no JSON gathered of calls and the work of devices that they launch. Texts of
/// operands, communication and copies outlive it.
struct LaunchedTrace {
    std::string path;
    std::vector<TraceBuilder> builders;
    std::vector<const LaunchArguments *> launches;  ///< by builder
    std::vector<CommArguments> communication{};     ///< their offsets are rows
    std::vector<CopyRecord> copies{};               ///< times as in the file
    std::map<std::string, std::string> drivers{};   ///< MergeOptions::drivers
    std::int64_t origin = 0;                        ///< MergeOptions::origin
    std::string sign{};                             ///< a member of TraceSigns that tells who wrote the file
    std::vector<DriverAllocation> memory{};         ///< times as in the file
    bool mayOverlap = false;                        ///< works of a stream may run beside one another
};

/// Joins calls and works, merges, and hands over the trace with all that follows from it: steps, kernels with their
/// launches, communication, copies, troubles, the dialects that wrote it. Errors: Cancelled. O(n log n).
[[nodiscard]] Status giveLaunchedTrace(LaunchedTrace from, Sink &sink, const LoadControl &control);

}  // namespace stagescope
