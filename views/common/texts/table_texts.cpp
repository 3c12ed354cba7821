#include "views/common/texts/table_texts.h"

#include "core/base/words/ranges_text.h"
#include "core/export/bundle_level.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"

#include <QtCore/QtGlobal>

namespace stagescope {

namespace {

/// One line per id, sorted.
constexpr MessageEntry kTableEntries[] = {
    {"head.affinity_apis.api", QT_TRANSLATE_NOOP("Message", "Replacement API")},
    {"head.affinity_apis.evidence", QT_TRANSLATE_NOOP("Message", "First call")},
    {"head.blame.what", QT_TRANSLATE_NOOP("Message", "Part")},
    {"head.bubbles.tail_us", QT_TRANSLATE_NOOP("Message", "Drain (us)")},
    {"head.bubbles.window_us", QT_TRANSLATE_NOOP("Message", "Pipeline window (us)")},
    {"head.capabilities.source", QT_TRANSLATE_NOOP("Message", "File")},
    {"head.comm_matrix.source", QT_TRANSLATE_NOOP("Message", "Source rank")},
    {"head.comm_ops.type", QT_TRANSLATE_NOOP("Message", "Type in the file")},
    {"head.data_batches.batch", QT_TRANSLATE_NOOP("Message", "Batch")},
    {"head.data_batches.queue_size", QT_TRANSLATE_NOOP("Message", "Queued batches")},
    {"head.data_batches.time_ns", QT_TRANSLATE_NOOP("Message", "Timestamp (ns)")},
    {"head.data_batches.wait_us", QT_TRANSLATE_NOOP("Message", "Device wait (us)")},
    {"head.data_events.cached", QT_TRANSLATE_NOOP("Message", "Cached buffer size")},
    {"head.data_pipeline.bottleneck", QT_TRANSLATE_NOOP("Message", "Bottleneck")},
    {"head.data_pipeline.busy_workers_percent", QT_TRANSLATE_NOOP("Message", "Workers busy (%)")},
    {"head.data_pipeline.input_use_percent", QT_TRANSLATE_NOOP("Message", "Input queue fill (%)")},
    {"head.data_pipeline.parent", QT_TRANSLATE_NOOP("Message", "Downstream operator")},
    {"head.data_pipeline.processors", QT_TRANSLATE_NOOP("Message", "CPUs")},
    {"head.data_pipeline.profiler_says", QT_TRANSLATE_NOOP("Message", "Profiler verdict")},
    {"head.data_pipeline.queue_empty_percent", QT_TRANSLATE_NOOP("Message", "Queue empty (%)")},
    {"head.data_pipeline.queue_use_percent", QT_TRANSLATE_NOOP("Message", "Queue fill (%)")},
    {"head.data_pipeline.queue_verdict", QT_TRANSLATE_NOOP("Message", "Queue verdict")},
    {"head.data_pipeline.stages_us", QT_TRANSLATE_NOOP("Message", "Stage times (us)")},
    {"head.data_pipeline.worker_verdict", QT_TRANSLATE_NOOP("Message", "Worker verdict")},
    {"head.data_pipeline.workers", QT_TRANSLATE_NOOP("Message", "Workers")},
    {"head.data_stages.custom", QT_TRANSLATE_NOOP("Message", "Other")},
    {"head.data_stages.stage", QT_TRANSLATE_NOOP("Message", "Phase")},
    {"head.data_supply.batches", QT_TRANSLATE_NOOP("Message", "Batches")},
    {"head.data_supply.empty_queues", QT_TRANSLATE_NOOP("Message", "Empty-queue count")},
    {"head.data_supply.queues", QT_TRANSLATE_NOOP("Message", "Queues sampled")},
    {"head.data_supply.starved_us", QT_TRANSLATE_NOOP("Message", "Starved (us)")},
    {"head.data_supply.wait_us", QT_TRANSLATE_NOOP("Message", "Device wait (us)")},
    {"head.data_waits.call", QT_TRANSLATE_NOOP("Message", "Longest call")},
    {"head.data_waits.idle_percent", QT_TRANSLATE_NOOP("Message", "Idle (%)")},
    {"head.data_waits.idle_us", QT_TRANSLATE_NOOP("Message", "Device idle (us)")},
    {"head.data_waits.loading_us", QT_TRANSLATE_NOOP("Message", "Loading (us)")},
    {"head.data_waits.longest_us", QT_TRANSLATE_NOOP("Message", "Max (us)")},
    {"head.environment.baseline_differs", QT_TRANSLATE_NOOP("Message", "Differs from baseline")},
    {"head.environment.baseline_value", QT_TRANSLATE_NOOP("Message", "Baseline value")},
    {"head.environment.differs", QT_TRANSLATE_NOOP("Message", "Ranks differ")},
    {"head.environment.key", QT_TRANSLATE_NOOP("Message", "Setting")},
    {"head.environment.section", QT_TRANSLATE_NOOP("Message", "Section")},
    {"head.fusible_sequences.end_index", QT_TRANSLATE_NOOP("Message", "Last kernel")},
    {"head.fusible_sequences.evidence", QT_TRANSLATE_NOOP("Message", "First slice")},
    {"head.fusible_sequences.execution_us", QT_TRANSLATE_NOOP("Message", "Execution (us)")},
    {"head.fusible_sequences.host_bound", QT_TRANSLATE_NOOP("Message", "Host bound")},
    {"head.fusible_sequences.mte_bound", QT_TRANSLATE_NOOP("Message", "MTE bound")},
    {"head.fusible_sequences.mte_us", QT_TRANSLATE_NOOP("Message", "MTE (us)")},
    {"head.fusible_sequences.start_index", QT_TRANSLATE_NOOP("Message", "First kernel")},
    {"head.kernel_sequence_diff.after", QT_TRANSLATE_NOOP("Message", "Preceding kernel")},
    {"head.launch_waits.offset_us", QT_TRANSLATE_NOOP("Message", "Clock offset (us)")},
    {"head.memory_exchange.capacity_gib", QT_TRANSLATE_NOOP("Message", "Capacity (GiB)")},
    {"head.memory_exchange.fits", QT_TRANSLATE_NOOP("Message", "Fits in memory")},
    {"head.memory_exchange.gib_won", QT_TRANSLATE_NOOP("Message", "Saved (GiB)")},
    {"head.memory_exchange.ms_paid", QT_TRANSLATE_NOOP("Message", "Cost (ms)")},
    {"head.memory_exchange.ms_per_gib", QT_TRANSLATE_NOOP("Message", "Cost per GiB (ms)")},
    {"head.memory_exchange.peak_after_gib", QT_TRANSLATE_NOOP("Message", "New peak (GiB)")},
    {"head.memory_exchange.peak_gib", QT_TRANSLATE_NOOP("Message", "Peak (GiB)")},
    {"head.memory_exchange.step_after_ms", QT_TRANSLATE_NOOP("Message", "New step (ms)")},
    {"head.module_compare.operator", QT_TRANSLATE_NOOP("Message", "Operator")},
    {"head.operator_agreement.difference_us", QT_TRANSLATE_NOOP("Message", "Difference to the file (us)")},
    {"head.module_ops.parent", QT_TRANSLATE_NOOP("Message", "Parent module")},
    {"head.open_transfers.source", QT_TRANSLATE_NOOP("Message", "Source rank")},
    {"head.pipeline_cells.type", QT_TRANSLATE_NOOP("Message", "Type in the file")},
    {"head.pipeline_cells.waited_us", QT_TRANSLATE_NOOP("Message", "Wait for transfers (us)")},
    {"head.pipeline_schedule.custom", QT_TRANSLATE_NOOP("Message", "Deviates from the schedule")},
    {"head.profiler_counters.object", QT_TRANSLATE_NOOP("Message", "Object")},
    {"head.profiler_counters.quantity", QT_TRANSLATE_NOOP("Message", "Metric")},
    {"head.recompute.other_us", QT_TRANSLATE_NOOP("Message", "Other computing (us)")},
    {"head.remedies.headroom_ms", QT_TRANSLATE_NOOP("Message", "Headroom (ms)")},
    {"head.remedies.time_ms", QT_TRANSLATE_NOOP("Message", "Affected time (ms)")},
    {"head.role_phases.idle_us", QT_TRANSLATE_NOOP("Message", "Idle after (us)")},
    {"head.role_phases.name", QT_TRANSLATE_NOOP("Message", "Range")},
    {"head.role_time.longest_us", QT_TRANSLATE_NOOP("Message", "Longest rank (us)")},
    {"head.role_time.mean_us", QT_TRANSLATE_NOOP("Message", "Mean of the ranks (us)")},
    {"head.role_time.median_us", QT_TRANSLATE_NOOP("Message", "Median rank (us)")},
    {"head.role_time.overlap_gain_us",
     QT_TRANSLATE_NOOP("Message", "Saving if overlapped with the next part, upper bound (us)")},
    {"head.role_time.share_percent", QT_TRANSLATE_NOOP("Message", "Share of round (%)")},
    {"head.role_time.tail_us", QT_TRANSLATE_NOOP("Message", "Wait for the last rank (us)")},
    {"head.snapshot_diff.group", QT_TRANSLATE_NOOP("Message", "Allocated by")},
    {"head.snapshot_leaks.group", QT_TRANSLATE_NOOP("Message", "Allocated by")},
    {"head.snapshot_leaks.last_bytes", QT_TRANSLATE_NOOP("Message", "Last step (bytes)")},
    {"head.snapshot_peak.group", QT_TRANSLATE_NOOP("Message", "Allocated by")},
    {"head.snapshot_ranks.group", QT_TRANSLATE_NOOP("Message", "Allocated by")},
    {"head.step_trace_time.type", QT_TRANSLATE_NOOP("Message", "Rank or stage")},
    {"head.what_if.memory", QT_TRANSLATE_NOOP("Message", "Fits in memory")},
    {"table.affinity_apis", QT_TRANSLATE_NOOP("Message", "Calls replaceable by a fused call")},
    {"table.api_stats", QT_TRANSLATE_NOOP("Message", "Host API summary")},
    {"table.clock_offsets", QT_TRANSLATE_NOOP("Message", "Rank clocks")},
    {"table.comm_bandwidth", QT_TRANSLATE_NOOP("Message", "Communication bandwidth by packet size")},
    {"table.comm_groups", QT_TRANSLATE_NOOP("Message", "Communication groups")},
    {"table.comm_matrix", QT_TRANSLATE_NOOP("Message", "Communication matrix")},
    {"table.comm_ops", QT_TRANSLATE_NOOP("Message", "Communication operators")},
    {"table.comm_summary", QT_TRANSLATE_NOOP("Message", "Communication by type and task")},
    {"table.comm_time", QT_TRANSLATE_NOOP("Message", "Communication time by operator")},
    {"table.copies", QT_TRANSLATE_NOOP("Message", "Memory copies and fills")},
    {"table.cpu_states", QT_TRANSLATE_NOOP("Message", "Use of CPUs")},
    {"table.data_batches", QT_TRANSLATE_NOOP("Message", "Batches in transit to the device")},
    {"table.data_events", QT_TRANSLATE_NOOP("Message", "Data preparation events")},
    {"table.data_pipeline", QT_TRANSLATE_NOOP("Message", "Data pipeline operators")},
    {"table.memory_categories", QT_TRANSLATE_NOOP("Message", "Memory by category")},
    {"table.profiler_counters", QT_TRANSLATE_NOOP("Message", "Profiler counters and statistics")},
    {"table.data_stages", QT_TRANSLATE_NOOP("Message", "Data pipeline stages")},
    {"table.data_supply", QT_TRANSLATE_NOOP("Message", "Batch supply")},
    {"table.data_waits", QT_TRANSLATE_NOOP("Message", "Data loading per step")},
    {"table.dispatch", QT_TRANSLATE_NOOP("Message", "Kernel launch latency")},
    {"table.environment", QT_TRANSLATE_NOOP("Message", "Environment and profiler settings")},
    {"table.execution_ops", QT_TRANSLATE_NOOP("Message", "Operators of execution traces")},
    {"table.role_phases", QT_TRANSLATE_NOOP("Message", "Parts of reinforcement learning")},
    {"table.role_time", QT_TRANSLATE_NOOP("Message", "Rounds of reinforcement learning")},
    {"table.flame_graph", QT_TRANSLATE_NOOP("Message", "Call paths")},
    {"table.framework_ops", QT_TRANSLATE_NOOP("Message", "Framework operators by device time")},
    {"table.free_gaps", QT_TRANSLATE_NOOP("Message", "Device free time by cause")},
    {"table.fusible_sequences", QT_TRANSLATE_NOOP("Message", "Fusible kernels")},
    {"table.kernel_sequence_diff", QT_TRANSLATE_NOOP("Message", "Deviations in kernel order")},
    {"table.kernel_stats", QT_TRANSLATE_NOOP("Message", "Kernels by type")},
    {"table.kernel_work", QT_TRANSLATE_NOOP("Message", "Kernel work (FLOPs, bytes)")},
    {"table.kernels", QT_TRANSLATE_NOOP("Message", "Kernel details")},
    {"table.launch_waits", QT_TRANSLATE_NOOP("Message", "Launching threads without a CPU while devices idle")},
    {"table.mark_stats", QT_TRANSLATE_NOOP("Message", "Program ranges and marks")},
    {"table.memory_exchange", QT_TRANSLATE_NOOP("Message", "Memory-time trade-off")},
    {"table.memory_ops", QT_TRANSLATE_NOOP("Message", "Operator memory")},
    {"table.module_compare", QT_TRANSLATE_NOOP("Message", "Module calls")},
    {"table.module_ops", QT_TRANSLATE_NOOP("Message", "Operators and kernels by module")},
    {"table.modules", QT_TRANSLATE_NOOP("Message", "Model modules")},
    {"table.op_compare", QT_TRANSLATE_NOOP("Message", "Framework operator calls")},
    {"table.op_stats", QT_TRANSLATE_NOOP("Message", "Operators by name")},
    {"table.overall_compare", QT_TRANSLATE_NOOP("Message", "Overall metrics comparison")},
    {"table.overall_metrics", QT_TRANSLATE_NOOP("Message", "Overall metrics")},
    {"table.p2p_ops", QT_TRANSLATE_NOOP("Message", "P2P operations")},
    {"table.pipeline_p2p", QT_TRANSLATE_NOOP("Message", "Pipeline P2P edges")},
    {"table.remedies", QT_TRANSLATE_NOOP("Message", "Remedies")},
    {"table.step_trace_time", QT_TRANSLATE_NOOP("Message", "Profiler's step time breakdown")},
    {"table.thread_states", QT_TRANSLATE_NOOP("Message", "States of host threads")},
    {"table.time_causes", QT_TRANSLATE_NOOP("Message", "Where the time went, by cause")},
    {"table.time_split", QT_TRANSLATE_NOOP("Message", "Time breakdown")},
    {"table.trace_health", QT_TRANSLATE_NOOP("Message", "Doubtful times and launches of the traces")},
    {"table.training_metrics", QT_TRANSLATE_NOOP("Message", "Values in training logs")},
    {"table.training_steps", QT_TRANSLATE_NOOP("Message", "Steps in training logs")},
    {"tables.kept_in_part", QT_TRANSLATE_NOOP("Message",
                                              "The digest of rank %1 has level %2, so this table may be incomplete. "
                                              "Load the rank from its source for all data.")},
    {"tables.kept_in_part.several", QT_TRANSLATE_NOOP("Message",
                                                      "The digests of ranks %1 have level %2, so this table may be "
                                                      "incomplete. Load the ranks from source for all data.")},
    {"tables.not_kept", QT_TRANSLATE_NOOP("Message",
                                          "No data: the digest of rank %1 (level %2) does not keep it, or the profile "
                                          "has none. Load the rank from its source for all data.")},
    {"tables.not_kept.several", QT_TRANSLATE_NOOP("Message",
                                                  "No data: the digests of ranks %1 (level %2) do not keep it, or the "
                                                  "profile has none. Load the ranks from source for all data.")},
    {"training.axis.step", QT_TRANSLATE_NOOP("Message", "Step")},
    {"training.curve.grad_norm", QT_TRANSLATE_NOOP("Message", "Gradient norm")},
    {"training.curve.learning_rate", QT_TRANSLATE_NOOP("Message", "Learning rate")},
    {"training.curve.loss", QT_TRANSLATE_NOOP("Message", "Loss")},
    {"training.curve.memory", QT_TRANSLATE_NOOP("Message", "Memory")},
    {"training.curve.step_time", QT_TRANSLATE_NOOP("Message", "Step time")},
    {"training.curve.tokens", QT_TRANSLATE_NOOP("Message", "Tokens per second")},
    {"role.actor_log_prob", QT_TRANSLATE_NOOP("Message", "Actor log-probabilities")},
    {"role.advantage", QT_TRANSLATE_NOOP("Message", "Advantage")},
    {"role.checkpoint", QT_TRANSLATE_NOOP("Message", "Checkpoint")},
    {"role.critic_update", QT_TRANSLATE_NOOP("Message", "Critic update")},
    {"role.empty", QT_TRANSLATE_NOOP("Message",
                                     "No ranges of reinforcement learning in this profile (rollout, reference, "
                                     "reward, update).")},
    {"role.empty.reading", QT_TRANSLATE_NOOP("Message", "Reading the ranges of all ranks...")},
    {"role.rank", QT_TRANSLATE_NOOP("Message", "rank %1")},
    {"role.reference", QT_TRANSLATE_NOOP("Message", "Reference log-probabilities")},
    {"role.reward", QT_TRANSLATE_NOOP("Message", "Reward")},
    {"role.rollout", QT_TRANSLATE_NOOP("Message", "Rollout")},
    {"role.round", QT_TRANSLATE_NOOP("Message", "Round %1")},
    {"role.sample_wait", QT_TRANSLATE_NOOP("Message", "Waiting for samples")},
    {"role.update", QT_TRANSLATE_NOOP("Message", "Actor update")},
    {"role.validation", QT_TRANSLATE_NOOP("Message", "Validation")},
    {"role.values", QT_TRANSLATE_NOOP("Message", "Critic values")},
    {"role.weight_sync", QT_TRANSLATE_NOOP("Message", "Weight synchronization")},
    {"training.empty", QT_TRANSLATE_NOOP("Message",
                                         "No training log in this profile. Place the log of the training in its "
                                         "folder.")},
    {"training.empty.reading", QT_TRANSLATE_NOOP("Message", "Reading the training log...")},
    {"training.empty.values", QT_TRANSLATE_NOOP("Message", "The training log has no values to draw.")},
    {"training.legend.bad_loss", QT_TRANSLATE_NOOP("Message", "Loss not finite")},
    {"training.legend.captured", QT_TRANSLATE_NOOP("Message", "Steps of the profile")},
    {"training.legend.slow", QT_TRANSLATE_NOOP("Message", "Slow steps (over 2x the median)")},
};

}  // namespace

std::span<const MessageEntry> tableEntries() { return kTableEntries; }

QString tableTitle(const AnalysisEntry &table) {
    const auto id = "table." + table.id;
    const auto text = messageText(Message(id));
    return text == utf8Text(id) ? utf8Text(table.title) : text;
}

namespace {

QString ofKeptInPart(std::string id, const Run *run, std::string_view table, const std::vector<int> &ranks) {
    const auto part = run == nullptr ? std::nullopt : keptInPart(*run, table, ranks);
    if (!part) {
        return {};
    }
    id += part->ranks.size() == 1 ? "" : ".several";
    return messageText(Message(std::move(id), {rangesText({part->ranks.begin(), part->ranks.end()}),
                                               std::string(bundleLevelText(part->level))}));
}

}  // namespace

QString tableNotice(const Run *run, std::string_view table, const std::vector<int> &ranks) {
    return ofKeptInPart("tables.kept_in_part", run, table, ranks);
}

QString emptyTableNotice(const Run *run, std::string_view table, const std::vector<int> &ranks) {
    return ofKeptInPart("tables.not_kept", run, table, ranks);
}

}  // namespace stagescope
