#include "core/ask/ask_views.h"

#include "core/ask/ask_tables.h"

#include <sqlite3.h>

#include <array>
#include <string>

namespace stagescope {

namespace {

constexpr auto kViews = std::to_array<AskView>({
    {"rank", "Ranks and their places",
     "SELECT run, rank, host, device, tp_index AS tp, cp_index AS cp, dp_index AS dp, pp_index AS pp, load_state, "
     "files "
     "FROM ranks"},
    {"step", "Steps and where their time goes",
     "SELECT s.rank, s.step, s.begin_ns, ns_of(s.duration_us) AS dur_ns, s.device_begin_ns, "
     "ns_of(s.device_duration_us) AS device_dur_ns, t.device, ns_of(t.preparing_us) AS preparing_ns, "
     "ns_of(t.computing_us) AS computing_ns, ns_of(t.not_overlapped_us) AS exposed_ns, ns_of(t.free_us) AS free_ns, "
     "ns_of(t.tail_us) AS tail_ns FROM steps s LEFT JOIN time_split t ON t.rank = s.rank AND t.step = s.step"},
    {"kernel", "Work of devices that computes or communicates",
     "SELECT rank, device, stream, name, type, NULLIF(core, '') AS core, begin_ns, ns_of(duration_us) AS dur_ns, "
     "ns_of(wait_us) AS "
     "wait_ns, "
     "launch_ns, NULLIF(input_shapes, '') AS input_shapes, NULLIF(input_types, '') AS input_types, "
     "NULLIF(output_shapes, '') AS output_shapes, NULLIF(operator, '') AS op, NULLIF(module, '') AS module, "
     "NULLIF(python, '') AS python, recompute, step, evidence "
     "FROM kernels"},
    {"copy", "Copies and fills, each by itself",
     "SELECT rank, device, stream, name, direction, NULLIF(memory, '') AS memory, size_bytes AS bytes, bandwidth_gbps "
     "AS gbps, synchronous, "
     "begin_ns, ns_of(total_us) AS dur_ns, evidence FROM copies WHERE \"by\" = 'copy'"},
    {"host_op", "Calls of framework operators on the host",
     "SELECT run, rank, track, track_name AS thread, depth, name, begin_ns, dur_ns, evidence FROM slice "
     "WHERE class = 'operator'"},
    {"api", "Calls of the runtime on the host",
     "SELECT run, rank, track, track_name AS thread, depth, name, begin_ns, dur_ns, evidence FROM slice "
     "WHERE class = 'runtime'"},
    {"launch", "From the call on the host to its work on the device",
     "SELECT rank, step, NULLIF(operator, '') AS op, name, start_ns AS begin_ns, ns_of(launch_us) AS call_ns, "
     "ns_of(device_wait_us) AS delay_ns, ns_of(queue_us) AS queue_ns, ns_of(device_us) AS dur_ns, evidence FROM "
     "dispatch"},
    {"gap", "Idle time of devices, each gap with its cause",
     "SELECT rank, step, device, cause, start_ns AS begin_ns, ns_of(duration_us) AS dur_ns, "
     "ns_of(host_late_us) AS host_late_ns, NULLIF(before, '') AS before, NULLIF(after, '') AS after, NULLIF(host_call, "
     "'') AS host_call, evidence FROM free_gaps"},
    {"comm", "Operators of communication",
     "SELECT rank, step, kind, name, type, communication_group AS group_id, group_name, nth, start_ns AS begin_ns, "
     "ns_of(duration_us) AS dur_ns, size_bytes AS bytes, NULLIF(algorithm, '') AS algorithm, NULLIF(data_type, '') AS "
     "data_type, members FROM comm_ops"},
    {"late", "Who came last to a collective",
     "SELECT step, name, communication_group AS group_id, group_name, nth, ranks, last_rank, arrival_ns, "
     "ns_of(behind_us) AS behind_ns, ns_of(spread_us) AS spread_ns, ns_of(waited_us) AS waited_ns, held_up_by, "
     "joins_stages FROM comm_late"},
    {"link", "Links between ranks",
     "SELECT step, kind, name, communication_group AS group_id, group_name, source, destination, transport, "
     "CAST(round(size_mb * 1000000) AS INTEGER) AS bytes, CAST(round(time_ms * 1000000) AS INTEGER) AS dur_ns, "
     "bandwidth_gbps AS gbps FROM comm_matrix"},
    {"cell", "Cells of the pipeline chart",
     "SELECT \"group\" AS group_id, step, rank, stage, kind, microbatch, chunk, start_ns AS begin_ns, "
     "ns_of(duration_us) AS dur_ns, ns_of(waited_us) AS waited_ns, ns_of(device_busy_us) AS busy_ns, "
     "ns_of(exposed_communication_us) AS exposed_ns, layers, evidence FROM pipeline_cells"},
    {"memory", "Memory in use over time",
     "SELECT rank, level, component, stream, device, measure, begin_ns, end_ns - begin_ns AS dur_ns, "
     "most_bytes AS bytes FROM memory_curve"},
    {"alloc", "Memory of operators, from allocation to release",
     "SELECT rank, name, size_bytes AS bytes, allocated_ns AS begin_ns, ns_of(duration_us) AS dur_ns, stream, device, "
     "evidence FROM memory_ops"},
    {"block", "Blocks of memory snapshots",
     "SELECT snapshot, rank, device, address, rounded_bytes AS bytes, size_bytes AS requested_bytes, alloc_event, "
     "free_event, ns_of(lifetime_us) AS dur_ns, state, stream, pool, user_frame, stack FROM snapshot_blocks"},
    {"segment", "Segments of memory snapshots",
     "SELECT snapshot, rank, device, address, size_bytes AS bytes, used_bytes, free_bytes, blocks, type, stream, pool, "
     "stack FROM snapshot_segments"},
    {"memory_event", "Events of memory snapshots",
     "SELECT snapshot, rank, device, event, action, address, size_bytes AS bytes, time_ns, active_bytes, "
     "reserved_bytes, "
     "stream, pool, stack FROM snapshot_events"},
    {"mark", "Ranges that the program marks, by step",
     "SELECT rank, step, side, domain, name, count, ns_of(total_us) AS total_ns, ns_of(median_us) AS median_ns "
     "FROM mark_stats WHERE \"by\" = 'occurrence'"},
    {"finding", "What the rules found",
     "SELECT rule, title, severity, CAST(round(impact_ms * 1000000) AS INTEGER) AS impact_ns, share_percent, "
     "memory_bytes, certainty, facts, remedy, step, evidence FROM findings"},
    {"setting", "Settings and environment", "SELECT run, rank, section, key, value, differs FROM environment"},
    {"loss", "Data losses, errors and notes of the import",
     "SELECT severity, rank, source, code, count, first_where, first_detail FROM import_log"},
    {"capability", "What the profile can answer",
     "SELECT question, meaning, answer, setting, remedy FROM capabilities"},
});

}  // namespace

std::span<const AskView> askViews() { return kViews; }

Status addAskViews(sqlite3 *connection, AskSource &source) {
    source.setDeclaring(true);
    Status status;
    for (const auto &view : kViews) {
        const auto sql = "CREATE VIEW \"" + std::string(view.name) + "\" AS " + std::string(view.sql);
        if (status && sqlite3_exec(connection, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
            status = fail(ErrorKind::Internal, "view " + std::string(view.name) + ": " + sqlite3_errmsg(connection));
        }
    }
    source.setDeclaring(false);
    return status;
}

}  // namespace stagescope
