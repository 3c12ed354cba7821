#include "views/common/texts/message_texts.h"

#include "core/advice/finding_texts.h"
#include "core/advice/what_if/what_if_texts.h"
#include "core/analysis/overview/capabilities.h"
#include "core/settings/setting_texts.h"
#include "core/store/trace/trace_store.h"
#include "views/common/texts/communication_texts.h"
#include "views/common/texts/difference_texts.h"
#include "views/common/texts/head_texts.h"
#include "views/common/texts/import_texts.h"
#include "views/common/texts/memory_texts.h"
#include "views/common/texts/pipeline_texts.h"
#include "views/common/texts/statistics_texts.h"
#include "views/common/texts/table_texts.h"
#include "views/common/texts/value_texts.h"
#include "views/common/texts/work_texts.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QHash>

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>

namespace stagescope {

namespace {

using Entry = MessageEntry;

/// THE list of texts for messages of core. One line per id, sorted by id within its section. lupdate reads the texts by
/// QT_TRANSLATE_NOOP; messageText translates them at run time. In a text with %n (QT_TRANSLATE_N_NOOP) the first
/// argument is that number, and %1 is the second.
constexpr Entry kMessageEntries[] = {
    {"answer.no", QT_TRANSLATE_NOOP("Message", "no")},
    {"answer.on_demand", QT_TRANSLATE_NOOP("Message", "on demand")},
    {"answer.partly", QT_TRANSLATE_NOOP("Message", "partly")},
    {"answer.yes", QT_TRANSLATE_NOOP("Message", "yes")},
    {"axis.time", QT_TRANSLATE_NOOP("Message", "Time")},
    {"column_chart.empty", QT_TRANSLATE_NOOP("Message", "No row has both values.")},
    {"column_chart.more", QT_TRANSLATE_NOOP("Message", "Rows not shown: %1")},
    {"column_chart.no_numbers", QT_TRANSLATE_NOOP("Message", "A chart needs a result with a column of numbers.")},
    {"column_chart.title", QT_TRANSLATE_NOOP("Message", "%1 by %2")},
    {"column_chart.title_from_earliest", QT_TRANSLATE_NOOP("Message", "%1 by %2 (time from the earliest row)")},
    {"column_chart.unknown", QT_TRANSLATE_NOOP("Message", "Rows without a value: %1")},
    {"compare.column.difference", QT_TRANSLATE_NOOP("Message", "Right − left")},
    {"compare.column.left", QT_TRANSLATE_NOOP("Message", "Left (ms)")},
    {"compare.column.left_value", QT_TRANSLATE_NOOP("Message", "Left")},
    {"compare.column.part", QT_TRANSLATE_NOOP("Message", "time")},
    {"compare.column.percent", QT_TRANSLATE_NOOP("Message", "Left (%)")},
    {"compare.column.right", QT_TRANSLATE_NOOP("Message", "Right (ms)")},
    {"compare.column.right_value", QT_TRANSLATE_NOOP("Message", "Right")},
    {"compare.column.setting", QT_TRANSLATE_NOOP("Message", "Setting")},
    {"compare.empty",
     QT_TRANSLATE_NOOP("Message",
                       "Two ranks are needed: open a folder with several ranks, or a second folder as the baseline.")},
    {"compare.empty.loading", QT_TRANSLATE_NOOP("Message", "Reading...")},
    {"compare.empty.split",
     QT_TRANSLATE_NOOP("Message",
                       "No time split is available for either rank. Collect device activity, and load both ranks.")},
    {"compare.no_intervals",
     QT_TRANSLATE_NOOP("Message", "Computing and communication times of this rank are unknown; load its timeline.")},
    {"compare.not_set", QT_TRANSLATE_NOOP("Message", "not set")},
    {"compare.profiled_differently",
     QT_TRANSLATE_NOOP("Message", "Profiler settings differ; this alone can change the times.")},
    {"compare.ruler", QT_TRANSLATE_NOOP("Message", "from step start")},
    {"compare.settings", QT_TRANSLATE_NOOP("Message", "Different settings (left, right)")},
    {"compare.settings.same",
     QT_TRANSLATE_NOOP("Message", "No difference in recorded versions, environment variables and profiler settings.")},
    {"compare.side", QT_TRANSLATE_NOOP("Message", "rank %1 of %2")},
    {"compare.split", QT_TRANSLATE_NOOP("Message", "Step time breakdown in ms (left: %1, right: %2)")},
    {"compare.step_end", QT_TRANSLATE_NOOP("Message", "end of step %1")},
    {"compare.step_end.whole", QT_TRANSLATE_NOOP("Message", "end of the capture")},
    {"compare.strip", QT_TRANSLATE_NOOP("Message", "Difference by rank")},
    {"compare.strip.rank", QT_TRANSLATE_NOOP("Message", "rank %1: %2 %3 ms")},
    {"compare.whole_capture", QT_TRANSLATE_NOOP("Message", "Whole capture")},
    {"detail.algorithm", QT_TRANSLATE_NOOP("Message", "Algorithm")},
    {"detail.arguments_error", QT_TRANSLATE_NOOP("Message", "Unreadable arguments")},
    {"detail.arrival_spread", QT_TRANSLATE_NOOP("Message", "Arrival spread (first to last)")},
    {"detail.bandwidth", QT_TRANSLATE_NOOP("Message", "Bandwidth (size / time, not physical)")},
    {"detail.capture", QT_TRANSLATE_NOOP("Message", "Capture")},
    {"detail.cause_dependency_wait", QT_TRANSLATE_NOOP("Message", "dependency wait")},
    {"detail.cause_head", QT_TRANSLATE_NOOP("Message", "head")},
    {"detail.cause_host_launch", QT_TRANSLATE_NOOP("Message", "late launch")},
    {"detail.cause_late_start", QT_TRANSLATE_NOOP("Message", "late start")},
    {"detail.cause_other_work", QT_TRANSLATE_NOOP("Message", "other work")},
    {"detail.cause_rendezvous_wait", QT_TRANSLATE_NOOP("Message", "waiting for peer")},
    {"detail.cause_tail", QT_TRANSLATE_NOOP("Message", "tail")},
    {"detail.cause_transfer", QT_TRANSLATE_NOOP("Message", "P2P transfer")},
    {"detail.cause_unknown", QT_TRANSLATE_NOOP("Message", "unknown")},
    {"detail.cell_kind", QT_TRANSLATE_NOOP("Message", "Cell type")},
    {"detail.chunk", QT_TRANSLATE_NOOP("Message", "Virtual chunk")},
    {"detail.communication_group", QT_TRANSLATE_NOOP("Message", "Communication group")},
    {"detail.connection", QT_TRANSLATE_NOOP("Message", "Link")},
    {"detail.data_type", QT_TRANSLATE_NOOP("Message", "Data type")},
    {"detail.depth", QT_TRANSLATE_NOOP("Message", "Depth")},
    {"detail.device", QT_TRANSLATE_NOOP("Message", "Device")},
    {"detail.device_busy", QT_TRANSLATE_NOOP("Message", "Device busy")},
    {"detail.duration", QT_TRANSLATE_NOOP("Message", "Duration")},
    {"detail.duration_ns", QT_TRANSLATE_NOOP("Message", "Duration (ns)")},
    {"detail.edge", QT_TRANSLATE_NOOP("Message", "Transfer")},
    {"detail.elapsed", QT_TRANSLATE_NOOP("Message", "Elapsed time")},
    {"detail.end_ns", QT_TRANSLATE_NOOP("Message", "End in file (ns)")},
    {"detail.evidence", QT_TRANSLATE_NOOP("Message", "Evidence")},
    {"detail.exposed_communication", QT_TRANSLATE_NOOP("Message", "Communication, not overlapped")},
    {"detail.files", QT_TRANSLATE_NOOP("Message", "Files")},
    {"detail.flow_in", QT_TRANSLATE_NOOP("Message", "Flow in from")},
    {"detail.flow_out", QT_TRANSLATE_NOOP("Message", "Flow out to")},
    {"detail.flows_in", QT_TRANSLATE_NOOP("Message", "Total flows in")},
    {"detail.flows_out", QT_TRANSLATE_NOOP("Message", "Total flows out")},
    {"detail.folder", QT_TRANSLATE_NOOP("Message", "Folder")},
    {"detail.group", QT_TRANSLATE_NOOP("Message", "Group")},
    {"detail.host", QT_TRANSLATE_NOOP("Message", "Host")},
    {"detail.host_bound", QT_TRANSLATE_NOOP("Message", "Device waits (host, copies)")},
    {"detail.host_duration", QT_TRANSLATE_NOOP("Message", "Host duration")},
    {"detail.host_start_ns", QT_TRANSLATE_NOOP("Message", "Host start (ns)")},
    {"detail.ideal_start_ns", QT_TRANSLATE_NOOP("Message", "Ideal start (ns, from stage means)")},
    {"detail.idle", QT_TRANSLATE_NOOP("Message", "Idle (elapsed − transit − wait)")},
    {"detail.inherent", QT_TRANSLATE_NOOP("Message", "of which schedule bubble")},
    {"detail.input_from", QT_TRANSLATE_NOOP("Message", "Input from")},
    {"detail.kernel_block_dim", QT_TRANSLATE_NOOP("Message", "Blocks")},
    {"detail.kernel_core", QT_TRANSLATE_NOOP("Message", "Accelerator core")},
    {"detail.kernel_input_formats", QT_TRANSLATE_NOOP("Message", "Input formats")},
    {"detail.kernel_input_shapes", QT_TRANSLATE_NOOP("Message", "Input shapes")},
    {"detail.kernel_input_types", QT_TRANSLATE_NOOP("Message", "Input types")},
    {"detail.kernel_module", QT_TRANSLATE_NOOP("Message", "Module")},
    {"detail.kernel_operator", QT_TRANSLATE_NOOP("Message", "Operator")},
    {"detail.kernel_output_formats", QT_TRANSLATE_NOOP("Message", "Output formats")},
    {"detail.kernel_output_shapes", QT_TRANSLATE_NOOP("Message", "Output shapes")},
    {"detail.kernel_output_types", QT_TRANSLATE_NOOP("Message", "Output types")},
    {"detail.kernel_python", QT_TRANSLATE_NOOP("Message", "Python function")},
    {"detail.kernel_type", QT_TRANSLATE_NOOP("Message", "Operator type")},
    {"detail.kernel_wait", QT_TRANSLATE_NOOP("Message", "Wait before kernel")},
    {"detail.last_arrival", QT_TRANSLATE_NOOP("Message", "Last to arrive (lag to previous)")},
    {"detail.lateness", QT_TRANSLATE_NOOP("Message", "Lateness vs. ideal")},
    {"detail.link", QT_TRANSLATE_NOOP("Message", "Link (source rank, destination rank)")},
    {"detail.link_class", QT_TRANSLATE_NOOP("Message", "vs. links of the same transport")},
    {"detail.link_size", QT_TRANSLATE_NOOP("Message", "Size")},
    {"detail.link_time", QT_TRANSLATE_NOOP("Message", "Time")},
    {"detail.microbatch", QT_TRANSLATE_NOOP("Message", "Microbatch")},
    {"detail.name", QT_TRANSLATE_NOOP("Message", "Name")},
    {"detail.numbering", QT_TRANSLATE_NOOP("Message", "Microbatch source")},
    {"detail.of_reference", QT_TRANSLATE_NOOP("Message", "Share of reference bandwidth")},
    {"detail.on_critical_path", QT_TRANSLATE_NOOP("Message", "On the critical path")},
    {"detail.operation", QT_TRANSLATE_NOOP("Message", "Operator using the link")},
    {"detail.operator", QT_TRANSLATE_NOOP("Message", "Operator")},
    {"detail.operators", QT_TRANSLATE_NOOP("Message", "Operators listed in the files")},
    {"detail.output_to", QT_TRANSLATE_NOOP("Message", "Output to")},
    {"detail.owed_to", QT_TRANSLATE_NOOP("Message", "Blamed cell")},
    {"detail.p2p_kind", QT_TRANSLATE_NOOP("Message", "Operation type")},
    {"detail.pairing", QT_TRANSLATE_NOOP("Message", "Ends matched by")},
    {"detail.parent", QT_TRANSLATE_NOOP("Message", "Parent slice")},
    {"detail.receive_wait", QT_TRANSLATE_NOOP("Message", "Receiver wait")},
    {"detail.recorded_name", QT_TRANSLATE_NOOP("Message", "Name in file")},
    {"detail.same_name_count", QT_TRANSLATE_NOOP("Message", "Same name on track: occurrences")},
    {"detail.same_name_mean", QT_TRANSLATE_NOOP("Message", "Same name: mean duration")},
    {"detail.same_name_place", QT_TRANSLATE_NOOP("Message", "Same name: rank by duration")},
    {"detail.same_name_total", QT_TRANSLATE_NOOP("Message", "Same name: total duration")},
    {"detail.self_time", QT_TRANSLATE_NOOP("Message", "Self time")},
    {"detail.send_wait", QT_TRANSLATE_NOOP("Message", "Sender wait")},
    {"detail.share_of_window", QT_TRANSLATE_NOOP("Message", "Share of window")},
    {"detail.size_bytes", QT_TRANSLATE_NOOP("Message", "File size (bytes)")},
    {"detail.slack", QT_TRANSLATE_NOOP("Message", "Slack")},
    {"detail.start", QT_TRANSLATE_NOOP("Message", "Start (since first event)")},
    {"detail.start_in_step", QT_TRANSLATE_NOOP("Message", "Start, relative to step")},
    {"detail.start_ns", QT_TRANSLATE_NOOP("Message", "Start in file (ns)")},
    {"detail.start_wall", QT_TRANSLATE_NOOP("Message", "Start (wall clock, UTC)")},
    {"detail.step", QT_TRANSLATE_NOOP("Message", "Step")},
    {"detail.step_fastest", QT_TRANSLATE_NOOP("Message", "Shortest (rank)")},
    {"detail.step_median", QT_TRANSLATE_NOOP("Message", "Median duration")},
    {"detail.step_ranks", QT_TRANSLATE_NOOP("Message", "Ranks with this step")},
    {"detail.step_slowest", QT_TRANSLATE_NOOP("Message", "Longest (rank)")},
    {"detail.synchronization", QT_TRANSLATE_NOOP("Message", "Synchronization time (share)")},
    {"detail.time_split", QT_TRANSLATE_NOOP("Message", "Step time breakdown")},
    {"detail.track", QT_TRANSLATE_NOOP("Message", "Track")},
    {"detail.transfer", QT_TRANSLATE_NOOP("Message", "Transfer time")},
    {"detail.transferred", QT_TRANSLATE_NOOP("Message", "Tensor size")},
    {"detail.transit", QT_TRANSLATE_NOOP("Message", "Transit time")},
    {"detail.transport", QT_TRANSLATE_NOOP("Message", "Transport type")},
    {"detail.wait", QT_TRANSLATE_NOOP("Message", "Wait time incl. synchronization (share)")},
    {"environment.empty_value", QT_TRANSLATE_NOOP("Message", "(empty)")},
    {"exchange.recompute_activation.off", QT_TRANSLATE_NOOP("Message", "Do not recompute activation functions")},
    {"exchange.recompute_activation.on", QT_TRANSLATE_NOOP("Message", "Recompute activation functions")},
    {"exchange.recompute_attention.off", QT_TRANSLATE_NOOP("Message", "Do not recompute attention")},
    {"exchange.recompute_attention.on", QT_TRANSLATE_NOOP("Message", "Recompute attention")},
    {"exchange.recompute_full.off", QT_TRANSLATE_NOOP("Message", "Do not recompute whole layers")},
    {"exchange.recompute_full.on", QT_TRANSLATE_NOOP("Message", "Recompute whole layers")},
    {"exchange.recompute_norm.off", QT_TRANSLATE_NOOP("Message", "Do not recompute norms")},
    {"exchange.recompute_norm.on", QT_TRANSLATE_NOOP("Message", "Recompute norms")},
    {"exchange.swap_attention.off", QT_TRANSLATE_NOOP("Message", "Do not swap attention to the host")},
    {"exchange.swap_attention.on", QT_TRANSLATE_NOOP("Message", "Swap attention to the host")},
    {"findings.assumptions", QT_TRANSLATE_NOOP("Message", "Assumptions")},
    {"findings.awaiting", QT_TRANSLATE_NOOP("Message", "Findings follow when all ranks are read (%2 of %1 so far).")},
    {"findings.awaiting.files", QT_TRANSLATE_NOOP("Message", "Findings follow when all files are read.")},
    {"findings.because", QT_TRANSLATE_NOOP("Message", "because: %1")},
    {"findings.of_which", QT_TRANSLATE_NOOP("Message", "of which: %1")},
    {"findings.certainty.estimated", QT_TRANSLATE_NOOP("Message", "estimated")},
    {"findings.certainty.inferred", QT_TRANSLATE_NOOP("Message", "inferred")},
    {"findings.certainty.measured", QT_TRANSLATE_NOOP("Message", "measured")},
    {"findings.checks", QT_TRANSLATE_N_NOOP("Message", "%n check(s) passed; %1 need more data")},
    {"findings.checks.all", QT_TRANSLATE_N_NOOP("Message", "%n check(s) passed")},
    {"findings.empty", QT_TRANSLATE_NOOP("Message", "Open a profile to see its findings.")},
    {"findings.ends_job", QT_TRANSLATE_NOOP("Message", "the job does not go on")},
    {"findings.facts", QT_TRANSLATE_NOOP("Message", "Evidence and thresholds")},
    {"findings.group", QT_TRANSLATE_NOOP("Message", "group %1")},
    {"findings.impact", QT_TRANSLATE_NOOP("Message", "%1 ms per step")},
    {"findings.looked_for", QT_TRANSLATE_NOOP("Message", "Checked: %1.")},
    {"findings.memory", QT_TRANSLATE_NOOP("Message", "%1 of memory")},
    {"findings.no_impact", QT_TRANSLATE_NOOP("Message", "no direct time cost")},
    {"findings.partial",
     QT_TRANSLATE_NOOP("Message", "Not judged: ranks read: %2 of %1. Load the others in the Data Manager.")},
    {"findings.remedy", QT_TRANSLATE_NOOP("Message", "Recommendation")},
    {"findings.show", QT_TRANSLATE_NOOP("Message", "Show")},
    {"findings.chosen", QT_TRANSLATE_NOOP("Message", "%1 of %2 finding(s) chosen: %3 ms of %4 ms; step then %5 ms")},
    {"findings.chosen.working", QT_TRANSLATE_NOOP("Message", "Computing the savings of the chosen findings...")},
    {"findings.next", QT_TRANSLATE_NOOP("Message", "Next")},
    {"findings.step", QT_TRANSLATE_NOOP("Message", "step %1")},
    {"findings.unanswered", QT_TRANSLATE_NOOP("Message", "Not checked: %1")},
    {"findings.working", QT_TRANSLATE_NOOP("Message", "Checking...")},
    {"flame.empty",
     QT_TRANSLATE_NOOP("Message",
                       "No host calls. Keep trace_view.json or the profiler database (export_type=[Text, Db]) and "
                       "collect CPU and NPU activities; with_stack adds Python functions, with_modules adds modules.")},
    {"flame.empty.other", QT_TRANSLATE_NOOP("Message", "No calls of the host.")},
    {"flame.empty.choice",
     QT_TRANSLATE_NOOP("Message", "No such time in these frames for the selected rank, step and range.")},
    {"flame.empty.torch", QT_TRANSLATE_NOOP("Message",
                                            "No host calls. Collect CPU and device activities with torch.profiler; "
                                            "with_stack adds Python functions and modules.")},
    {"flame.loading", QT_TRANSLATE_NOOP("Message", "Analyzing call paths...")},
    {"flame.root.device", QT_TRANSLATE_NOOP("Message", "device computing: %1")},
    {"flame.root.exposed", QT_TRANSLATE_NOOP("Message", "communication, not overlapped: %1")},
    {"flame.root.host", QT_TRANSLATE_NOOP("Message", "host: %1")},
    {"flame.root.there",
     QT_TRANSLATE_NOOP("Message", "other side %1, difference %2 (red: longer here, blue: shorter)")},
    {"flame.unrecorded", QT_TRANSLATE_NOOP("Message", "launch not recorded")},
    {"head.counter_stats.max", QT_TRANSLATE_NOOP("Message", "Max")},
    {"head.counter_stats.mean", QT_TRANSLATE_NOOP("Message", "Mean (time-weighted)")},
    {"head.counter_stats.min", QT_TRANSLATE_NOOP("Message", "Min")},
    {"head.counter_stats.name", QT_TRANSLATE_NOOP("Message", "Counter")},
    {"head.counter_stats.rank", QT_TRANSLATE_NOOP("Message", "Rank")},
    {"head.counter_stats.samples", QT_TRANSLATE_NOOP("Message", "Samples")},
    {"head.counter_stats.unit", QT_TRANSLATE_NOOP("Message", "Unit")},
    {"head.slice_stats.not_ended", QT_TRANSLATE_NOOP("Message", "Not ended")},
    {"head.slice_stats.share_percent", QT_TRANSLATE_NOOP("Message", "Share of busy time (%)")},
    {"head.slice_totals.busy_us", QT_TRANSLATE_NOOP("Message", "Busy, without overlap (us)")},
    {"head.slice_totals.count", QT_TRANSLATE_NOOP("Message", "Slices")},
    {"head.slice_totals.place", QT_TRANSLATE_NOOP("Message", "Location")},
    {"head.slice_totals.self_us", QT_TRANSLATE_NOOP("Message", "Self time (us)")},
    {"head.slice_totals.total_us", QT_TRANSLATE_NOOP("Message", "Total duration (us)")},
    {"head.slice_totals.tracks", QT_TRANSLATE_NOOP("Message", "Tracks")},
    {"join.comma", QT_TRANSLATE_NOOP("Message", ", ")},
    {"join.semicolon", QT_TRANSLATE_NOOP("Message", "; ")},
    {"lane.computing", QT_TRANSLATE_NOOP("Message", "Computing")},
    {"lane.free", QT_TRANSLATE_NOOP("Message", "Free")},
    {"lane.not_overlapped", QT_TRANSLATE_NOOP("Message", "Communication, not overlapped")},
    {"lane.overlapped", QT_TRANSLATE_NOOP("Message", "Overlapped")},
    {"rank.label", QT_TRANSLATE_NOOP("Message", "rank %1")},
    {"rank_time.empty.busy",
     QT_TRANSLATE_NOOP("Message", "No device activity on any rank. Collect it and load the rank timelines.")},
    {"rank_time.empty.comm",
     QT_TRANSLATE_NOOP("Message",
                       "No communication operators on any rank. Collect device activity and load the rank timelines.")},
    {"rank_time.empty.flops",
     QT_TRANSLATE_NOOP(
         "Message", "FLOPs of all kernels unknown: they follow from tensor shapes. Collect with record_shapes=True.")},
    {"rank_time.empty.flops.other",
     QT_TRANSLATE_NOOP(
         "Message",
         "The floating point operations of no kernel are known: they follow from the shapes of its tensors.")},
    {"rank_time.empty.flops.torch",
     QT_TRANSLATE_NOOP(
         "Message", "FLOPs of all kernels unknown: they follow from tensor shapes. Collect with record_shapes=True.")},
    {"rank_time.empty.frequency", QT_TRANSLATE_NOOP("Message", "No core frequency samples loaded.")},
    {"rank_time.metric.computing", QT_TRANSLATE_NOOP("Message", "Computing")},
    {"rank_time.metric.exposed", QT_TRANSLATE_NOOP("Message", "Communication, not overlapped")},
    {"rank_time.metric.flops", QT_TRANSLATE_NOOP("Message", "Matrix compute")},
    {"rank_time.metric.free", QT_TRANSLATE_NOOP("Message", "Free")},
    {"rank_time.metric.frequency", QT_TRANSLATE_NOOP("Message", "Core frequency")},
    {"rank_time.metric.traffic", QT_TRANSLATE_NOOP("Message", "Communication volume")},
    {"rank_time.metric.waiting", QT_TRANSLATE_NOOP("Message", "Waiting for other ranks")},
    {"rank_time.metric.waiting_for", QT_TRANSLATE_NOOP("Message", "Waited-for rank")},
    {"rank_time.resolution", QT_TRANSLATE_NOOP("Message", "bin %1")},
    {"rank_time.rows.mean", QT_TRANSLATE_NOOP("Message", "up to %1 rank(s) per row (mean)")},
    {"rank_time.rows.worst", QT_TRANSLATE_NOOP("Message", "up to %1 rank(s) per row (worst)")},
    {"ranks.label", QT_TRANSLATE_NOOP("Message", "ranks %1")},
    {"split.computing", QT_TRANSLATE_NOOP("Message", "Computing (not overlapped)")},
    {"split.computing.alone", QT_TRANSLATE_NOOP("Message", "Computing")},
    {"split.copies", QT_TRANSLATE_NOOP("Message", "Copies, not overlapped")},
    {"split.free", QT_TRANSLATE_NOOP("Message", "Free")},
    {"split.not_overlapped", QT_TRANSLATE_NOOP("Message", "Communication, not overlapped")},
    {"split.overlapped", QT_TRANSLATE_NOOP("Message", "Overlapped")},
    {"split.preparing", QT_TRANSLATE_NOOP("Message", "Preparing")},
    {"split.tail", QT_TRANSLATE_NOOP("Message", "Tail (after the last operation)")},
    {"split.total", QT_TRANSLATE_NOOP("Message", "Total")},
    {"stage.label", QT_TRANSLATE_NOOP("Message", "stage %1")},
    {"step.label", QT_TRANSLATE_NOOP("Message", "step %1")},
    {"step_strip.cut", QT_TRANSLATE_NOOP("Message", "recorded, incomplete")},
    {"step_strip.deleted", QT_TRANSLATE_NOOP("Message", "warm-up only, deleted")},
    {"step_strip.recorded", QT_TRANSLATE_NOOP("Message", "recorded")},
    {"step_strip.saved", QT_TRANSLATE_NOOP("Message", "recorded, then written")},
    {"step_strip.skipped", QT_TRANSLATE_NOOP("Message", "not recorded")},
    {"step_strip.warm_up", QT_TRANSLATE_NOOP("Message", "warm-up, discarded")},
    {"straggler.data", QT_TRANSLATE_NOOP("Message",
                                         "Data imbalance: microbatch lengths vary by %1 % (forward and backward "
                                         "together); equal lengths would save %2 ms per step.")},
    {"straggler.empty",
     QT_TRANSLATE_NOOP("Message", "No step has all cells on all ranks of all pipelines: load or collect every rank.")},
    {"straggler.job",
     QT_TRANSLATE_NOOP("Message",
                       "Replayed step: %1 ms with measured costs, %2 ms with mean costs (slowdown %3x, %4 step(s)).")},
    {"straggler.metric.busy", QT_TRANSLATE_NOOP("Message", "Time in cells (ms per step)")},
    {"straggler.metric.slowdown", QT_TRANSLATE_NOOP("Message", "Slowdown caused by this rank (x)")},
    {"straggler.metric.wait", QT_TRANSLATE_NOOP("Message", "Time outside cells (ms per step)")},
    {"straggler.metric.work", QT_TRANSLATE_NOOP("Message", "Work vs. stage (%)")},
    {"straggler.stage", QT_TRANSLATE_NOOP("Message",
                                          "Stage imbalance: stage %1 has %2 % more work than the median stage; "
                                          "balanced stages would save %3 ms per step.")},
    {"straggler.workers.none", QT_TRANSLATE_NOOP("Message", "No slow ranks.")},
    {"straggler.workers.one_pipeline",
     QT_TRANSLATE_NOOP(
         "Message", "Only one pipeline: a rank that is slow in every step cannot be distinguished from a slow stage.")},
    {"straggler.workers.slow",
     QT_TRANSLATE_NOOP("Message",
                       "Slow ranks: %1; the slowest takes %2 % longer than its stage and costs %3 ms per step.")},
    {"summary.capability.load", QT_TRANSLATE_NOOP("Message", "Not loaded. Click to load.")},
    {"summary.capability.ranks", QT_TRANSLATE_NOOP("Message", "%1 of %2 rank(s)")},
    {"summary.capability.setting", QT_TRANSLATE_NOOP("Message", "Current: %1.")},
    {"summary.empty",
     QT_TRANSLATE_NOOP("Message", "Open a profile folder, a rank folder or a file (Ctrl+O, or drop it here).")},
    {"summary.empty.capabilities", QT_TRANSLATE_NOOP("Message", "Nothing to query.")},
    {"summary.empty.environment",
     QT_TRANSLATE_NOOP("Message", "Versions and settings are unknown: this profile does not record them.")},
    {"summary.empty.found", QT_TRANSLATE_NOOP("Message", "No profile found here.")},
    {"summary.empty.loading", QT_TRANSLATE_NOOP("Message", "Reading...")},
    {"summary.empty.operators", QT_TRANSLATE_NOOP("Message", "No device work found.")},
    {"summary.empty.other", QT_TRANSLATE_NOOP("Message", "Not recorded in this profile.")},
    {"summary.empty.split", QT_TRANSLATE_NOOP("Message",
                                              "No device work and no step_trace_time found. Collect device activity "
                                              "(activities=[CPU, NPU] with profiler_level=Level0 or higher, or [CPU, "
                                              "CUDA]) and keep the exported trace, database or step_trace_time.csv.")},
    {"summary.empty.split.torch",
     QT_TRANSLATE_NOOP("Message",
                       "No device work found. Use torch.profiler with device activities (ProfilerActivity.CPU plus "
                       "CUDA or XPU) and keep the exported trace.")},
    {"summary.empty.steps", QT_TRANSLATE_NOOP("Message", "No steps are known. Have the profiler mark each step.")},
    {"summary.empty.strategy",
     QT_TRANSLATE_NOOP("Message",
                       "Parallel sizes and groups unknown. They are read from profiler_metadata.json "
                       "(distributed_args, parallel_group_info), written by Megatron and MindSpeed.")},
    {"summary.empty.strategy.torch",
     QT_TRANSLATE_NOOP("Message",
                       "Stage and replica of each rank are unknown. They are read from process group names: profile "
                       "after torch.distributed is initialized, with groups created by init_device_mesh "
                       "(mesh_dim_names with \"pp\") or by a framework that names them.")},
    {"summary.environment.differs",
     QT_TRANSLATE_N_NOOP("Message", "%n setting(s) differ between ranks (listed first)")},
    {"summary.environment.more", QT_TRANSLATE_NOOP("Message", "%1 more")},
    {"summary.environment.same", QT_TRANSLATE_N_NOOP("Message", "identical on all %n loaded rank(s)")},
    {"summary.fact.busy", QT_TRANSLATE_NOOP("Message", "Device busy")},
    {"summary.fact.cann", QT_TRANSLATE_NOOP("Message", "CANN")},
    {"summary.fact.captured", QT_TRANSLATE_NOOP("Message", "Captured")},
    {"summary.fact.chip", QT_TRANSLATE_NOOP("Message", "Device")},
    {"summary.fact.hosts", QT_TRANSLATE_NOOP("Message", "Hosts")},
    {"summary.fact.level", QT_TRANSLATE_NOOP("Message", "Profiler level")},
    {"summary.fact.parallel", QT_TRANSLATE_NOOP("Message", "Parallel sizes")},
    {"summary.fact.peak_memory", QT_TRANSLATE_NOOP("Message", "Peak memory")},
    {"summary.fact.profiler", QT_TRANSLATE_NOOP("Message", "Profiler overhead (estimate)")},
    {"summary.fact.ranks", QT_TRANSLATE_NOOP("Message", "Ranks")},
    {"summary.fact.ranks_of", QT_TRANSLATE_NOOP("Message", "Ranks found / expected")},
    {"summary.fact.step_time", QT_TRANSLATE_NOOP("Message", "Step time")},
    {"summary.fact.steps", QT_TRANSLATE_NOOP("Message", "Steps")},
    {"summary.fact.torch_npu", QT_TRANSLATE_NOOP("Message", "torch_npu")},
    {"summary.fact.utilization", QT_TRANSLATE_NOOP("Message", "MFU")},
    {"summary.findings.source",
     QT_TRANSLATE_NOOP("Message", "Top %1 of %2 finding(s) by impact; see Finding in the bottom panel for all")},
    {"summary.findings.source.none",
     QT_TRANSLATE_NOOP("Message", "From all rules; more in Finding in the bottom panel")},
    {"summary.found.cluster", QT_TRANSLATE_NOOP("Message", "cluster_analysis_output")},
    {"summary.found.line", QT_TRANSLATE_N_NOOP("Message", "%1: %n file(s), %2")},
    {"summary.found.line_not_read", QT_TRANSLATE_N_NOOP("Message", "%1: %n file(s), %2 (some not read yet)")},
    {"summary.found.logs", QT_TRANSLATE_NOOP("Message", "training logs")},
    {"summary.found.ranks", QT_TRANSLATE_NOOP("Message", "rank files")},
    {"summary.found.sched", QT_TRANSLATE_NOOP("Message", "records of the Linux scheduler")},
    {"summary.found.sched.alone",
     QT_TRANSLATE_NOOP("Message",
                       "Open a record together with the profile of a rank of this host, in one folder, to see which "
                       "kernel launches waited for a CPU.")},
    {"summary.found.snapshots", QT_TRANSLATE_NOOP("Message", "memory snapshots")},
    {"summary.operator", QT_TRANSLATE_N_NOOP("Message", "%1 (%n kernel(s))")},
    {"summary.order.rank", QT_TRANSLATE_NOOP("Message", "sorted by rank")},
    {"summary.order.stage", QT_TRANSLATE_NOOP("Message", "sorted by stage")},
    {"summary.order.total", QT_TRANSLATE_NOOP("Message", "sorted by total")},
    {"summary.reading", QT_TRANSLATE_NOOP("Message", "Reading... %1 of %2 rank(s)")},
    {"summary.source.capabilities",
     QT_TRANSLATE_NOOP("Message", "From files and settings; each gap names the setting that fills it")},
    {"summary.source.capabilities.click",
     QT_TRANSLATE_NOOP("Message", "From files and settings; click a gap to set up a capture that fills it")},
    {"summary.source.groups", QT_TRANSLATE_NOOP("Message", "%1 stage(s), %2 replica(s) (from communication groups)")},
    {"summary.source.intervals", QT_TRANSLATE_NOOP("Message", "from device work (intervals)")},
    {"summary.source.mixed",
     QT_TRANSLATE_N_NOOP("Message", "%n rank(s) from device work (intervals), %1 from step_trace_time")},
    {"summary.source.operators", QT_TRANSLATE_NOOP("Message", "Device time in the whole capture (ms)")},
    {"summary.source.pipeline", QT_TRANSLATE_NOOP("Message", "group %1, step %2")},
    {"summary.source.pipeline_no_step", QT_TRANSLATE_NOOP("Message", "group %1")},
    {"summary.source.reported", QT_TRANSLATE_NOOP("Message", "from step_trace_time")},
    {"summary.source.schedule", QT_TRANSLATE_NOOP("Message", "schedule %1")},
    {"summary.source.sizes", QT_TRANSLATE_NOOP("Message", "%1 stage(s), %2 replica(s) (from parallel sizes)")},
    {"summary.source.steps", QT_TRANSLATE_N_NOOP("Message", "Mean of %n rank(s) (ms)")},
    {"summary.split.all", QT_TRANSLATE_NOOP("Message", "Whole capture (ms)")},
    {"summary.split.baseline", QT_TRANSLATE_NOOP("Message", "Thin bars: same step of %1")},
    {"summary.split.baseline.typical", QT_TRANSLATE_NOOP("Message", "Thin bars: median step of %1")},
    {"summary.split.step", QT_TRANSLATE_NOOP("Message", "Step %1 (ms)")},
    {"summary.split.typical", QT_TRANSLATE_NOOP("Message", "step %1, the median of %2 step(s), in ms")},
    {"summary.strategy.heat", QT_TRANSLATE_NOOP("Message", "Vertical: stage; horizontal: replica; computing (ms)")},
    {"summary.strategy.axes",
     QT_TRANSLATE_NOOP("Message", "Vertical: stage; horizontal: replica; strip: time breakdown")},
    {"summary.tile.capabilities", QT_TRANSLATE_NOOP("Message", "Available data")},
    {"summary.tile.environment", QT_TRANSLATE_NOOP("Message", "Environment")},
    {"summary.tile.findings", QT_TRANSLATE_NOOP("Message", "Findings")},
    {"summary.tile.found", QT_TRANSLATE_NOOP("Message", "Files found")},
    {"summary.tile.operators", QT_TRANSLATE_NOOP("Message", "Top operators")},
    {"summary.tile.pipeline", QT_TRANSLATE_NOOP("Message", "Pipeline")},
    {"summary.tile.split", QT_TRANSLATE_NOOP("Message", "Step time breakdown")},
    {"summary.tile.steps", QT_TRANSLATE_NOOP("Message", "Steps")},
    {"summary.tile.strategy", QT_TRANSLATE_NOOP("Message", "Parallel strategy")},
    {"summary.unknown", QT_TRANSLATE_NOOP("Message", "Not recorded")},
    {"timeline.all_ranks", QT_TRANSLATE_NOOP("Message", "all ranks")},
    {"timeline.device", QT_TRANSLATE_NOOP("Message", "device %1")},
    {"timeline.empty.loading", QT_TRANSLATE_NOOP("Message", "Loading the timeline...")},
    {"timeline.empty.filtered", QT_TRANSLATE_NOOP("Message", "None of the selected ranks has a timeline.")},
    {"timeline.empty.no_track", QT_TRANSLATE_NOOP("Message", "No track name contains \"%1\".")},
    {"timeline.empty.no_trace",
     QT_TRANSLATE_NOOP("Message",
                       "This profile has no timeline. Keep trace_view.json or the profiler database "
                       "(export_type=[Text, Db]) and let the profiler parse the raw data.")},
    {"timeline.empty.no_trace.other", QT_TRANSLATE_NOOP("Message", "This profile has no timeline.")},
    {"timeline.empty.no_trace.torch",
     QT_TRANSLATE_NOOP("Message",
                       "This profile has no timeline. Keep the trace that torch.profiler exports (export_chrome_trace "
                       "or tensorboard_trace_handler).")},
    {"timeline.empty.not_loaded",
     QT_TRANSLATE_NOOP("Message", "The timelines of these ranks are not loaded: they may be large.")},
    {"timeline.empty.nothing_open",
     QT_TRANSLATE_NOOP("Message", "Nothing is open. Open or drop a profile folder or trace file.")},
    {"timeline.first_part", QT_TRANSLATE_NOOP("Message", "first part, loading...")},
    {"timeline.folded_counters", QT_TRANSLATE_NOOP("Message", "Counters: %1. Click to expand")},
    {"timeline.hidden_ranks", QT_TRANSLATE_NOOP("Message", "Hidden ranks: %1. Click to show")},
    {"timeline.hidden_tracks", QT_TRANSLATE_NOOP("Message", "Hidden tracks: %1. Click to show")},
    {"timeline.rank", QT_TRANSLATE_NOOP("Message", "rank %1")},
    {"timeline.rank_unknown", QT_TRANSLATE_NOOP("Message", "host process")},
    {"timeline.shifted", QT_TRANSLATE_NOOP("Message", "shifted by %1")},
    {"timeline.streams", QT_TRANSLATE_N_NOOP("Message", "%n stream(s)")},
    {"timeline.unnamed", QT_TRANSLATE_NOOP("Message", "(no name)")},
    {"view.digest_lacks", QT_TRANSLATE_NOOP("Message", "the data of this page")},
    {"view.digest_lacks.comm_ops", QT_TRANSLATE_NOOP("Message", "communication operators")},
    {"view.digest_lacks.core_frequency", QT_TRANSLATE_NOOP("Message", "core frequency samples")},
    {"view.digest_lacks.data_events", QT_TRANSLATE_NOOP("Message", "data loading events")},
    {"view.digest_lacks.flame_graph", QT_TRANSLATE_NOOP("Message", "host and Python calls")},
    {"view.digest_lacks.framework_ops", QT_TRANSLATE_NOOP("Message", "host calls")},
    {"view.digest_lacks.kernel_stats", QT_TRANSLATE_NOOP("Message", "kernels")},
    {"view.digest_lacks.kernel_work", QT_TRANSLATE_NOOP("Message", "kernels")},
    {"view.digest_lacks.launch_queue", QT_TRANSLATE_NOOP("Message", "launch calls")},
    {"view.digest_lacks.memory_curve", QT_TRANSLATE_NOOP("Message", "memory over time")},
    {"view.digest_lacks.memory_ops", QT_TRANSLATE_NOOP("Message", "operator memory records")},
    {"view.digest_lacks.pipeline_cells", QT_TRANSLATE_NOOP("Message", "device activity")},
    {"view.digest_lacks.rank_time", QT_TRANSLATE_NOOP("Message", "device activity")},
    {"view.digest_lacks.snapshot_blocks", QT_TRANSLATE_NOOP("Message", "memory snapshots")},
    {"view.digest_lacks.stragglers", QT_TRANSLATE_NOOP("Message", "device activity")},
    {"view.empty.damaged",
     QT_TRANSLATE_NOOP("Message", "Nothing to show: %1 could not be read completely. See the import log.")},
    {"view.empty.digest", QT_TRANSLATE_NOOP("Message",
                                            "Digests of level %1 do not keep %2. To see whether the profile has any, "
                                            "load ranks from source or create digests at level %3.")},
};

/// `visit(id, text)` for all texts that messages have.
template <class Visit>
void forAllTexts(Visit visit) {
    for (const auto &texts : {std::span<const Entry>(kMessageEntries), headEntries(), importEntries(),
                              communicationEntries(), memoryEntries(), pipelineEntries(), statisticsEntries(),
                              valueEntries(), workEntries(), differenceEntries(), tableEntries()}) {
        for (const auto &entry : texts) {
            visit(entry.id, entry.text);
        }
    }
    for (const auto &entry : capabilityTexts()) {
        visit(entry.id, entry.english);
    }
    for (const auto &texts : {findingTexts(), whatIfTexts(), settingTexts()}) {
        for (const auto &entry : texts) {
            visit(entry.id, entry.english);
        }
    }
}

const QHash<QByteArray, const char *> &table() {
    static const auto hash = [] {
        QHash<QByteArray, const char *> result;
        forAllTexts([&result](const char *id, const char *text) { result.insert(id, text); });
        return result;
    }();
    return hash;
}

QString filled(const QString &text, std::span<const std::string> arguments) {
    return QString::fromStdString(filledMessage(text.toStdString(), arguments));
}

}  // namespace

QString messageText(const Message &message) {
    const auto *text = table().value(QByteArray::fromStdString(message.id), nullptr);
    if (text == nullptr) {
        return QString::fromStdString(message.id);
    }
    const std::span<const std::string> arguments(message.args);
    if (std::strstr(text, "%n") != nullptr && !arguments.empty()) {
        const auto count = QByteArray::fromStdString(arguments.front()).toLongLong();
        const auto number = static_cast<int>(std::clamp<qlonglong>(count, 0, std::numeric_limits<int>::max()));
        return filled(QCoreApplication::translate("Message", text, nullptr, number), arguments.subspan(1));
    }
    return filled(QCoreApplication::translate("Message", text), arguments);
}

bool hasMessageText(const std::string &id) { return table().contains(QByteArray::fromStdString(id)); }

QStringList messageIds() {
    QStringList ids;
    forAllTexts([&ids](const char *id, const char *) { ids.append(QString::fromLatin1(id)); });
    return ids;
}

MessageText messageTextFunction() {
    return [](const Message &message) { return messageText(message).toStdString(); };
}

}  // namespace stagescope
