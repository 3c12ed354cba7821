#pragma once

#include "core/formats/tables/comm_op_rows.h"
#include "core/formats/trace_json/trace_event.h"

#include <cstdint>
#include <optional>
#include <string>

namespace stagescope {

/// What the arguments of a communication event tell: HCCL lanes of torch_npu and msprof (data_type, alg_type, count,
/// connection_id, relay, retry), kernels of NCCL and records of its collectives as Kineto writes them (Collective name,
/// In msg nelems, dtype, Process Group Name, Process Group Ranks, Seq, Src Rank, Dst Rank), and older ranges
/// "nccl:...", which have the shape of the tensor alone.
struct CommArguments {
    std::uint64_t offset = 0;  ///< of the event
    std::string group;
    std::string type;
    std::string dataType;
    std::string algorithm;
    std::string members;
    std::int64_t connection = -1;
    std::int64_t count = -1;
    std::int64_t received = -1;  ///< elements
    std::int64_t bytes = -1;     ///< where they are told themselves
    std::int64_t relay = -1;
    std::int64_t retry = -1;
    std::int64_t source = -1;  ///< global ranks
    std::int64_t destination = -1;
    std::string groupName;  ///< "default_pg"
    std::string splits;     ///< "4,4"
    std::int64_t sequence = -1;
    std::int64_t groupSize = -1;
};

/// Nothing when the event has no arguments. O(arguments).
[[nodiscard]] std::optional<CommArguments> commArguments(const EventWindow &window, const TraceEvent &event);
/// Fills what the arguments know into a row that holds name and times. The row's texts view `from`.
void describe(CommOpRecord &row, const CommArguments &from);

}  // namespace stagescope
