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
    /// not_overlapped_exclude_receive_ns, preparing_ns (-1 = absent). Files of a whole cluster also give type (text:
    /// rank, stage), index (text: "0", "(0, 1)"), dp, pp, tp (int, -1 absent).
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
    /// Communication operators, collective and P2P: name (text), group (text, as the file names it; in traces whose
    /// lanes are numbered by rank the digits in the operator's name), type (text: "hcom_allReduce_", "allreduce"; empty
    /// when the file has none), p2p (text: send, receive, batch; empty for collectives), connection (int, of the
    /// launch,
    /// -1 none), begin_ns, end_ns, count (int, elements, -1 unknown), data_type (text), algorithm (text), relay, retry
    /// (int: 1 yes, 0 no, -1 unknown), bytes (int, count x size of the data type, -1 unknown), members (text, global
    /// ranks of the group "0,2" where the operator tells them), peer (int, global rank, -1 unknown)
    CommOps,
    /// Times of communication operators as the profiler's own analysis gives them, in the units of its files: step
    /// (text), name (text), group (text), kind (text: collective, p2p), start_us, elapsed_ms, transit_ms, wait_ms,
    /// synchronization_ms, idle_ms (real), wait_ratio, synchronization_ratio (real, NaN where the file has none). Files
    /// of a whole cluster also give rank (int) and members (text, "0,2" or "p2p").
    CommTimes,
    /// Bandwidth per operator, transport and packet size, one row per size of the distribution (package_mb and count 0
    /// where there is none): step, name, group, kind (as above), transport (text: HCCS, RDMA ...), size_mb, time_ms,
    /// bandwidth_gbps, large_packet_ratio, package_mb, count, duration_ms (real; mb are 10^6 bytes, gbps 10^9 bytes/s).
    /// Files of a whole cluster also give rank and members.
    CommBandwidths,
    /// Links of communication operators: step, name ("allreduce-top1"), group, kind (as above), source, destination
    /// (int: position in the group, in files of a whole cluster global ranks), transport (text), op_name (text),
    /// size_mb, time_ms, bandwidth_gbps (real). Files of a whole cluster also give members.
    CommLinks,
    /// section (text: identity, parallel, environment, profiler, host, device, version, session), key (text), value
    /// (text).
    /// section identity: keys rank, device, host, each left out when unknown; the load job takes them for the capture.
    /// section parallel: keys as in distributed_args (tensor_model_parallel_size ... world_size, rank).
    Environment,
    /// Communication groups this rank belongs to: key (text, group id as in the file), name (text: pp, dp, tp ...),
    /// group_rank (int), global_ranks (text, "0,2"). Files of a whole cluster also give kind (text: collective, p2p)
    /// and
    /// hash (text, the group's name in communication files).
    Groups,
    /// Totals of memory as they stand after an event or at a tick of a sampler: level (text: "allocator" = a caching
    /// allocator, "process" = what the device's driver gives out, "module" = one part of the software stack), component
    /// (text: PTA, GE, PTA+GE, WORKSPACE; APP, device; HCCL ...), stream (text of the pointer, empty unknown), device
    /// (int, -1 unknown), at_ns, allocated, reserved, active (int, bytes, kNoBytes = the file has none). By deep
    /// loading
    /// only: as many rows as a file of a gigabyte has.
    MemorySamples,
    /// Allocations of operators: name (text), bytes, allocated_ns, released_ns, active_released_ns (int, kNoMemoryTime
    /// =
    /// the file has none; an operator without a release lives on), and the allocator's totals at both: at_allocated,
    /// at_reserved, at_active, then_allocated, then_reserved, then_active (int, bytes, kNoBytes = none), stream (text),
    /// device (int, -1 unknown). Memory of static graphs, whose life is counted in nodes and not in time, gives name,
    /// bytes, device and graph (text), model (text), node_begin, node_end (int, the first node after it; 4294967295 =
    /// beyond the last). By deep loading only.
    MemoryOps,
    /// Tables of a database with their row counts, or columns of a text file: name (text), rows (int). For "what this
    /// profile
    /// can answer".
    Contents,
    /// Kernels and operators of the device as the file describes them beside their place on the time axis, in the order
    /// of the file: name (text), type (text, of the operator: MatMulV2; empty unknown), core (text, as the file names
    /// what
    /// ran it: AI_CORE, AI_VECTOR_CORE, MIX_AIC, AI_CPU, COMMUNICATION ...), cube (int: 1 matrix units worked, 0 they
    /// did not, -1 not measured), stream (int, -1 unknown), step (int, kNoStep unknown), begin_ns, duration_ns, wait_ns
    /// (int, between the end of the kernel before it and its begin, -1 unknown), block_dim, mix_block_dim (int, -1
    /// unknown), input_shapes, input_types, input_formats, output_shapes, output_types, output_formats (text, as the
    /// file writes them). By deep loading only.
    Kernels,
};

constexpr std::int64_t kNoBytes = INT64_MIN;
constexpr std::int64_t kNoMemoryTime = INT64_MIN;

[[nodiscard]] std::string_view tableKindName(TableKind kind);

}  // namespace stagescope
