#pragma once

#include "core/base/words/producer_words.h"
#include "core/formats/trace_json/launches.h"
#include "core/store/sink.h"
#include "core/store/trace/trace_health.h"

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

/// The Environment table: rank, size of the world, device, versions, settings of the profiler; and the Groups table.
/// distributedInfo may be an object or a text of Python's making. Nothing when nothing is known.
/// `isPart`: of a file of several ranks, which of them is meant by the rank that it tells is not known.
void addEnvironmentTable(const RootMembers &members, bool isPart, Sink &sink);
/// Who wrote the trace (kDialectContents), as its signs tell; nothing where none is known.
void addDialectTable(const TraceSigns &signs, Sink &sink);
/// Steps, with the bounds of the device work launched in them, and Contents (events per phase); empty ones are left
/// out.
void addTraceTables(std::span<const HostStep> hostSteps, std::span<const Launch> launches, const PhaseCounts &counts,
                    Sink &sink);

/// The TraceHealth table: what the merge found, and what launches and works say of one another. `mayMistakeUnit`: the
/// form leaves the unit of times to whoever writes it, as trace JSON does.
void addHealthTable(const TraceStore &trace, const TraceHealth &health, const LaunchTrouble &launches,
                    std::uint64_t works, Sink &sink, bool mayMistakeUnit = false);

}  // namespace stagescope
