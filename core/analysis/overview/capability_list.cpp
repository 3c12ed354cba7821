#include "core/analysis/overview/capability_list.h"

#include "core/analysis/data/data_waits.h"
#include "core/analysis/pipeline/chart/cell_sources.h"
#include "core/analysis/pipeline/chart/p2p_ops.h"
#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/run/source_format.h"
#include "core/analysis/run/steps.h"
#include "core/store/tables/pipeline_records.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

using Names = std::span<const std::string_view>;
template <std::size_t N>
using List = std::array<std::string_view, N>;

CaptureAnswer roughly(CaptureAnswer answer) {
    answer.answer = answer.answer == Answer::Yes ? Answer::Partly : answer.answer;
    return answer;
}

/// What the trace of a capture told, where no table has it.
CaptureAnswer told(const CaptureFacts &facts, Answer answer) { return {answer, facts.fromTrace().source}; }

CaptureAnswer readTimeSplit(const CaptureFacts &facts) {
    auto answer = better(facts.fromRows({TableKind::BusyIntervals}), facts.fromDeviceWork());
    return better(std::move(answer), roughly(facts.fromRows({TableKind::StepTraceTime})));
}

CaptureAnswer readTimeline(const CaptureFacts &facts) { return facts.fromTrace(); }

CaptureAnswer readSteps(const CaptureFacts &facts) {
    const auto table = facts.fromRows({TableKind::Steps});
    if (table.answer == Answer::Yes) {
        return table;
    }
    return rankSteps(facts.capture()).empty() ? roughly(facts.fromRows({TableKind::StepTraceTime}))
                                              : told(facts, Answer::Yes);
}

/// Cells that follow from the host alone lie where they were launched, not where they ran.
CaptureAnswer readPipeline(const CaptureFacts &facts) {
    const auto cells = facts.fromRows({TableKind::PipelineCells});
    if (cells.answer == Answer::Yes) {
        for (const auto &cell : recordsOf<CellRecord>(facts.capture())) {
            if (cell.evidence != "mstx_host") {
                return cells;
            }
        }
        return roughly(cells);
    }
    if (!hasCells(facts.capture())) {
        return {};
    }
    const auto found = rankRow(facts.capture()).found.cells;
    const bool isDevice = std::any_of(found.begin(), found.end(), [](const PipelineCell &cell) {
        return cell.evidence == CellEvidence::DeviceRange;
    });
    return told(facts, isDevice ? Answer::Yes : Answer::Partly);
}

CaptureAnswer readP2p(const CaptureFacts &facts) {
    const auto table = facts.fromRows({TableKind::P2pOps});
    return table.answer == Answer::Yes || p2pOps(facts.capture()).empty() ? table : told(facts, Answer::Yes);
}

CaptureAnswer readMatrix(const CaptureFacts &facts) { return facts.fromRows({TableKind::CommLinks}); }

CaptureAnswer readMemory(const CaptureFacts &facts) {
    return facts.fromRows({TableKind::MemorySamples, TableKind::MemoryOps});
}

CaptureAnswer readOperators(const CaptureFacts &facts) {
    return better(facts.fromRows({TableKind::Kernels}), facts.fromDeviceWork());
}

CaptureAnswer readGroups(const CaptureFacts &facts) {
    const auto groups = facts.fromRows({TableKind::Groups});
    if (groups.answer == Answer::Yes) {
        return groups;
    }
    const bool hasSizes = !facts.capture().environmentValue("parallel", "pipeline_model_parallel_size").empty();
    return roughly(hasSizes ? facts.fromRows({TableKind::Environment}) : facts.fromRows({TableKind::CommTimes}));
}

/// Arguments of slices are read again when one is looked at, so the timeline has to be there, and the file.
CaptureAnswer ofSlices(const CaptureFacts &facts, Names contents) {
    const bool isBundled = !facts.capture().environmentValue("bundle", kBundledFormat).empty();
    return !isBundled && facts.fromTrace().answer == Answer::Yes ? facts.fromContents(contents) : CaptureAnswer{};
}

/// Functions of Python around an operator are its stack; databases hold them as calls of their own.
constexpr List<3> kStackContents{"PYTORCH_CALLCHAINS", "argument Call stack", "category python_function"};
CaptureAnswer readStacks(const CaptureFacts &facts) {
    const auto told = ofSlices(facts, kStackContents);
    return told.answer == Answer::Yes ? told : facts.fromPython();
}

