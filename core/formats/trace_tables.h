#pragma once

#include "core/formats/comm_arguments.h"
#include "core/store/sink.h"

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>

namespace stagescope {

/// Events by phase letter; 0 = without one.
using PhaseCounts = std::array<std::uint64_t, 256>;
/// Members of the root object of a trace beside its events, as JSON text.
using RootMembers = std::map<std::string, std::string, std::less<>>;

/// The Environment table: rank, size of the world, device, versions. distributedInfo may be an object or a text of
/// Python's making. Nothing when nothing is known.
void addEnvironmentTable(const RootMembers &members, Sink &sink);
/// Steps (from ProfilerStep#N), P2pOps and CommOps (from the communication lanes, else the kernels of communication on
/// streams) and Contents (events per phase); empty ones are left out. `communication` by offset.
void addTraceTables(const TraceStore &trace, const PhaseCounts &counts, std::span<const CommArguments> communication,
                    Sink &sink);

}  // namespace stagescope
