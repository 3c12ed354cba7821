#include "core/analysis/overview/capabilities.h"
#include "core/analysis/run/platform_texts.h"

#include <QtCore/QtGlobal>

#include <algorithm>
#include <array>
#include <deque>
#include <iterator>
#include <string>
#include <string_view>

namespace stagescope {

namespace {

/// What supplies each need on one platform; `kNone` where nothing does, and what is said then. No member has a default:
/// a need without a sentence for a platform does not compile.
struct NeedTexts {
    Sentence none;
    Sentence device;
    Sentence exporting;
    Sentence schedule;
    Sentence marks;
    Sentence ranges;
    Sentence level1;
    Sentence analyse;
    Sentence matrixFile;
    Sentence memory;
    Sentence snapshot;
    Sentence groups;
    Sentence stack;
    Sentence shapes;
    Sentence aic;
    Sentence frequency;
    Sentence data;
};
constexpr Sentence kNone = "";

/// Of what holds one thing and no other.
consteval NeedTexts supplyingNothing(Sentence why) {
    return {why,   kNone, kNone, kNone, kNone, kNone, kNone, kNone, kNone,
            kNone, kNone, kNone, kNone, kNone, kNone, kNone, kNone};
}

constexpr NeedTexts kOfTorch{
    .none = QT_TRANSLATE_NOOP("Message", "Not recorded by torch.profiler."),
    .device = QT_TRANSLATE_NOOP("Message",
                                "Collect device activity: activities=[ProfilerActivity.CPU, ProfilerActivity.%1]."),
    .exporting =
        QT_TRANSLATE_NOOP("Message", "Keep the output of prof.export_chrome_trace or tensorboard_trace_handler."),
    .schedule = QT_TRANSLATE_NOOP("Message", "Use torch.profiler.schedule and call prof.step() after each step."),
    .marks = QT_TRANSLATE_NOOP("Message", "Mark forward and backward of each microbatch with record_function ranges."),
    .ranges = QT_TRANSLATE_NOOP("Message", "Mark forward and backward of each microbatch with record_function ranges."),
    .level1 = QT_TRANSLATE_NOOP("Message",
                                "Collect device activity: activities=[ProfilerActivity.CPU, ProfilerActivity.%1]."),
    .analyse = kNone,
    .matrixFile = kNone,
    .memory = QT_TRANSLATE_NOOP("Message", "Set profile_memory=True in torch.profiler."),
    .snapshot = QT_TRANSLATE_NOOP(
        "Message",
        "Call torch.%1.memory._record_memory_history() early and _dump_snapshot() at the point of interest."),
    .groups = QT_TRANSLATE_NOOP(
        "Message", "Profile after torch.distributed is initialized, so that the trace contains the groups."),
    .stack = QT_TRANSLATE_NOOP("Message", "Set with_stack=True in torch.profiler."),
    .shapes = QT_TRANSLATE_NOOP("Message", "Set record_shapes=True in torch.profiler."),
    .aic = kNone,
    .frequency = kNone,
    .data = QT_TRANSLATE_NOOP(
        "Message", "Collect host activity as well: add ProfilerActivity.CPU to activities, and keep the trace.")};

/// In the order of Platform.
constexpr std::array<NeedTexts, kPlatforms> kNeeds{{
    // torch_npu
    {.none = QT_TRANSLATE_NOOP("Message", "Not recorded by torch_npu."),
     .device = QT_TRANSLATE_NOOP("Message",
                                 "Collect device activity (activities=[CPU, NPU], profiler_level=Level1 or higher) and "
                                 "keep the exported trace or database."),
     .exporting = QT_TRANSLATE_NOOP("Message",
                                    "Keep trace_view.json or the profiler database: export_type=[Text, Db], and let "
                                    "the profiler parse the raw data."),
     .schedule = QT_TRANSLATE_NOOP("Message", "Use torch_npu.profiler.schedule and call prof.step() after each step."),
     .marks = QT_TRANSLATE_NOOP("Message",
                                "Mark forward and backward with mstx ranges; set mstx=True and export_type=Db "
                                "(profiler_level=Level_none is enough)."),
     .ranges = QT_TRANSLATE_NOOP("Message", "Mark forward and backward with mstx ranges."),
     .level1 = QT_TRANSLATE_NOOP("Message", "Set profiler_level=Level1 or higher."),
     .analyse = QT_TRANSLATE_NOOP("Message", "Set profiler_level=Level1 or higher and parse the profile."),
     .matrixFile = QT_TRANSLATE_NOOP("Message", "Parse the profile to create communication_matrix.json."),
     .memory = QT_TRANSLATE_NOOP("Message", "Set profile_memory=True."),
     .snapshot = QT_TRANSLATE_NOOP(
         "Message",
         "Call torch_npu.npu.memory._record_memory_history() early and _dump_snapshot() at the point of interest."),
     .groups = QT_TRANSLATE_NOOP("Message",
                                 "Use a framework that records its communication groups, or call "
                                 "prof.add_metadata_json('distributed_args', ...)."),
     .stack = QT_TRANSLATE_NOOP("Message", "Set with_stack=True."),
     .shapes = QT_TRANSLATE_NOOP("Message", "Set record_shapes=True."),
     .aic = QT_TRANSLATE_NOOP("Message",
                              "Set aic_metrics=AiCMetrics.PipeUtilization and profiler_level=Level1 or higher."),
     .frequency = QT_TRANSLATE_NOOP("Message", "Set profiler_level=Level1 or higher."),
     .data = QT_TRANSLATE_NOOP(
         "Message", "Collect host activity as well: activities=[CPU, NPU], and keep the exported trace or database.")},
    // mindspore
    {.none = QT_TRANSLATE_NOOP("Message", "Not recorded by mindspore.profiler."),
     .device = QT_TRANSLATE_NOOP("Message",
                                 "Collect device activity with mindspore.profiler.profile: "
                                 "activities=[ProfilerActivity.CPU, ProfilerActivity.NPU]."),
     .exporting = QT_TRANSLATE_NOOP(
         "Message", "Keep trace_view.json or the profiler database written by mindspore.profiler.profiler.analyse."),
     .schedule = QT_TRANSLATE_NOOP("Message", "Use mindspore.profiler.schedule and call step() after each step."),
     .marks = QT_TRANSLATE_NOOP("Message",
                                "Mark forward and backward with mindspore.profiler.mstx ranges, and set mstx=True."),
     .ranges = QT_TRANSLATE_NOOP("Message", "Mark forward and backward with mindspore.profiler.mstx ranges."),
     .level1 = QT_TRANSLATE_NOOP("Message", "Set profiler_level=ProfilerLevel.Level1 or higher in mindspore.profiler."),
     .analyse = QT_TRANSLATE_NOOP(
         "Message", "Set profiler_level=ProfilerLevel.Level1 or higher and call mindspore.profiler.profiler.analyse."),
     .matrixFile =
         QT_TRANSLATE_NOOP("Message", "Call mindspore.profiler.profiler.analyse to create communication_matrix.json."),
     .memory = QT_TRANSLATE_NOOP("Message", "Set profile_memory=True in mindspore.profiler."),
     .snapshot = kNone,
     .groups = QT_TRANSLATE_NOOP("Message", "Set parallel_strategy=True in mindspore.profiler."),
     .stack = QT_TRANSLATE_NOOP("Message", "Set with_stack=True in mindspore.profiler."),
     .shapes = QT_TRANSLATE_NOOP("Message", "Set record_shapes=True in mindspore.profiler."),
     .aic = QT_TRANSLATE_NOOP("Message",
                              "Set aic_metrics=AicoreMetrics.PipeUtilization and profiler_level=ProfilerLevel.Level1 "
                              "in mindspore.profiler."),
     .frequency =
         QT_TRANSLATE_NOOP("Message", "Set profiler_level=ProfilerLevel.Level1 or higher in mindspore.profiler."),
     .data = QT_TRANSLATE_NOOP(
         "Message", "Set data_process=True in mindspore.profiler.profile; not available with dynamic profiling.")},
    // msprof
    {.none = QT_TRANSLATE_NOOP("Message", "msprof does not record the framework: use the framework's own profiler."),
     .device = QT_TRANSLATE_NOOP("Message", "Run msprof with --task-time=l1 and export the result."),
     .exporting = QT_TRANSLATE_NOOP("Message", "Export the timeline: msprof --export=on --output=DIR."),
     .schedule = kNone,
     .marks = kNone,
     .ranges = kNone,
     .level1 = QT_TRANSLATE_NOOP("Message", "Run msprof with --task-time=l1 and --hccl=on."),
     .analyse = kNone,
     .matrixFile = kNone,
     .memory = QT_TRANSLATE_NOOP("Message", "Run msprof with --sys-hardware-mem=on."),
     .snapshot = kNone,
     .groups = kNone,
     .stack = kNone,
     .shapes = kNone,
     .aic = QT_TRANSLATE_NOOP("Message", "Run msprof with --aic-metrics=PipeUtilization."),
     .frequency = kNone,
     .data = kNone},
    kOfTorch,
    kOfTorch,  // ROCm
    kOfTorch,  // other devices
    // jax
    {.none = QT_TRANSLATE_NOOP("Message", "jax.profiler does not record it."),
     .device = QT_TRANSLATE_NOOP("Message", "Trace on the device: jax.profiler.trace(DIR) around some steps."),
     .exporting =
         QT_TRANSLATE_NOOP("Message", "Keep what jax.profiler.trace writes: plugins/profile/*/*.trace.json.gz."),
     .schedule = QT_TRANSLATE_NOOP("Message", "Put jax.profiler.StepTraceAnnotation around each step."),
     .marks = QT_TRANSLATE_NOOP(
         "Message", "Put jax.profiler.TraceAnnotation ranges around forward and backward of each microbatch."),
     .ranges = QT_TRANSLATE_NOOP(
         "Message", "Put jax.profiler.TraceAnnotation ranges around forward and backward of each microbatch."),
     .level1 = QT_TRANSLATE_NOOP("Message", "Trace on the device: jax.profiler.trace(DIR) around some steps."),
     .analyse = kNone,
     .matrixFile = kNone,
     .memory = kNone,
     .snapshot = kNone,
     .groups = kNone,
     .stack =
         QT_TRANSLATE_NOOP("Message", "Record calls of Python: python_tracer_level=1 in jax.profiler.ProfileOptions."),
     .shapes = kNone,
     .aic = kNone,
     .frequency = kNone,
     .data = QT_TRANSLATE_NOOP("Message", "Record the host, too: host_tracer_level=2 in jax.profiler.ProfileOptions.")},
    // nsys
    {.none = QT_TRANSLATE_NOOP("Message", "Nsight Systems does not record it."),
     .device = QT_TRANSLATE_NOOP("Message", "Record the GPU: nsys profile --trace=cuda,nvtx,osrt."),
     .exporting = QT_TRANSLATE_NOOP("Message", "Export the report: nsys export --type sqlite FILE."),
     .schedule = QT_TRANSLATE_NOOP("Message", "Put an NVTX range with its number around each step: 'iteration 7'."),
     .marks = QT_TRANSLATE_NOOP("Message", "Put NVTX ranges around forward and backward of each microbatch."),
     .ranges = QT_TRANSLATE_NOOP("Message", "Put NVTX ranges around forward and backward of each microbatch."),
     .level1 = QT_TRANSLATE_NOOP("Message", "Record the GPU: nsys profile --trace=cuda,nvtx,osrt."),
     .analyse = kNone,
     .matrixFile = kNone,
     .memory = QT_TRANSLATE_NOOP("Message", "Record memory: nsys profile --cuda-memory-usage=true."),
     .snapshot = QT_TRANSLATE_NOOP(
         "Message",
         "Call torch.cuda.memory._record_memory_history() early and _dump_snapshot() at the point of interest."),
     .groups = kNone,
     .stack = kNone,
     .shapes =
         QT_TRANSLATE_NOOP("Message", "Run the steps within torch.autograd.profiler.emit_nvtx(record_shapes=True)."),
     .aic = kNone,
     .frequency = QT_TRANSLATE_NOOP("Message", "Sample the GPU: nsys profile --gpu-metrics-devices=all."),
     .data = QT_TRANSLATE_NOOP("Message", "Record NVTX ranges and OS calls: nsys profile --trace=cuda,nvtx,osrt.")},
    // rocprofv3
    {.none = QT_TRANSLATE_NOOP("Message", "rocprofv3 does not record it."),
     .device = QT_TRANSLATE_NOOP("Message", "Record the GPU: rocprofv3 --sys-trace --output-format json."),
     .exporting = QT_TRANSLATE_NOOP("Message", "Write the records as JSON: rocprofv3 --output-format json."),
     .schedule = QT_TRANSLATE_NOOP("Message", "Put a roctx range with its number around each step: 'iteration 7'."),
     .marks = QT_TRANSLATE_NOOP("Message", "Put roctx ranges around forward and backward of each microbatch."),
     .ranges = QT_TRANSLATE_NOOP("Message", "Put roctx ranges around forward and backward of each microbatch."),
     .level1 = QT_TRANSLATE_NOOP("Message", "Record the GPU: rocprofv3 --sys-trace --output-format json."),
     .analyse = kNone,
     .matrixFile = kNone,
     .memory = QT_TRANSLATE_NOOP("Message", "Record memory: rocprofv3 --memory-allocation-trace."),
     .snapshot = QT_TRANSLATE_NOOP(
         "Message",
         "Call torch.cuda.memory._record_memory_history() early and _dump_snapshot() at the point of interest."),
     .groups = kNone,
     .stack = kNone,
     .shapes = kNone,
     .aic = kNone,
     .frequency = kNone,
     .data = QT_TRANSLATE_NOOP("Message", "Record calls and ranges: rocprofv3 --hip-trace --marker-trace.")},
    supplyingNothing(QT_TRANSLATE_NOOP("Message", "Not contained in the timeline of a job.")),
    supplyingNothing(
        QT_TRANSLATE_NOOP("Message", "A memory snapshot contains memory only; a profile is needed for the rest.")),
    // unknown
    {.none = QT_TRANSLATE_NOOP("Message", "This type of file does not contain it."),
     .device = QT_TRANSLATE_NOOP("Message", "Collect device activity, too."),
     .exporting = QT_TRANSLATE_NOOP("Message", "Keep the timeline that the profiler writes."),
     .schedule = QT_TRANSLATE_NOOP("Message", "Have the profiler mark each step, or name its ranges: --steps PATTERN."),
     .marks = QT_TRANSLATE_NOOP("Message", "Put ranges around forward and backward of each microbatch."),
     .ranges = QT_TRANSLATE_NOOP("Message", "Put ranges around forward and backward of each microbatch."),
     .level1 = QT_TRANSLATE_NOOP("Message", "Collect communication operators."),
     .analyse = QT_TRANSLATE_NOOP("Message", "Collect communication operators with their sizes."),
     .matrixFile = QT_TRANSLATE_NOOP("Message", "Collect communication operators with their sizes."),
     .memory = QT_TRANSLATE_NOOP("Message", "Collect memory over time."),
     .snapshot = QT_TRANSLATE_NOOP("Message", "Record the history of the allocator and save a snapshot of it."),
     .groups = QT_TRANSLATE_NOOP("Message", "Profile with a framework that writes its groups."),
     .stack = QT_TRANSLATE_NOOP("Message", "Collect call stacks."),
     .shapes = QT_TRANSLATE_NOOP("Message", "Collect shapes of operands."),
     .aic = kNone,
     .frequency = kNone,
     .data = QT_TRANSLATE_NOOP("Message", "Record the calls of the host, too.")},
}};

struct NeedName {
    std::string_view id;
    Sentence NeedTexts::*text;
};
constexpr std::array<NeedName, 17> kNeedNames{{{"none", &NeedTexts::none},
                                               {"device", &NeedTexts::device},
                                               {"export", &NeedTexts::exporting},
                                               {"schedule", &NeedTexts::schedule},
                                               {"marks", &NeedTexts::marks},
                                               {"ranges", &NeedTexts::ranges},
                                               {"level1", &NeedTexts::level1},
                                               {"analyse", &NeedTexts::analyse},
                                               {"matrix_file", &NeedTexts::matrixFile},
                                               {"memory", &NeedTexts::memory},
                                               {"snapshot", &NeedTexts::snapshot},
                                               {"groups", &NeedTexts::groups},
                                               {"stack", &NeedTexts::stack},
                                               {"shapes", &NeedTexts::shapes},
                                               {"aic", &NeedTexts::aic},
                                               {"frequency", &NeedTexts::frequency},
                                               {"data", &NeedTexts::data}}};

constexpr CapabilityText kTexts[] = {
    {"capability.call_stacks", QT_TRANSLATE_NOOP("Message", "Operator call stacks")},
    {"capability.communication_matrix", QT_TRANSLATE_NOOP("Message", "Communication matrix and link bandwidth")},
    {"capability.core_metrics", QT_TRANSLATE_NOOP("Message", "Core utilization by kernel")},
    {"capability.data_loading", QT_TRANSLATE_NOOP("Message", "Data loading wait time")},
    {"capability.frequency", QT_TRANSLATE_NOOP("Message", "Core frequency over time")},
    {"capability.groups", QT_TRANSLATE_NOOP("Message", "Communication groups and parallel sizes")},
    {"capability.memory_curve", QT_TRANSLATE_NOOP("Message", "Memory over time and by operator")},
    {"capability.operators", QT_TRANSLATE_NOOP("Message", "Operators and kernels: counts and times")},
    {"capability.p2p", QT_TRANSLATE_NOOP("Message", "Send and receive between stages")},
    {"capability.pipeline", QT_TRANSLATE_NOOP("Message", "Pipeline chart: forward and backward of each microbatch")},
    {"capability.shapes", QT_TRANSLATE_NOOP("Message", "Operand shapes and types")},
    {"capability.snapshot", QT_TRANSLATE_NOOP("Message", "Memory snapshot: blocks, segments and call stacks")},
    {"capability.steps", QT_TRANSLATE_NOOP("Message", "Start and end of each step")},
    {"capability.time_split", QT_TRANSLATE_NOOP("Message", "Step time breakdown")},
    {"capability.timeline", QT_TRANSLATE_NOOP("Message", "Host, device and communication timeline")},
    {"remedy.level", QT_TRANSLATE_NOOP("Message",
                                       "The digest (level %1) does not keep it, or the profile has none: load a rank "
                                       "from source, create digests with --level %2, or open the profile.")},
    {"remedy.load", QT_TRANSLATE_NOOP("Message", "Load the remaining ranks.")},
    {"remedy.lost", QT_TRANSLATE_NOOP("Message", "%1 could not be read completely; see the import log.")},
    {"remedy.no_file",
     QT_TRANSLATE_NOOP("Message", "The setting is on, but its file is missing: keep all profiler output.")},
    {"remedy.none_occurred", QT_TRANSLATE_NOOP("Message", "Recorded, but none occurred in this run.")},
    {"remedy.ranks.one", QT_TRANSLATE_NOOP("Message", "Copy rank %1 again: the other ranks have it.")},
    {"remedy.ranks.several", QT_TRANSLATE_NOOP("Message", "Copy ranks %1 and %2 again: the other ranks have it.")},
    {"remedy.unread", QT_TRANSLATE_NOOP("Message", "%1 may contain it; this version does not read that file.")},
};

/// "remedy.<platform>.<need>", of a platform that cannot supply a need "remedy.<platform>.none".
std::vector<CapabilityText> allTexts() {
    static std::deque<std::string> ids;  // where they lie does not change
    std::vector<CapabilityText> texts(std::begin(kTexts), std::end(kTexts));
    for (std::size_t i = 0; i < kPlatforms; ++i) {
        for (const auto &need : kNeedNames) {
            const auto *english = (kNeeds.at(i).*need.text).english();
            if (*english != '\0') {
                const auto name = platformName(static_cast<Platform>(i));
                ids.push_back("remedy." + std::string(name) + '.' + std::string(need.id));
                texts.push_back({ids.back().c_str(), english});
            }
        }
    }
    return texts;
}

}  // namespace

std::span<const CapabilityText> capabilityTexts() {
    static const auto all = allTexts();
    return all;
}

std::string capabilityText(const Message &message) {
    const auto texts = capabilityTexts();
    const auto it =
        std::find_if(texts.begin(), texts.end(), [&](const CapabilityText &text) { return message.id == text.id; });
    if (it == texts.end()) {
        return {};
    }
    return filledMessage(it->english, message.args);
}

}  // namespace stagescope