constexpr List<2> kShapeContents{"argument Input Dims", "argument Input Shapes"};
CaptureAnswer readShapes(const CaptureFacts &facts) {
    return better(facts.fromColumn(TableKind::Kernels, "input_shapes"), ofSlices(facts, kShapeContents));
}

constexpr List<1> kMetricContents{"TASK_PMU_INFO"};
CaptureAnswer readMetrics(const CaptureFacts &facts) {
    return better(facts.fromColumn(TableKind::Kernels, "cube"), ofSlices(facts, kMetricContents));
}

CaptureAnswer readDataLoading(const CaptureFacts &facts) {
    return better(facts.fromRows({TableKind::DataOps, TableKind::DataBatches, TableKind::DataEvents}),
                  facts.fromHostCall(&isLoaderCall));
}

CaptureAnswer readFrequency(const CaptureFacts &facts) { return facts.fromCounter("Freq"); }

std::optional<bool> isTrue(std::string_view value) {
    return value.empty() ? std::nullopt : std::optional(value == "true" || value == "True" || value == "1");
}
/// "Level1", "Level2", and MindSpore's numbers of them.
std::optional<bool> isLevel1(std::string_view value) {
    const auto has = [&](std::string_view part) { return value.find(part) != std::string_view::npos; };
    return value.empty() ? std::nullopt : std::optional(has("Level1") || has("Level2") || value == "1" || value == "2");
}

std::optional<bool> recordsComm(const CaptureFacts &facts) { return isLevel1(facts.setting("profiler_level")); }
std::optional<bool> recordsMemory(const CaptureFacts &facts) { return isTrue(facts.setting("profile_memory")); }
std::optional<bool> recordsStacks(const CaptureFacts &facts) { return isTrue(facts.setting("with_stack")); }
std::optional<bool> recordsShapes(const CaptureFacts &facts) { return isTrue(facts.setting("record_shapes")); }
std::optional<bool> recordsMarks(const CaptureFacts &facts) { return isTrue(facts.setting("mstx")); }
/// Any level but "none" records tasks of the device, where its activity is asked for.
std::optional<bool> recordsDevice(const CaptureFacts &facts) {
    const auto level = facts.setting("profiler_level");
    const auto activities = facts.setting("activities");
    if (level.empty() || activities.empty()) {
        return std::nullopt;
    }
    const bool hasDevice = activities.find("NPU") != std::string::npos || activities.find("CUDA") != std::string::npos;
    return hasDevice && level.find("none") == std::string::npos && level != "-1";
}
/// MindSpore asks for its pipeline by name; PyTorch's data loader is a call of the host.
std::optional<bool> recordsData(const CaptureFacts &facts) {
    const auto activities = facts.setting("activities");
    const auto own = isTrue(facts.setting("data_process"));
    if (!own && facts.fromHost().answer == Answer::Yes) {
        return true;  // a call of a loader would be among those of the host
    }
    return own || activities.empty() ? own : std::optional(activities.find("CPU") != std::string::npos);
}
std::optional<bool> recordsMetrics(const CaptureFacts &facts) {
    const auto value = facts.setting("aic_metrics");
    const bool isNone = value.find("None") != std::string::npos || value.find("NONE") != std::string::npos ||
                        value == "null" || value == "-1";
    return value.empty() ? std::nullopt : std::optional(!isNone);
}

constexpr List<2> kTimeSplit{"time_split", "step_trace_time"};
constexpr List<1> kSliceStats{"slice_stats"};
constexpr List<2> kSteps{"steps", "step_trace_time"};
constexpr List<1> kCells{"pipeline_cells"};
constexpr List<1> kMatrix{"comm_matrix"};
constexpr List<1> kMemory{"memory_curve"};
constexpr List<1> kKernelStats{"op_stats"};
constexpr List<1> kP2p{"p2p_ops"};
constexpr List<1> kSnapshot{"snapshot_quality"};
constexpr List<1> kFrequency{"core_frequency"};
constexpr List<5> kData{"data_waits", "data_pipeline", "data_supply", "data_batches", "data_events"};

constexpr List<3> kWorkTables{"COMPUTE_TASK_INFO", "COMMUNICATION_OP", "TASK"};
constexpr List<5> kTraceTables{"TASK", "PYTORCH_API", "CANN_API", "MSTX_EVENTS", "COMMUNICATION_OP"};
constexpr List<1> kKernelTables{"COMPUTE_TASK_INFO"};
constexpr List<4> kMemoryTables{"MEMORY_RECORD", "OP_MEMORY", "NPU_MEM", "NPU_MODULE_MEM"};
constexpr List<1> kStackTables{"PYTORCH_CALLCHAINS"};
constexpr List<1> kFrequencyTables{"AICORE_FREQ"};
constexpr List<1> kHostTables{"PYTORCH_API"};

