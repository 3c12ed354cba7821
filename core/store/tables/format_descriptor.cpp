#include "core/store/tables/format_descriptor.h"

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

using enum TableKind;
using enum Content;

constexpr auto kOfTrace = Contents | Environment | Groups | Steps;
constexpr auto kOfWork = Timeline | Yield(Kernels) | CommOps | P2pOps | PipelineCells;
constexpr auto kOfComm = CommTimes | CommBandwidths | Yield(CommLinks);
constexpr auto kOfBundle = kOfTrace | kOfComm | kOfWork | StepTraceTime | BusyIntervals | Statistics | MemorySamples |
                           MemoryOps | ClockOffsets | TraceHealth | Shapes | CoreMetrics | FlightCalls | FlightGroups |
                           ThreadStates | ThreadWaits | CpuStates | TrainingValues;

constexpr std::array kFormats{
    FormatDescriptor{.id = "profiler_db",
                     .shallow = kOfTrace | BusyIntervals | PipelineCells | CommOps | P2pOps,
                     .deep = kOfWork | MemorySamples | MemoryOps | CallStacks,
                     .rare = Copies | TraceHealth,
                     .listsContents = true},
    FormatDescriptor{.id = "analysis_db", .shallow = kOfComm | StepTraceTime | Groups | Contents},
    FormatDescriptor{.id = "cluster_db", .shallow = kOfComm | StepTraceTime | Groups | Contents},
    FormatDescriptor{.id = "step_trace_time", .shallow = StepTraceTime},
    FormatDescriptor{.id = "step_trace_raw", .shallow = Steps | CommOps},
    FormatDescriptor{.id = "profiler_info", .shallow = Environment},
    FormatDescriptor{.id = "profiler_metadata", .shallow = Environment | Groups},
    // The first line only, so that damage shows at once.
    FormatDescriptor{.id = "kernel_details",
                     .shallow = Contents,
                     .deep = kOfTrace | kOfWork | Shapes | CoreMetrics,
                     .rare = Copies | TraceHealth},
    FormatDescriptor{.id = "kernel_table",
                     .shallow = Contents,
                     .deep = Contents | Steps | CommOps | P2pOps | Yield(Kernels) | Shapes | CoreMetrics},
    FormatDescriptor{.id = "statistics", .shallow = Statistics},
    FormatDescriptor{.id = "counter_table", .shallow = Statistics},
    FormatDescriptor{.id = "operator_details", .deep = Statistics},
    FormatDescriptor{.id = "task_metrics", .deep = Yield(TaskMetrics)},
    FormatDescriptor{.id = "data_pipeline", .shallow = DataOps | DataBatches | DataEvents},
    FormatDescriptor{.id = "job_timeline", .shallow = Environment, .deep = kOfTrace | kOfWork},
    FormatDescriptor{.id = "trace_json",
                     .shallow = kOfTrace,
                     .deep = kOfTrace | kOfWork | CallStacks | Shapes,
                     .rare = MemorySamples | MemoryOps | Copies | TraceHealth},
    FormatDescriptor{.id = "nsys",
                     .shallow = Contents | Environment,
                     .deep = Contents | Steps | kOfWork,
                     .rare = Groups | MemorySamples | MemoryOps | Copies | TraceHealth | Shapes,
                     .listsContents = true},
    FormatDescriptor{.id = "rocprofv3",
                     .shallow = Environment,
                     .deep = Contents | Steps | kOfWork,
                     .rare = Groups | MemorySamples | MemoryOps | Copies | TraceHealth | Statistics},
    FormatDescriptor{.id = "xplane",
                     .shallow = Environment,
                     .deep = kOfTrace | kOfWork,
                     .rare = MemorySamples | MemoryOps | Copies | TraceHealth},
    FormatDescriptor{
        .id = "perfetto", .deep = kOfTrace | kOfWork, .rare = MemorySamples | MemoryOps | Copies | TraceHealth},
    FormatDescriptor{.id = "communication", .shallow = kOfComm},
    FormatDescriptor{.id = "cluster_output", .shallow = kOfComm | Groups},
    FormatDescriptor{.id = "hccl_trace", .shallow = kOfComm},
    FormatDescriptor{.id = "profile_memory", .deep = MemorySamples | MemoryOps},
    FormatDescriptor{.id = "memory_timeline", .deep = MemorySamples},
    FormatDescriptor{.id = "execution_trace", .shallow = Statistics | Environment},
    FormatDescriptor{.id = "memory_snapshot", .deep = Snapshot},
    FormatDescriptor{.id = "memscope", .deep = Snapshot},
    FormatDescriptor{.id = "flight_recorder", .shallow = FlightCalls | FlightGroups | Environment},
    FormatDescriptor{.id = "sched", .deep = Timeline | Yield(ThreadStates) | ThreadWaits | CpuStates | Environment},
    FormatDescriptor{.id = "training_log", .shallow = TrainingValues},
    FormatDescriptor{.id = "bundle",
                     .shallow = kOfBundle,  // it is small
                     .deep = Timeline | Yield(Kernels) | MemorySamples | MemoryOps | TaskMetrics | Copies |
                             DataBatches | DataEvents | ThreadWaits | Shapes | CoreMetrics | Snapshot},
};

}  // namespace

std::span<const FormatDescriptor> formatDescriptors() { return kFormats; }

const FormatDescriptor &formatDescriptor(std::string_view id) {
    static constexpr FormatDescriptor kNone{};
    const auto *it =
        std::find_if(kFormats.begin(), kFormats.end(), [&](const auto &format) { return format.id == id; });
    return it == kFormats.end() ? kNone : *it;
}

}  // namespace stagescope
