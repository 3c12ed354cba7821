#include "core/formats/trace_json/launched_trace.h"

#include "core/base/step_id.h"
#include "core/base/words/step_pattern.h"
#include "core/formats/tables/copy_rows.h"
#include "core/formats/trace_json/launches.h"
#include "core/formats/trace_json/trace_comm_tables.h"
#include "core/formats/trace_json/trace_tables.h"
#include "core/store/trace/summary_lanes.h"
#include "core/store/trace/trace_merger.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <utility>

namespace stagescope {

namespace {

/// A number for each process of the tracks.
LaunchJoin::Processes processesOf(const std::vector<TraceBuilder> &builders) {
    std::map<std::string_view, std::uint32_t> numbers;
    LaunchJoin::Processes processes;
    for (const auto &builder : builders) {
        auto &own = processes.ofTracks.emplace_back();
        for (TraceBuilder::LocalTrack track = 0; track < builder.trackCount(); ++track) {
            const auto name = builder.text(builder.key(track).process);
            own.push_back(numbers.try_emplace(name, numbers.size()).first->second);
        }
    }
    return processes;
}

void addArrows(const LaunchJoin &join, std::vector<TraceBuilder> &builders) {
    std::vector<StringId> names;
    for (auto &builder : builders) {
        names.push_back(builder.intern("launch"));
    }
    for (const auto &arrow : join.missingArrows()) {
        const auto &call = *arrow.call;
        if (arrow.isFirst) {
            builders[arrow.callWorker].flow(FlowPhase::Start, call.track, call.time, call.correlation,
                                            names[arrow.callWorker]);
        }
        builders[arrow.deviceWorker].flow(FlowPhase::End, arrow.device->track, arrow.device->time, call.correlation,
                                          names[arrow.deviceWorker]);
    }
}

std::vector<NamedStep> chosenSteps(const TraceStore &trace) {
    std::vector<NamedStep> steps;
    for (const auto &step : StepPattern::chosen().empty() ? std::vector<HostStep>{} : hostSteps(trace)) {
        steps.push_back({"Step " + stepText(step.step), step.begin, step.end});
    }
    return steps;
}

void giveTables(LaunchedTrace &from, const TraceStore &trace, const LaunchJoin &join, const TraceHealth &health,
                Sink &sink) {
    const auto steps = hostSteps(trace);
    LaunchTrouble trouble;
    const auto launches = join.launches(trace, steps, trouble);
    addTraceTables(steps, launches, {}, sink);
    TraceSigns signs;
    signs.members.push_back(from.sign);
    for (std::uint32_t i = 0; i < trace.strings().size(); ++i) {
        signs.names.push_back(trace.text(StringId{i}));
    }
    addDialectTable(signs, sink);
    std::sort(from.communication.begin(), from.communication.end(),
              [](const CommArguments &a, const CommArguments &b) { return a.offset < b.offset; });
    addCommunicationTables(trace, from.communication, launches, sink);
    addKernelTable(trace, launches, join, sink);
    addCopyTable(std::move(from.copies), trace, health, sink);
    giveDriverMemory(std::move(from.memory), health.origin, sink);
    addHealthTable(trace, health, trouble, launches.size(), sink);
}

}  // namespace

Status giveLaunchedTrace(LaunchedTrace from, Sink &sink, const LoadControl &control) {
    const LaunchJoin join(from.launches, processesOf(from.builders));
    addArrows(join, from.builders);
    TraceHealth health;
    MergeOptions options{.source = from.path,
                         .log = &sink.log(),
                         .stop = control.stop,
                         .workers = control.workers,
                         .summaryLanes = true,
                         .steps = &chosenSteps,
                         .origin = from.origin,
                         .health = &health,
                         .drivers = from.drivers};
    options.isOneLaunch = [&](std::uint64_t row, std::uint64_t other) {
        return from.mayOverlap || join.isOneLaunch(row, other);
    };
    auto trace = mergeTraces(std::move(from.builders), options);
    if (!trace) {
        return tl::make_unexpected(trace.error());
    }
    giveTables(from, **trace, join, health, sink);
    sink.addTrace(std::move(*trace));
    return {};
}

}  // namespace stagescope