constexpr List<1> kUnreadKernels{"op_summary"};
constexpr List<1> kUnreadLinks{"communication_analyzer.db"};

constexpr TableKind kSplitOfCluster = TableKind::StepTraceTime;
constexpr TableKind kLinksOfCluster = TableKind::CommLinks;
constexpr TableKind kGroupsOfCluster = TableKind::Groups;

const std::array<CapabilitySpec, 15> kList{{
    {.id = "time_split",
     .tables = kTimeSplit,
     .read = &readTimeSplit,
     .clusterKind = &kSplitOfCluster,
     .promisedBy = kWorkTables,
     .from = Content::Timeline | Yield(TableKind::StepTraceTime),
     .setting = "profiler_level",
     .isOn = &recordsDevice,
     .need = "device"},
    {.id = "timeline",
     .tables = kSliceStats,
     .read = &readTimeline,
     .promisedBy = kTraceTables,
     .from = Content::Timeline,
     .setting = "export_type",
     .need = "export"},
    {.id = "steps",
     .tables = kSteps,
     .read = &readSteps,
     .clusterKind = &kSplitOfCluster,
     .from = Content::Timeline,
     .setting = "schedule.active",
     .need = "schedule"},
    {.id = "pipeline",
     .tables = kCells,
     .read = &readPipeline,
     .from = Content::Timeline,
     .setting = "mstx",
     .isOn = &recordsMarks,
     .need = "marks",
     .needIfOn = "ranges",
     .needIfOfHost = "device"},
    {.id = "p2p",
     .tables = kP2p,
     .read = &readP2p,
     .from = Content::Timeline,
     .setting = "profiler_level",
     .isOn = &recordsComm,
     .need = "level1"},
    {.id = "communication_matrix",
     .tables = kMatrix,
     .read = &readMatrix,
     .clusterKind = &kLinksOfCluster,
     .from = TableKind::CommLinks,
     .unread = kUnreadLinks,
     .setting = "profiler_level",
     .isOn = &recordsComm,
     .need = "analyse",
     .needIfOn = "matrix_file"},
    {.id = "memory_curve",
     .tables = kMemory,
     .read = &readMemory,
     .promisedBy = kMemoryTables,
     .from = TableKind::MemorySamples,
     .setting = "profile_memory",
     .isOn = &recordsMemory,
     .need = "memory"},
    {.id = "snapshot", .tables = kSnapshot, .read = nullptr, .need = "snapshot"},
    {.id = "operators",
     .tables = kKernelStats,
     .read = &readOperators,
     .promisedBy = kKernelTables,
     .from = Content::Timeline | Yield(TableKind::Kernels),
     .unread = kUnreadKernels,
     .setting = "profiler_level",
     .isOn = &recordsDevice,
     .need = "device"},
    {.id = "groups", .read = &readGroups, .clusterKind = &kGroupsOfCluster, .need = "groups"},
    {.id = "call_stacks",
     .read = &readStacks,
     .promisedBy = kStackTables,
     .from = Content::CallStacks,
     .setting = "with_stack",
     .isOn = &recordsStacks,
     .need = "stack"},
    {.id = "shapes",
     .read = &readShapes,
     .promisedBy = kKernelTables,
     .from = Content::Shapes,
     .setting = "record_shapes",
     .isOn = &recordsShapes,
     .need = "shapes"},
    {.id = "core_metrics",
     .read = &readMetrics,
     .promisedBy = kMetricContents,
     .from = Content::CoreMetrics,
     .setting = "aic_metrics",
     .isOn = &recordsMetrics,
     .need = "aic"},
    {.id = "frequency",
     .tables = kFrequency,
     .read = &readFrequency,
     .promisedBy = kFrequencyTables,
     .from = Content::Timeline,
     .setting = "profiler_level",
     .isOn = &recordsComm,
     .need = "frequency"},
    // Files with call stacks are those with calls of the host.
    {.id = "data_loading",
     .tables = kData,
     .read = &readDataLoading,
     .promisedBy = kHostTables,
     .from = Content::CallStacks | Yield(TableKind::DataOps) | TableKind::DataBatches | TableKind::DataEvents,
     .setting = "data_process",
     .isOn = &recordsData,
     .need = "data"},
}};

}  // namespace

std::span<const CapabilitySpec> capabilityList() { return kList; }

}  // namespace stagescope
