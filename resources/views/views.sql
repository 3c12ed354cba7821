-- rank: Ranks and their places
SELECT {profile} AS run, run AS run_name, rank, host, device, tp_index AS tp, cp_index AS cp, dp_index AS dp, pp_index AS pp, load_state, files,
item_of({profile}, 'rank', rank) AS evidence FROM ranks

-- step: Steps and where their time goes
SELECT {profile} AS run, s.rank, s.step, s.begin_ns, ns_of(s.duration_us) AS dur_ns, s.device_begin_ns, ns_of(s.device_duration_us) AS device_dur_ns,
t.device, ns_of(t.preparing_us) AS preparing_ns, ns_of(t.computing_us) AS computing_ns, ns_of(t.not_overlapped_us) AS exposed_ns, ns_of(t.free_us) AS
free_ns, ns_of(t.tail_us) AS tail_ns, item_of({profile}, 'step', s.step) AS evidence FROM steps s LEFT JOIN time_split t ON t.rank = s.rank AND t.step
= s.step

-- kernel: Kernels of devices; communication is in comm, copies and fills are in copy
SELECT {profile} AS run, rank, device, stream, name, COALESCE(NULLIF(type, ''), NULLIF(operator, '')) AS type, NULLIF(core, '') AS core, begin_ns,
ns_of(duration_us) AS dur_ns, ns_of(wait_us) AS wait_ns, launch_ns, NULLIF(input_shapes, '') AS input_shapes, NULLIF(input_types, '') AS input_types,
NULLIF(output_shapes, '') AS output_shapes, NULLIF(operator, '') AS op, NULLIF(module, '') AS module, NULLIF(python, '') AS python, recompute, step,
evidence FROM kernels WHERE kind = 'computing'

-- copy: Copies and fills, each by itself
SELECT {profile} AS run, rank, device, stream, name, direction, NULLIF(memory, '') AS memory, size_bytes AS bytes, bandwidth_gbps AS gbps,
synchronous, begin_ns, ns_of(total_us) AS dur_ns, evidence FROM copies WHERE "by" = 'copy'

-- host_op: Calls of framework operators on the host
SELECT run, rank, track, track_name AS thread, depth, name, begin_ns, dur_ns, self_ns, step, parent, evidence FROM slice WHERE class = 'operator'

-- api: Calls of the runtime on the host
SELECT run, rank, track, track_name AS thread, depth, name, begin_ns, dur_ns, self_ns, step, parent, evidence FROM slice WHERE class = 'runtime'

-- mark_range: Ranges that the program marks, each by itself
SELECT run, rank, track, track_name AS thread, depth, name, begin_ns, dur_ns, self_ns, step, parent, evidence FROM slice WHERE class = 'range'

-- launch: From the call on the host to its work on the device
SELECT {profile} AS run, rank, step, NULLIF(operator, '') AS op, name, common_ns({profile}, rank, start_ns) AS begin_ns, ns_of(launch_us) AS call_ns,
ns_of(device_wait_us) AS delay_ns, ns_of(queue_us) AS queue_ns, ns_of(device_us) AS dur_ns, evidence FROM dispatch

-- gap: Idle time of devices, each gap with its cause
SELECT {profile} AS run, rank, step, device, cause, common_ns({profile}, rank, start_ns) AS begin_ns, ns_of(duration_us) AS dur_ns,
ns_of(host_late_us) AS host_late_ns, NULLIF(before, '') AS before, NULLIF(after, '') AS after, NULLIF(host_call, '') AS host_call, evidence FROM
free_gaps

-- comm: Operators of communication
SELECT {profile} AS run, rank, step, kind, name, type, communication_group AS group_id, group_name, nth, start_ns AS begin_ns, ns_of(duration_us) AS
dur_ns, size_bytes AS bytes, NULLIF(algorithm, '') AS algorithm, NULLIF(data_type, '') AS data_type, members, evidence FROM comm_ops

-- late: Who came last to a collective
SELECT {profile} AS run, step, name, communication_group AS group_id, group_name, nth, ranks, last_rank, arrival_ns, ns_of(behind_us) AS behind_ns,
ns_of(spread_us) AS spread_ns, ns_of(waited_us) AS waited_ns, held_up_by, joins_stages, item_of({profile}, 'rank', last_rank) AS
evidence FROM comm_late

