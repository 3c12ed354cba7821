#pragma once

#include "core/formats/trace_json/comm_arguments.h"
#include "core/formats/trace_json/launches.h"
#include "core/store/sink.h"

#include <span>

namespace stagescope {

/// CommOps, P2pOps and Groups of a trace: from the lanes of communication groups, else from the kernels of
/// communication on streams. A kernel of NCCL or RCCL that tells nothing of itself is described by the record around
/// its launch. A collective of theirs is called like those of HCCL, "allreduce__0_17_1": what it does, its group and
/// its number in the group, which is the same on all ranks. `communication` by offset, `launches` as LaunchJoin gives
/// them.
void addCommunicationTables(const TraceStore &trace, std::span<const CommArguments> communication,
                            std::span<const Launch> launches, Sink &sink);

}  // namespace stagescope
