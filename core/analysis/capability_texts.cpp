#include "core/analysis/capabilities.h"

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

struct Text {
    std::string_view id;
    std::string_view text;
};

constexpr auto kTexts = std::to_array<Text>({
    {"capability.time_split", "Where the time of a step goes"},
    {"capability.time_split.remedy",
     "Collect device activity: activities=[CPU, NPU], profiler_level=Level1 or higher, and keep the exported trace or "
     "database."},
    {"capability.timeline", "Timeline of host, device and communication"},
    {"capability.timeline.remedy",
     "Keep trace_view.json or the profiler database: export_type=[Text, Db], and let the profiler parse the raw data."},
    {"capability.steps", "Begin and end of each step"},
    {"capability.steps.remedy", "Use torch_npu.profiler.schedule and call prof.step() after each step."},
    {"capability.pipeline", "Pipeline chart: forward and backward of each microbatch"},
    {"capability.pipeline.remedy",
     "Put mstx ranges around forward and backward, set mstx=True and export_type=Db; profiler_level=Level_none is "
     "enough."},
    {"capability.p2p", "Send and receive between stages"},
    {"capability.p2p.remedy", "Set profiler_level=Level1 or higher."},
    {"capability.communication_matrix", "Communication matrix and bandwidth of links"},
    {"capability.communication_matrix.remedy", "Set profiler_level=Level1 or higher and analyse the profile."},
    {"capability.memory_curve", "Memory over time and by operator"},
    {"capability.memory_curve.remedy", "Set profile_memory=True."},
    {"capability.snapshot", "Memory snapshot: blocks, segments and call stacks"},
    {"capability.snapshot.remedy",
     "Call torch_npu.npu.memory._record_memory_history() early and _dump_snapshot() where the memory is of interest."},
    {"capability.operators", "Operators and kernels: counts and times"},
    {"capability.operators.remedy", "Set profiler_level=Level1 or higher."},
    {"capability.groups", "Communication groups and parallel sizes"},
    {"capability.groups.remedy",
     "Profile with a framework that writes its groups, or call prof.add_metadata_json('distributed_args', ...)."},
    {"capability.call_stacks", "Call stacks of operators"},
    {"capability.call_stacks.remedy", "Set with_stack=True."},
    {"capability.shapes", "Shapes and types of operands"},
    {"capability.shapes.remedy", "Set record_shapes=True."},
    {"capability.core_metrics", "Utilisation of the AI cores by kernel"},
    {"capability.core_metrics.remedy",
     "Set aic_metrics=AiCMetrics.PipeUtilization and profiler_level=Level1 or higher."},
    {"capability.frequency", "Frequency of the AI cores over time"},
    {"capability.frequency.remedy", "Set profiler_level=Level1 or higher, on devices that report it."},
});

}  // namespace

std::string_view capabilityText(std::string_view messageId) {
    const auto *it = std::find_if(kTexts.begin(), kTexts.end(), [&](const Text &t) { return t.id == messageId; });
    return it == kTexts.end() ? std::string_view{} : it->text;
}

}  // namespace stagescope
