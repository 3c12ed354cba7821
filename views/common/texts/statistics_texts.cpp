#include "views/common/texts/statistics_texts.h"

#include <QtCore/QtGlobal>

namespace stagescope {

namespace {

/// One line per id, sorted.
constexpr MessageEntry kStatisticsEntries[] = {
    {"head.api_stats.layer", QT_TRANSLATE_NOOP("Message", "Layer")},
    {"head.api_stats.layer_share_percent", QT_TRANSLATE_NOOP("Message", "Share of layer (%)")},
    {"head.clock_offsets.applied_us", QT_TRANSLATE_NOOP("Message", "Applied offset (us)")},
    {"head.clock_offsets.comparisons", QT_TRANSLATE_NOOP("Message", "Comparisons")},
    {"head.clock_offsets.left_us", QT_TRANSLATE_NOOP("Message", "Residual (us)")},
    {"head.clock_offsets.method", QT_TRANSLATE_NOOP("Message", "Method")},
    {"head.clock_offsets.offset_us", QT_TRANSLATE_NOOP("Message", "Raw offset (us)")},
    {"head.clock_offsets.uncertainty_us", QT_TRANSLATE_NOOP("Message", "Uncertainty (us)")},
    {"head.comm_summary.task", QT_TRANSLATE_NOOP("Message", "Task")},
    {"head.copies.memory", QT_TRANSLATE_NOOP("Message", "Host memory")},
    {"head.copies.name", QT_TRANSLATE_NOOP("Message", "Copy")},
    {"head.copies.synchronous", QT_TRANSLATE_NOOP("Message", "Synchronous")},
    {"head.kernel_stats.baseline_us", QT_TRANSLATE_NOOP("Message", "Baseline (us)")},
    {"head.kernel_stats.bound_percent", QT_TRANSLATE_NOOP("Message", "Share with this bound (%)")},
    {"head.kernels.launch_ns", QT_TRANSLATE_NOOP("Message", "Launch (ns)")},
    {"head.kernels.op_state", QT_TRANSLATE_NOOP("Message", "Shapes")},
    {"head.kernels.path", QT_TRANSLATE_NOOP("Message", "Module path")},
    {"head.kernels.python", QT_TRANSLATE_NOOP("Message", "Python function")},
    {"head.mark_stats.dispersion_percent", QT_TRANSLATE_NOOP("Message", "Dispersion (%)")},
    {"head.mark_stats.domain", QT_TRANSLATE_NOOP("Message", "Domain")},
    {"head.mark_stats.side", QT_TRANSLATE_NOOP("Message", "Host or device")},
    {"head.overall_compare.baseline_count", QT_TRANSLATE_NOOP("Message", "Baseline count")},
    {"head.overall_compare.baseline_duration_ms", QT_TRANSLATE_NOOP("Message", "Baseline duration (ms)")},
    {"head.overall_compare.baseline_rank", QT_TRANSLATE_NOOP("Message", "Baseline rank")},
    {"head.overall_compare.baseline_share_percent", QT_TRANSLATE_NOOP("Message", "Baseline share of E2E (%)")},
    {"head.overall_compare.difference_ms", QT_TRANSLATE_NOOP("Message", "Difference, + slower (ms)")},
    {"operator.bounds", QT_TRANSLATE_NOOP("Message", "By bound")},
    {"operator.core.unknown", QT_TRANSLATE_NOOP("Message", "not recorded")},
    {"operator.cores", QT_TRANSLATE_NOOP("Message", "By core type")},
    {"operator.empty",
     QT_TRANSLATE_NOOP(
         "Message",
         "No kernels in this profile. Collect device activities (torch_npu and MindSpore: ProfilerActivity.NPU) at "
         "profiler_level=Level1 to get kernel_details.csv or the kernel tables of the database.")},
    {"operator.empty.other", QT_TRANSLATE_NOOP("Message", "This profile has no kernels.")},
    {"operator.empty.communication",
     QT_TRANSLATE_NOOP("Message", "Rank %1 has no communication operators. They need more than one device.")},
    {"operator.empty.counting", QT_TRANSLATE_NOOP("Message", "Computing kernel statistics...")},
    {"operator.empty.kernels", QT_TRANSLATE_NOOP("Message", "Rank %1 has no kernels of this type.")},
    {"operator.empty.loading", QT_TRANSLATE_NOOP("Message", "Loading kernels...")},
    {"operator.empty.not_loaded", QT_TRANSLATE_NOOP("Message", "Kernels are not loaded: choose a rank and load it.")},
    {"operator.empty.range", QT_TRANSLATE_NOOP("Message",
                                               "No kernel of this type starts on rank %1 in the selected step or "
                                               "range. Press Esc to clear the range, or choose all steps above.")},
    {"operator.empty.rank",
     QT_TRANSLATE_NOOP("Message", "Kernels of rank %1 are not loaded: load this rank or choose another.")},
    {"operator.empty.torch", QT_TRANSLATE_NOOP("Message",
                                               "No kernels in this profile. Use torch.profiler with device activities "
                                               "(ProfilerActivity.CPU plus CUDA or XPU).")},
    {"operator.groups.all", QT_TRANSLATE_NOOP("Message", "All %1 group(s) by time")},
    {"operator.groups.baseline", QT_TRANSLATE_NOOP("Message", "%1, baseline %2 (thin bars): %3")},
    {"operator.groups.rest", QT_TRANSLATE_NOOP("Message", "%1 more")},
    {"operator.groups.top", QT_TRANSLATE_NOOP("Message", "Top %1 of %2 group(s) by time")},
};

}  // namespace

std::span<const MessageEntry> statisticsEntries() { return kStatisticsEntries; }

}  // namespace stagescope