-- link: Links between ranks, by type of operator, or the picked operators of types without totals; each byte once
SELECT {profile} AS run, step, kind, name, communication_group AS group_id, group_name, source, destination, transport, CAST(round(size_mb * 1000000)
AS INTEGER) AS bytes, CAST(round(time_ms * 1000000) AS INTEGER) AS dur_ns, bandwidth_gbps AS gbps, link_of({profile}, communication_group,
step, name, source, destination) AS evidence FROM comm_matrix
WHERE name <> 'Total Op Info' AND ((name NOT LIKE '%-top_' AND name NOT LIKE '%-middle' AND name NOT LIKE '%-bottom_') OR
(ifnull(step, '') || ' ' || ifnull(communication_group, '') || ' ' || source || ' ' || destination || ' ' || replace(replace(replace(rtrim(name,
'0123456789'), '-top', '-total'), '-middle', '-total'), '-bottom', '-total')) NOT IN (SELECT ifnull(step, '') || ' ' || ifnull(communication_group, '')
|| ' ' || source || ' ' || destination || ' ' || name FROM comm_matrix WHERE name LIKE '%-total')) GROUP BY step, kind, communication_group, group_name,
source, destination, transport, CASE WHEN op_name <> '' THEN op_name ELSE name END

-- cell: Cells of the pipeline chart
SELECT {profile} AS run, "group" AS group_id, step, rank, stage, kind, microbatch, chunk, start_ns AS begin_ns, ns_of(duration_us) AS dur_ns,
ns_of(waited_us) AS waited_ns, ns_of(device_busy_us) AS busy_ns, ns_of(exposed_communication_us) AS exposed_ns, layers, evidence FROM pipeline_cells

-- bubble: What the bubbles of pipelines come from
SELECT {profile} AS run, "group" AS group_id, step, cause, ns_of(length_us) AS dur_ns, of_window_percent, item_of({profile}, 'step', step) AS
evidence FROM bubble_causes WHERE cause <> 'busy'

-- memory: Memory in use over time
SELECT {profile} AS run, rank, level, component, stream, device, measure, begin_ns, end_ns - begin_ns AS dur_ns, most_bytes AS bytes,
item_of({profile}, 'rank', rank) AS evidence FROM memory_curve

-- alloc: Memory of operators, from allocation to release
SELECT {profile} AS run, rank, name, size_bytes AS bytes, allocated_ns AS begin_ns, ns_of(duration_us) AS dur_ns, stream, device, evidence FROM
memory_ops

-- block: Blocks of memory snapshots
SELECT {profile} AS run, snapshot, rank, device, address, rounded_bytes AS bytes, size_bytes AS requested_bytes, alloc_event, free_event,
ns_of(lifetime_us) AS dur_ns, state, stream, pool, user_frame, stack, evidence FROM snapshot_blocks

-- segment: Segments of memory snapshots
SELECT {profile} AS run, snapshot, rank, device, address, size_bytes AS bytes, used_bytes, free_bytes, blocks, type, stream, pool, stack FROM
snapshot_segments

-- memory_event: Events of memory snapshots
SELECT {profile} AS run, snapshot, rank, device, event, action, address, size_bytes AS bytes, time_ns, active_bytes, reserved_bytes, stream, pool,
stack, evidence FROM snapshot_events

-- role: Parts of reinforcement learning on each rank
SELECT {profile} AS run, rank, round, role, name, begin_ns, ns_of(duration_us) AS dur_ns, ns_of(idle_us) AS idle_ns, evidence FROM role_phases

-- mark: Ranges that the program marks, by step
SELECT {profile} AS run, rank, step, side, domain, name, count, ns_of(total_us) AS total_ns, ns_of(median_us) AS median_ns, item_of({profile}, 'step',
step) AS evidence FROM mark_stats WHERE "by" = 'occurrence'

-- finding: What the rules found
SELECT {profile} AS run, rule, title, severity, CAST(round(impact_ms * 1000000) AS INTEGER) AS impact_ns, share_percent, memory_bytes, certainty,
facts, remedy, step, evidence FROM findings

-- setting: Settings and environment
SELECT {profile} AS run, rank, section, key, value, differs FROM environment

-- loss: Data losses, errors and notes of the import
SELECT {profile} AS run, severity, rank, source, code, count, first_where, first_detail FROM import_log

-- capability: What the profile can answer
SELECT {profile} AS run, question, meaning, answer, setting, remedy FROM capabilities
