#include "core/analysis/overview/capabilities.h"

#include <QtCore/QtGlobal>

#include <algorithm>

namespace stagescope {

namespace {

/// Remedies are "remedy.<platform>.<need>", those of a platform that cannot supply a need "remedy.<platform>.none".
constexpr CapabilityText kTexts[] = {
    {"capability.call_stacks", QT_TRANSLATE_NOOP("Message", "Call stacks of operators")},
    {"capability.communication_matrix", QT_TRANSLATE_NOOP("Message", "Communication matrix and bandwidth of links")},
    {"capability.core_metrics", QT_TRANSLATE_NOOP("Message", "Utilisation of the AI cores by kernel")},
    {"capability.data_loading", QT_TRANSLATE_NOOP("Message", "How long steps wait for their data")},
    {"capability.frequency", QT_TRANSLATE_NOOP("Message", "Frequency of the AI cores over time")},
    {"capability.groups", QT_TRANSLATE_NOOP("Message", "Communication groups and parallel sizes")},
    {"capability.memory_curve", QT_TRANSLATE_NOOP("Message", "Memory over time and by operator")},
    {"capability.operators", QT_TRANSLATE_NOOP("Message", "Operators and kernels: counts and times")},
    {"capability.p2p", QT_TRANSLATE_NOOP("Message", "Send and receive between stages")},
    {"capability.pipeline", QT_TRANSLATE_NOOP("Message", "Pipeline chart: forward and backward of each microbatch")},
    {"capability.shapes", QT_TRANSLATE_NOOP("Message", "Shapes and types of operands")},
    {"capability.snapshot", QT_TRANSLATE_NOOP("Message", "Memory snapshot: blocks, segments and call stacks")},
    {"capability.steps", QT_TRANSLATE_NOOP("Message", "Begin and end of each step")},
    {"capability.time_split", QT_TRANSLATE_NOOP("Message", "Where the time of a step goes")},
    {"capability.timeline", QT_TRANSLATE_NOOP("Message", "Timeline of host, device and communication")},
    {"remedy.job.none", QT_TRANSLATE_NOOP("Message", "The timeline of a job does not hold it.")},
    {"remedy.level",
     QT_TRANSLATE_NOOP("Message",
                       "The digest keeps no more than its level (%1), or the profile had none: load a rank from its "
                       "source, digest with --level %2, or open the profile.")},
    {"remedy.load", QT_TRANSLATE_NOOP("Message", "Load the ranks that are not loaded yet.")},
    {"remedy.lost", QT_TRANSLATE_NOOP("Message", "%1 could not be read completely; see the import log.")},
    {"remedy.mindspore.aic", QT_TRANSLATE_NOOP("Message",
                                               "Set aic_metrics=AicoreMetrics.PipeUtilization and "
                                               "profiler_level=ProfilerLevel.Level1 in mindspore.profiler.")},
    {"remedy.mindspore.analyse", QT_TRANSLATE_NOOP("Message",
                                                   "Set profiler_level=ProfilerLevel.Level1 or higher and call "
                                                   "mindspore.profiler.profiler.analyse.")},
    {"remedy.mindspore.data",
     QT_TRANSLATE_NOOP("Message",
                       "Set data_process=True in mindspore.profiler.profile; dynamic profiling does not record it.")},
    {"remedy.mindspore.device",
     QT_TRANSLATE_NOOP("Message",
                       "Collect device activity with mindspore.profiler.profile: activities=[ProfilerActivity.CPU, "
                       "ProfilerActivity.NPU].")},
    {"remedy.mindspore.export", QT_TRANSLATE_NOOP("Message",
                                                  "Keep trace_view.json or the profiler database, which "
                                                  "mindspore.profiler.profiler.analyse writes.")},
    {"remedy.mindspore.groups", QT_TRANSLATE_NOOP("Message", "Set parallel_strategy=True in mindspore.profiler.")},
    {"remedy.mindspore.level1",
     QT_TRANSLATE_NOOP("Message", "Set profiler_level=ProfilerLevel.Level1 or higher in mindspore.profiler.")},
    {"remedy.mindspore.marks",
     QT_TRANSLATE_NOOP("Message",
                       "Put mindspore.profiler.mstx ranges around forward and backward, and set mstx=True.")},
    {"remedy.mindspore.matrix_file",
     QT_TRANSLATE_NOOP("Message", "Call mindspore.profiler.profiler.analyse: it writes communication_matrix.json.")},
    {"remedy.mindspore.memory", QT_TRANSLATE_NOOP("Message", "Set profile_memory=True in mindspore.profiler.")},
    {"remedy.mindspore.none", QT_TRANSLATE_NOOP("Message", "mindspore.profiler does not record it.")},
    {"remedy.mindspore.ranges",
     QT_TRANSLATE_NOOP("Message", "Put mindspore.profiler.mstx ranges around forward and backward.")},
    {"remedy.mindspore.schedule",
     QT_TRANSLATE_NOOP("Message", "Use mindspore.profiler.schedule and call step() after each step.")},
    {"remedy.mindspore.shapes", QT_TRANSLATE_NOOP("Message", "Set record_shapes=True in mindspore.profiler.")},
    {"remedy.mindspore.stack", QT_TRANSLATE_NOOP("Message", "Set with_stack=True in mindspore.profiler.")},
    {"remedy.msprof.aic", QT_TRANSLATE_NOOP("Message", "Run msprof with --aic-metrics=PipeUtilization.")},
    {"remedy.msprof.device", QT_TRANSLATE_NOOP("Message", "Run msprof with --task-time=l1 and export the result.")},
    {"remedy.msprof.export", QT_TRANSLATE_NOOP("Message", "Export the timeline: msprof --export=on --output=DIR.")},
    {"remedy.msprof.level1", QT_TRANSLATE_NOOP("Message", "Run msprof with --task-time=l1 and --hccl=on.")},
    {"remedy.msprof.memory", QT_TRANSLATE_NOOP("Message", "Run msprof with --sys-hardware-mem=on.")},
    {"remedy.msprof.none", QT_TRANSLATE_NOOP("Message",
                                             "msprof alone sees nothing of the framework: profile with torch_npu or "
                                             "MindSpore.")},
    {"remedy.no_file",
     QT_TRANSLATE_NOOP("Message",
                       "The setting is on, but the file that holds it is missing: keep all that the profiler writes.")},
    {"remedy.none_occurred", QT_TRANSLATE_NOOP("Message", "It was recorded; none occurred in this run.")},
    {"remedy.snapshot.none",
     QT_TRANSLATE_NOOP("Message", "A memory snapshot covers memory only; everything else needs a profile.")},
    {"remedy.torch.data",
     QT_TRANSLATE_NOOP("Message", "Record the host, too: activities with ProfilerActivity.CPU, and keep the trace.")},
    {"remedy.torch.device", QT_TRANSLATE_NOOP("Message",
                                              "Collect device activity: activities=[ProfilerActivity.CPU, "
                                              "ProfilerActivity.%1].")},
    {"remedy.torch.export",
     QT_TRANSLATE_NOOP("Message", "Keep what prof.export_chrome_trace or tensorboard_trace_handler writes.")},
    {"remedy.torch.groups",
     QT_TRANSLATE_NOOP("Message", "Profile after torch.distributed is initialised: the trace then names its groups.")},
    {"remedy.torch.marks",
     QT_TRANSLATE_NOOP("Message", "Put record_function ranges around forward and backward of each microbatch.")},
    {"remedy.torch.memory", QT_TRANSLATE_NOOP("Message", "Set profile_memory=True in torch.profiler.")},
    {"remedy.torch.none", QT_TRANSLATE_NOOP("Message", "torch.profiler does not record it.")},
    {"remedy.torch.schedule",
     QT_TRANSLATE_NOOP("Message", "Use torch.profiler.schedule and call prof.step() after each step.")},
    {"remedy.torch.shapes", QT_TRANSLATE_NOOP("Message", "Set record_shapes=True in torch.profiler.")},
    {"remedy.torch.snapshot", QT_TRANSLATE_NOOP("Message",
                                                "Call torch.%1.memory._record_memory_history() early and "
                                                "_dump_snapshot() where the memory is of interest.")},
    {"remedy.torch.stack", QT_TRANSLATE_NOOP("Message", "Set with_stack=True in torch.profiler.")},
    {"remedy.torch_npu.aic", QT_TRANSLATE_NOOP("Message",
                                               "Set aic_metrics=AiCMetrics.PipeUtilization and profiler_level=Level1 "
                                               "or higher.")},
    {"remedy.torch_npu.analyse",
     QT_TRANSLATE_NOOP("Message", "Set profiler_level=Level1 or higher and analyse the profile.")},
    {"remedy.torch_npu.data",
     QT_TRANSLATE_NOOP("Message",
                       "Record the host, too: activities=[CPU, NPU], and keep the exported trace or database.")},
    {"remedy.torch_npu.device",
     QT_TRANSLATE_NOOP("Message",
                       "Collect device activity: activities=[CPU, NPU], profiler_level=Level1 or higher, and keep the "
                       "exported trace or database.")},
    {"remedy.torch_npu.export",
     QT_TRANSLATE_NOOP("Message",
                       "Keep trace_view.json or the profiler database: export_type=[Text, Db], and let the profiler "
                       "parse the raw data.")},
    {"remedy.torch_npu.groups", QT_TRANSLATE_NOOP("Message",
                                                  "Profile with a framework that writes its groups, or call "
                                                  "prof.add_metadata_json('distributed_args', ...).")},
    {"remedy.torch_npu.level1", QT_TRANSLATE_NOOP("Message", "Set profiler_level=Level1 or higher.")},
    {"remedy.torch_npu.marks", QT_TRANSLATE_NOOP("Message",
                                                 "Put mstx ranges around forward and backward, set mstx=True and "
                                                 "export_type=Db; profiler_level=Level_none is enough.")},
    {"remedy.torch_npu.matrix_file",
     QT_TRANSLATE_NOOP("Message", "Analyse the profile: that writes communication_matrix.json.")},
    {"remedy.torch_npu.memory", QT_TRANSLATE_NOOP("Message", "Set profile_memory=True.")},
    {"remedy.torch_npu.none", QT_TRANSLATE_NOOP("Message", "torch_npu does not record it.")},
    {"remedy.torch_npu.ranges", QT_TRANSLATE_NOOP("Message", "Put mstx ranges around forward and backward.")},
    {"remedy.torch_npu.schedule",
     QT_TRANSLATE_NOOP("Message", "Use torch_npu.profiler.schedule and call prof.step() after each step.")},
    {"remedy.torch_npu.shapes", QT_TRANSLATE_NOOP("Message", "Set record_shapes=True.")},
    {"remedy.torch_npu.snapshot", QT_TRANSLATE_NOOP("Message",
                                                    "Call torch_npu.npu.memory._record_memory_history() early and "
                                                    "_dump_snapshot() where the memory is of interest.")},
    {"remedy.torch_npu.stack", QT_TRANSLATE_NOOP("Message", "Set with_stack=True.")},
    {"remedy.unread", QT_TRANSLATE_NOOP("Message", "%1 may contain it; this version does not read that file.")},
};

}  // namespace

std::span<const CapabilityText> capabilityTexts() { return kTexts; }

std::string capabilityText(const Message &message) {
    const auto *it = std::find_if(std::begin(kTexts), std::end(kTexts),
                                  [&](const CapabilityText &text) { return message.id == text.id; });
    if (it == std::end(kTexts)) {
        return {};
    }
    std::string text = it->english;
    for (std::size_t i = 0; i < message.args.size(); ++i) {
        if (const auto at = text.find('%' + std::to_string(i + 1)); at != std::string::npos) {
            text.replace(at, 2, message.args[i]);
        }
    }
    return text;
}

}  // namespace stagescope
