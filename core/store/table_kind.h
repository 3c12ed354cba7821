#pragma once

#include <cstdint>
#include <string_view>

namespace stagescope {

/// The small tables that shallow loading yields, one per file, kind and rank. Columns are found by name; a reader
/// treats an absent column as unknown. Integer columns hold ns for times (RankTime) and durations, bytes for sizes.
enum class TableKind : std::uint8_t {
    /// step (int), begin_ns, end_ns
    Steps,
    /// What step_trace_time.csv or StepTraceTime says, converted from us: step (text), device (int, -1 unknown),
    /// computing_ns, not_overlapped_ns, overlapped_ns, communication_ns, free_ns, stage_ns, bubble_ns,
    /// not_overlapped_exclude_receive_ns, preparing_ns (-1 = absent)
    StepTraceTime,
    /// Merged device work: begin_ns, end_ns, kind (int: 0 computing, 1 communication). From small databases only; for
    /// the
    /// rest the deep trace tells.
    BusyIntervals,
    /// Cells of the pipeline chart as the file names them: name (text), begin_ns, end_ns, type (int, -1 none), step
    /// (int,
    /// kNoStep outside of all steps), evidence (text: step_task_info, mstx_device, mstx_host),
    /// message (text of the MSTX range, empty for StepTaskInfo), microbatch (int, -1 unknown). Files that say all by
    /// themselves (evidence job_timeline) also give kind (text of cellKindText) and chunk (int, -1 unknown).
    PipelineCells,
    /// P2P operations: name (text), begin_ns, end_ns, kind (text: send, receive, batch), group (text), connection
    /// (text,
    /// opConnectionId or empty), peer (int, global rank of the other end, -1 unknown; may be absent)
    P2pOps,
    /// section (text: identity, parallel, environment, profiler, host, device, version, session), key (text), value
    /// (text).
    /// section identity: keys rank, device, host, each left out when unknown; the load job takes them for the capture.
    /// section parallel: keys as in distributed_args (tensor_model_parallel_size ... world_size, rank).
    Environment,
    /// Communication groups this rank belongs to: key (text, group id as in the file), name (text: pp, dp, tp ...),
    /// group_rank (int), global_ranks (text, "0,2")
    Groups,
    /// Tables of a database with their row counts, or columns of a text file: name (text), rows (int). For "what this
    /// profile
    /// can answer".
    Contents,
};

constexpr std::int64_t kNoStep = -1;

[[nodiscard]] std::string_view tableKindName(TableKind kind);

}  // namespace stagescope
