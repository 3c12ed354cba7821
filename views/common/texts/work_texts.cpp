#include "views/common/texts/work_texts.h"

#include <QtCore/QtGlobal>

namespace stagescope {

namespace {

/// One line per id, sorted.
constexpr MessageEntry kWorkEntries[] = {
    {"bound.cube", QT_TRANSLATE_NOOP("Message", "cube")},
    {"bound.fixpipe", QT_TRANSLATE_NOOP("Message", "fixpipe")},
    {"bound.icache", QT_TRANSLATE_NOOP("Message", "instruction cache")},
    {"bound.mte1", QT_TRANSLATE_NOOP("Message", "mte1")},
    {"bound.mte2", QT_TRANSLATE_NOOP("Message", "mte2")},
    {"bound.mte3", QT_TRANSLATE_NOOP("Message", "mte3")},
    {"bound.none", QT_TRANSLATE_NOOP("Message", "no bound")},
    {"bound.scalar", QT_TRANSLATE_NOOP("Message", "scalar")},
    {"bound.unknown", QT_TRANSLATE_NOOP("Message", "not measured")},
    {"bound.vector", QT_TRANSLATE_NOOP("Message", "vector")},
    {"bounds.missing.gpu",
     QT_TRANSLATE_NOOP("Message", "Traces of GPUs hold no counters of the cores: what bounds a kernel is not known")},
    {"bounds.missing.npu",
     QT_TRANSLATE_NOOP("Message",
                       "No counters of the cores here: aic_metrics of the profiler, at level 1 or above, "
                       "records what bounds a kernel")},
    {"head.kernel_work.bandwidth_percent", QT_TRANSLATE_NOOP("Message", "Of the bandwidth, %")},
    {"head.kernel_work.core", QT_TRANSLATE_NOOP("Message", "Core")},
    {"head.kernel_work.count", QT_TRANSLATE_NOOP("Message", "Count")},
    {"head.kernel_work.each_bytes", QT_TRANSLATE_NOOP("Message", "Bytes each")},
    {"head.kernel_work.flop_per_byte", QT_TRANSLATE_NOOP("Message", "FLOP per byte")},
    {"head.kernel_work.gbps", QT_TRANSLATE_NOOP("Message", "GB/s")},
    {"head.kernel_work.gflop_each", QT_TRANSLATE_NOOP("Message", "GFLOP each")},
    {"head.kernel_work.input_shapes", QT_TRANSLATE_NOOP("Message", "Input shapes")},
    {"head.kernel_work.input_types", QT_TRANSLATE_NOOP("Message", "Input types")},
    {"head.kernel_work.kernels", QT_TRANSLATE_NOOP("Message", "Kernels")},
    {"head.kernel_work.matrix", QT_TRANSLATE_NOOP("Message", "Matrix units")},
    {"head.kernel_work.mean_us", QT_TRANSLATE_NOOP("Message", "Mean, us")},
    {"head.kernel_work.padded", QT_TRANSLATE_NOOP("Message", "Padding counted")},
    {"head.kernel_work.peak_origin", QT_TRANSLATE_NOOP("Message", "Peak from")},
    {"head.kernel_work.peak_percent", QT_TRANSLATE_NOOP("Message", "Of the peak, %")},
    {"head.kernel_work.peak_tflops", QT_TRANSLATE_NOOP("Message", "Peak, TFLOP/s")},
    {"head.kernel_work.rank", QT_TRANSLATE_NOOP("Message", "Rank")},
    {"head.kernel_work.roof_percent", QT_TRANSLATE_NOOP("Message", "Of the roof, %")},
    {"head.kernel_work.share_percent", QT_TRANSLATE_NOOP("Message", "Share, %")},
    {"head.kernel_work.tflops", QT_TRANSLATE_NOOP("Message", "TFLOP/s")},
    {"head.kernel_work.total_us", QT_TRANSLATE_NOOP("Message", "Total, us")},
    {"head.kernel_work.type", QT_TRANSLATE_NOOP("Message", "Type")},
    {"head.launch_queue.delay_max_us", QT_TRANSLATE_NOOP("Message", "Longest delay, us")},
    {"head.launch_queue.delay_mean_us", QT_TRANSLATE_NOOP("Message", "Mean delay, us")},
    {"head.launch_queue.delay_median_us", QT_TRANSLATE_NOOP("Message", "Median delay, us")},
    {"head.launch_queue.delay_min_us", QT_TRANSLATE_NOOP("Message", "Shortest delay, us")},
    {"head.launch_queue.delay_q1_us", QT_TRANSLATE_NOOP("Message", "Lower quartile, us")},
    {"head.launch_queue.delay_q3_us", QT_TRANSLATE_NOOP("Message", "Upper quartile, us")},
    {"head.launch_queue.empty_percent", QT_TRANSLATE_NOOP("Message", "Queue empty, %")},
    {"head.launch_queue.empty_us", QT_TRANSLATE_NOOP("Message", "Queue empty, us")},
    {"head.launch_queue.full_us", QT_TRANSLATE_NOOP("Message", "Queue full, us")},
    {"head.launch_queue.launches", QT_TRANSLATE_NOOP("Message", "Launches")},
    {"head.launch_queue.long_delays", QT_TRANSLATE_NOOP("Message", "Delays over 100 us")},
    {"head.launch_queue.long_launches", QT_TRANSLATE_NOOP("Message", "Calls over 50 us")},
    {"head.launch_queue.longest_queue", QT_TRANSLATE_NOOP("Message", "Longest queue")},
    {"head.launch_queue.mean_queue", QT_TRANSLATE_NOOP("Message", "Mean queue")},
    {"head.launch_queue.rank", QT_TRANSLATE_NOOP("Message", "Rank")},
    {"head.launch_queue.shorter_count", QT_TRANSLATE_NOOP("Message", "Shorter than their call")},
    {"head.launch_queue.shorter_us", QT_TRANSLATE_NOOP("Message", "These in all, us")},
    {"head.launch_queue.stream", QT_TRANSLATE_NOOP("Message", "Stream")},
    {"head.launch_queue.unknown", QT_TRANSLATE_NOOP("Message", "Without a call")},
    {"head.launch_queue.window_us", QT_TRANSLATE_NOOP("Message", "Time looked at, us")},
    {"launches.delays", QT_TRANSLATE_NOOP("Message", "Delay from the launch call to the begin")},
    {"launches.empty",
     QT_TRANSLATE_NOOP("Message",
                       "No kernel leads back to the call that launched it. Collect CPU and NPU activities "
                       "at profiler_level Level1 or above, and keep the timeline or the database.")},
    {"launches.empty.loading", QT_TRANSLATE_NOOP("Message", "The launches of the ranks are being read ...")},
    {"launches.empty.torch", QT_TRANSLATE_NOOP("Message",
                                               "No kernel leads back to the call that launched it. Collect with "
                                               "torch.profiler and ProfilerActivity.CPU beside that of the device.")},
    {"launches.head", QT_TRANSLATE_NOOP("Message", "Rank %1: %2 launches")},
    {"launches.more", QT_TRANSLATE_NOOP("Message", "%1 more streams in the table")},
    {"launches.queues", QT_TRANSLATE_NOOP("Message", "Launched and not yet begun, over time")},
    {"launches.stream",
     QT_TRANSLATE_NOOP("Message", "%1: %2 launches, longest queue %3, empty %4 % of the time, full %5 %")},
    {"peak.origin.chip", QT_TRANSLATE_NOOP("Message", "data sheet of %1")},
    {"peak.origin.counters", QT_TRANSLATE_NOOP("Message", "%1 cores at %2 MHz, from the profile's counters")},
    {"peak.origin.given", QT_TRANSLATE_NOOP("Message", "given")},
    {"peak.origin.unknown", QT_TRANSLATE_NOOP("Message", "not known")},
    {"roofline.axis.intensity", QT_TRANSLATE_NOOP("Message", "Arithmetic intensity: FLOP per byte")},
    {"roofline.bandwidth", QT_TRANSLATE_NOOP("Message", "%1 (%2)")},
    {"roofline.empty", QT_TRANSLATE_NOOP("Message",
                                         "There are no kernels of a device here. The profiler writes them with a "
                                         "device among its activities; shapes with level 1 or record_shapes=True.")},
    {"roofline.empty.loading", QT_TRANSLATE_NOOP("Message", "The kernels of the ranks are being read ...")},
    {"roofline.empty.torch", QT_TRANSLATE_NOOP("Message",
                                               "There are no kernels of a device here. torch.profiler writes them with "
                                               "ProfilerActivity.CUDA, shapes with record_shapes=True.")},
    {"roofline.head",
     QT_TRANSLATE_NOOP(
         "Message",
         "Rank %1: matrix units at %2 while they work, %4 % of the peak of %3; that is %5 % of the kernels' time.")},
    {"roofline.head_without_peak",
     QT_TRANSLATE_NOOP(
         "Message",
         "Rank %1: matrix units at %2 while they work. What the device can do is not known: set its peak above.")},
    {"roofline.no_matrix", QT_TRANSLATE_NOOP("Message", "Rank %1: no work of matrix units is known here.")},
    {"roofline.only_matrix",
     QT_TRANSLATE_NOOP("Message",
                       "Not in the picture: %1 % of the kernels' time, which is no work of matrix units, or whose FLOP "
                       "or bytes are not known.")},
    {"roofline.peak", QT_TRANSLATE_NOOP("Message", "Peak: %1 (%2)")},
    {"roofline.peak_narrow", QT_TRANSLATE_NOOP("Message", "Types of 8 bits: %1")},
    {"roofline.without_place",
     QT_TRANSLATE_NOOP("Message",
                       "Not in the picture: %1 % of the kernels' time, whose FLOP or bytes are not known or zero.")},
    {"value.matrix.no", QT_TRANSLATE_NOOP("Message", "no")},
    {"value.matrix.yes", QT_TRANSLATE_NOOP("Message", "yes")},
    {"value.padded.no", QT_TRANSLATE_NOOP("Message", "no")},
    {"value.padded.yes", QT_TRANSLATE_NOOP("Message", "yes")},
};

}  // namespace

std::span<const MessageEntry> workEntries() { return kWorkEntries; }

}  // namespace stagescope
