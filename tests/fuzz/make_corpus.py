#!/usr/bin/env python3
"""Writes the seeds of the fuzz targets to corpus/<target>/, each a few hundred bytes to a few KB. Same output every time."""
import gzip
import json
import os
import pickle
import sqlite3

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "corpus")


def put(target, name, data):
    folder = os.path.join(ROOT, target)
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, name), "wb") as file:
        file.write(data if isinstance(data, bytes) else data.encode())


def events():
    return [
        {"ph": "M", "name": "process_name", "pid": 1, "tid": 0, "args": {"name": "Ascend Hardware"}},
        {"ph": "M", "name": "thread_sort_index", "pid": 1, "tid": 2, "args": {"sort_index": 2}},
        {"ph": "X", "name": "MatMul", "pid": 1, "tid": 2, "ts": "1736408883674584.732", "dur": 12.5,
         "args": {"Call stack": "a}, {\"b\\", "dims": [[1, 2], {"x": []}]}},
        {"ph": "C", "name": "HBM", "pid": 1, "ts": 5, "args": {"read": 1.5, "write": 2}},
        {"ph": "B", "name": "outer", "pid": "p", "tid": "t", "ts": 1}, {"ph": "E", "pid": "p", "tid": "t", "ts": 2},
        {"ph": "b", "cat": "a", "id": "0x1f", "name": "n", "pid": 1, "ts": 1}, {"ph": "e", "cat": "a", "id": "0x1f", "name": "n", "pid": 1, "ts": 9},
        {"ph": "s", "id": 1736408883839797773, "cat": "async_npu", "pid": 1, "tid": 2, "ts": 3},
        {"ph": "f", "id": 1736408883839797773, "cat": "async_npu", "pid": 1, "tid": 2, "ts": 4, "bp": "e"},
        {"ph": "i", "name": "ProfilerStep#3", "pid": 1, "tid": 2, "ts": -1e3},
    ]


def bundle():
    """A rank as core/store/bundle writes it: numbers as LEB128, differences zigzag."""
    def text(value):
        return bytes([len(value)]) + value.encode()
    table = text("steps") + b"\x02\x02" + text("step") + b"\x00\x0a\x02" + text("begin_ns") + b"\x00\x64\x64"
    texts = b"\x03" + text("") + text("Ascend Hardware") + text("MatMul")
    process = b"\x00\x00\x01\x00\x00\x00"
    slices = b"\x02" + b"\x04\x06" + b"\x05\x01" + b"\x02\x02" + b"\x07\x07" + b"\x00\x02"
    stream = b"\x01\x03\x01\x00" + slices + b"\x00"
    counter = b"\x01\x07\x01\x00\x00\x01\x08" + b"\x00" * 6 + b"\xf0\x3f"
    flow = b"\x01\x01\x01\x00\x04\x06"
    rank = b"\x00\x01" + table + b"\x01" + texts + b"\x03" + process + stream + counter + flow
    put("bundle", "rank.bin", rank)
    put("bundle", "empty_rank.bin", b"\x00\x00\x00")
    number = lambda value, size: value.to_bytes(size, "little")
    head = b"\x89STAGESCOPE BUNDLE\n" + number(1, 4) + number(1, 4)
    put("bundle", "no_such_section.stagescope", head + b"".join(number(n, 8) for n in (0, 66, 10, 1 << 40, 7)) + b"x" * 10)
    put("bundle", "head_alone.stagescope", head)


def trace_json():
    array = json.dumps(events())
    whole = {"schemaVersion": 1, "distributedInfo": {"rank": 0, "world_size": 2}, "deviceProperties": [{"name": "x"}],
             "traceEvents": events(), "traceName": "t.json"}
    put("trace_json", "array.json", array)
    put("trace_json", "object.json", json.dumps(whole, indent=1))
    put("trace_json", "packed.json.gz", gzip.compress(array.encode(), mtime=0))
    put("trace_json", "open_end.json", array[:-1] + ", ")
    put("trace_json", "broken_middle.json", array.replace('"MatMul"', '"MatMul'))
    put("trace_json", "bytes.json", array.encode().replace(b"outer", b"\xff\x01\xc3"))
    put("trace_json", "nested.json", "[" * 200 + "{" * 200)
    put("trace_json", "empty_object.json", "{}")
    args = {"step": 23, "model_chunk": 0, "mb_id": 1, "seq_id": 1}
    put("trace_json", "job_timeline.json", json.dumps([
        {"name": "forward-compute", "ph": "X", "pid": 0, "tid": 0, "ts": 848671.6747283936, "dur": 138679.68320846558, "args": args},
        {"name": "backward-recv", "ph": "X", "pid": 0, "tid": 1, "ts": 5, "dur": 1, "args": {**args, "mb_id": -1}},
        {"name": "thread_name", "ph": "M", "pid": 0, "tid": 0, "args": {"name": "PP rank 0, TP rank 0, compute"}},
        {"name": "thread_name", "ph": "M", "pid": 0, "tid": 1, "args": {"name": "PP rank 0, TP rank 0, pp-comm"}}]))


def pickles():
    event = {"action": "alloc", "addr": 4096, "size": 700, "stream": 0, "frames": [{"filename": "a.py", "line": 3, "name": "f"}]}
    block = {"address": 4096, "size": 1024, "requested_size": 700, "state": "active_allocated", "frames": event["frames"]}
    segment = {"device": 0, "address": 4096, "total_size": 2097152, "stream": 0, "segment_pool_id": (0, 0), "is_expandable": True, "blocks": [block]}
    trace = [{**event, "action": "segment_map", "size": 2097152}, event, {**event, "action": "free_requested"}, {**event, "action": "free_completed"}, event]
    whole = {"segments": [segment], "device_traces": [trace, []], "allocator_settings": {"a": {"b": 0.5}, "c": True},
             "external_annotations": [{"name": "ProfilerStep#1", "stage": "START", "device": 0, "time_us": 2**63}]}
    for protocol in range(6):
        put("pickle", f"protocol_{protocol}.pickle", pickle.dumps(whole, protocol=protocol))
    put("pickle", "snapshot.json", json.dumps(whole))
    put("pickle", "global.pickle", b"\x80\x04cos\nsystem\n(X\x02\x00\x00\x00idtR.")
    put("pickle", "shared.pickle", b"\x80\x04]\x94" + b"".join(b"](" + b"h\x00" * 50 + b"e\x94" for _ in range(9)) + b".")


def snapshots():
    """As JSON: what a file may be missing, have twice, or have of another type; and a history that fails."""
    frames = [{"filename": "/torch/optim/adam.py", "line": 7, "name": "step"}, {"filename": "a.py", "line": 3, "name": "f"}]
    trace = [{"action": "segment_alloc", "addr": 4096, "size": 20971520, "stream": 0, "frames": frames}]
    for i in range(6):
        trace += [{"action": "alloc", "addr": 4096 + i * 1048576, "size": 1048576, "stream": 0, "frames": frames, "time_us": 10 * i,
                   "pool_id": [1, 0], "user_metadata": "x", "category": "activation"}]
    trace += [{"action": "oom", "size": 8388608, "device_free": 1048576, "stream": 0, "frames": []},
              {"action": "free_requested", "addr": 4096, "size": 1048576, "stream": 0, "frames": frames}]
    block = {"address": 4096, "size": 1048576, "requested_size": 1048576, "state": "active_pending_free", "frames": frames}
    blocks = [block] + [{**block, "address": 4096 + i * 1048576, "state": "active_allocated"} for i in range(1, 6)]
    blocks += [{"address": 4096 + 6291456, "size": 20971520 - 6291456, "requested_size": 9, "state": "inactive", "frames": []}]
    segment = {"device": 0, "address": 4096, "total_size": 20971520, "stream": 0, "segment_type": "large", "segment_pool_id": [1, 0], "blocks": blocks}
    marks = [{"name": f"ProfilerStep#{i}", "stage": "START", "device": 0, "time_us": 10 * i} for i in range(6)]
    whole = {"segments": [segment], "device_traces": [trace], "external_annotations": marks, "allocator_settings": {"a": [1, {"b": None}]}}
    text = json.dumps(whole)
    put("snapshot_json", "whole.json", text)
    put("snapshot_json", "cut.json", text[:len(text) * 2 // 3])
    put("snapshot_json", "segments.json", json.dumps([segment]))
    put("snapshot_json", "types.json", json.dumps({"segments": {"x": 1}, "device_traces": [[{"action": 3, "addr": "0x10", "size": -1, "frames": {}}], 5]}))
    put("snapshot_json", "numbers.json", text.replace("1048576", "1e300").replace("4096", "18446744073709551615"))
    put("snapshot_json", "twice.json", '{"segments": [], "segments": [1], "device_traces": [[], [{"action": "alloc"}]], "\\ud800": "\\udc00"}')
    put("pickle", "failing.pickle", pickle.dumps(whole, protocol=4))
    put("pickle", "cut.pickle", pickle.dumps(whole, protocol=4)[:700])
    put("pickle", "segments.pickle", pickle.dumps([segment], protocol=2))


def memory_files():
    head = "Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Total Active(MB),Stream Ptr,Device Type\n"
    put("memory_files", "memory_record.csv", head + "APP,1764246877082702.440\t,,11925.015625,,,NPU:0\nPTA,1764246877082703.5\t,4304.9,10372.0,4312.9,2,NPU:0\n"
        "PTA+GE,x,-1,1e300,N/A,,\n\"PT\"\"A\",1,2,3,4,5,NPU:99999999999\n")
    put("memory_files", "npu_module_mem.csv", "Device_id,Component,Timestamp(us),Total Reserved(KB),Device\n0,SLOG,1764246877076535.790\t,158.65234375,NPU:0\n-1,,,,\n")
    put("memory_files", "operator_memory.csv",
        "Name,Size(KB),Allocation Time(us),Release Time(us),Active Release Time(us),Duration(us),Active Duration(us),Allocation Total Allocated(MB),"
        "Allocation Total Reserved(MB),Allocation Total Active(MB),Release Total Allocated(MB),Release Total Reserved(MB),Release Total Active(MB),Stream Ptr,Device Type\n"
        "aten::empty,0.5,1764246877074330.300\t,1764246877750204.070\t,1764246877750201.590\t,675873.770,675871.290,4304.9,10372.0,4304.9,4312.9,10372.0,4312.9,2,NPU:0\n"
        "aten::add,-0.5,,1764246877750204.070\t,N/A,,,,,,,,,0x10,NPU:0\n\"a,\nb\",1,2,9223372036854775807,,,,,,,,,,,\n")
    put("memory_files", "operator_memory_msprof.csv", "Device_id,Name,Size(KB),Allocation Time(us),Duration(us)\n0,MatMul,512,1764246877074330.3,9223372036854775.807\n")
    put("memory_files", "static_op_mem.csv", "Device_id,Op Name,Model Name,Graph ID,Node Index Start,Node Index End,Size(KB)\n0,TOTAL,m,1,0,4294967295,12.5\n0,Add,m,,1,x,-1\n")


def database(path, statements):
    if os.path.exists(path):
        os.remove(path)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA page_size = 512")
    connection.executescript(statements)
    connection.close()
    with open(path, "rb") as file:
        data = file.read()
    os.remove(path)
    return data


def profiler_db():
    scratch = os.path.join(ROOT, "scratch.db")
    os.makedirs(ROOT, exist_ok=True)
    put("profiler_db", "profiler.db", database(scratch, """
        CREATE TABLE STRING_IDS (id INTEGER PRIMARY KEY, value TEXT);
        INSERT INTO STRING_IDS VALUES (1, 'aten::add'), (2, 'MatMulV2'), (3, 'hcom_send__1'), (4, 'AI_CORE'), (5, 'group');
        CREATE TABLE PYTORCH_API (startNs TEXT, endNs TEXT, globalTid INTEGER, connectionId INTEGER, name INTEGER, type INTEGER);
        INSERT INTO PYTORCH_API VALUES ('1736408883688177930', '1736408883688177990', 4294967297, 7, 1, 50001);
        CREATE TABLE TASK (startNs INTEGER, endNs INTEGER, deviceId INTEGER, connectionId INTEGER, globalTaskId INTEGER,
            globalPid INTEGER, taskType INTEGER, contextId INTEGER, streamId INTEGER, taskId INTEGER, modelId INTEGER);
        INSERT INTO TASK VALUES (100, 200, 0, 7, 1, 1, 4, 0, 2, 3, 4), (300, 200, 0, 8, 2, 1, 4, 0, 2, 3, 4);
        CREATE TABLE COMPUTE_TASK_INFO (name INTEGER, globalTaskId INTEGER, blockDim INTEGER, taskType INTEGER, opType INTEGER);
        INSERT INTO COMPUTE_TASK_INFO VALUES (2, 1, 20, 4, 2);
        CREATE TABLE COMMUNICATION_OP (opName INTEGER, startNs INTEGER, endNs INTEGER, connectionId INTEGER, groupName INTEGER, opId INTEGER);
        INSERT INTO COMMUNICATION_OP VALUES (3, 150, 250, 9, 5, 1);
        CREATE TABLE STEP_TIME (id INTEGER, startNs INTEGER, endNs INTEGER);
        INSERT INTO STEP_TIME VALUES (1, 50, 500);
        CREATE TABLE META_DATA (name TEXT, value TEXT);
        INSERT INTO META_DATA VALUES ('distributed_args', '{"tensor_model_parallel_size": 2}');
        CREATE TABLE RANK_DEVICE_MAP (rankId INTEGER, deviceId INTEGER);
        INSERT INTO RANK_DEVICE_MAP VALUES (3, 1);
    """))
    put("profiler_db", "analysis.db", database(scratch, """
        CREATE TABLE StepTraceTime (deviceId INTEGER, step TEXT, computing NUMERIC, communication_not_overlapped NUMERIC,
            overlapped NUMERIC, communication NUMERIC, free NUMERIC, stage NUMERIC, bubble NUMERIC,
            communication_not_overlapped_and_exclude_receive NUMERIC, preparing NUMERIC);
        INSERT INTO StepTraceTime VALUES (0, '5', 1.5, 2, 3, 4, 5, 6, 0, 2, 7);
    """))
    put("profiler_db", "no_tables.db", database(scratch, "CREATE TABLE t (x); DROP TABLE t;"))
    put("profiler_db", "not_a_database.db", "SQLite format 3\0 and then nothing")


def small_files():
    put("small_files", "step_trace_time.csv",
        "Device_id,Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,"
        "Communication(Not Overlapped and Exclude Receive),Preparing\n0,5,8873.756,101963.203,4028.675,105991.878,25744.05,"
        "10.5,0.0,101963.203,17902.5\t\n1,,x,-,1e3,,,,,,\n")
    put("small_files", "kernel_details.csv",
        "Step Id,Device_id,Stream ID,Name,Type,Accelerator Core,Start Time(us),Duration(us),Input Shapes\n"
        "13,0,2,aclnnMul_MulAiCore_Mul,Mul,AI_VECTOR_CORE,1764246877073569.640\t,18.92,\"\"\"1,2;3\"\"\"\n"
        "13,0,N/A,hcom_send__128_3_1,hcom_send_,COMMUNICATION,1764246877074569.6,9,N/A\n13,,,x,,,-,1e3,\"a\nb\n")
    put("small_files", "kernel_details_metrics.csv",
        "Name,OP State,Start Time(us),Duration(us),aicore_time(us),aic_mac_ratio,aiv_new_part(KB/s),cube_utilization(%)\n"
        "a,dynamic,1.5,2,165.835,0.95,1e39,98.7\nb,N/A,3,4,N/A,nan,,-1\n")
    put("small_files", "op_statistic.csv",
        "Device_id,OP Type,Core Type,Count,Total Time(us),Min Time(us),Avg Time(us),Max Time(us),Ratio(%)\n"
        "0,MatMulV2,AI_CORE,8,921.498,16.54,115.187,346.567,10.385\n0,Add,x,-1,1e3,,,N/A,\n")
    put("small_files", "api_statistic.csv",
        "Level,API Name,Time(us),Count,Avg(us),Min(us),Max(us),Variance\nacl,aclnnAdd,75.5,11,6.87,0.24,32.95,42.8\n")
    put("small_files", "operator_details.csv",
        "Name,Input Shapes,Call Stack,Host Self Duration(us),Host Total Duration(us),Device Self Duration(us)\n"
        "aten::add,\";\n;\",\"a.py(1): f;\n\",1.5,2.5,0\naten::add,,,N/A,-1,\n")
    put("small_files", "task_time.csv",
        "Device_id,kernel_name,kernel_type,stream_id,task_id,task_time(us),task_start(us),task_stop(us)\n"
        "0,aclnnAdd,KERNEL_AIVEC,2,12,31.760,\"1000.640\t\",\"1032.400\t\"\n0,N/A,MEMCPY_ASYNC,x,-1,12,1170,1182\n")
    put("small_files", "l2_cache.csv",
        "Device_id,Stream Id,Task Id,Hit Rate,Victim Rate,Op Name\n0,2,11,0.913,N/A,MatMul\n0,2,x,1e99,,\n")
    put("small_files", "aicpu.csv",
        "Timestamp(us),Node,Compute_time(us),Memcpy_time(us),Task_time(us),Dispatch_time(us),Total_time(us),Stream ID,"
        "Task ID\n\"1732270272000200.000\t\",Index,4120.5,13.2,nan,,-1,2,15\n")
    put("small_files", "dataset.csv", "Operation,Stage,Occurrences,Avg. time (us),Custom Info\nMap,Execute,2048,812.5,\nMap,,-1,x,a\n")
    put("small_files", "pipeline_profiling.json", json.dumps(
        {"sampling_interval": 10, "op_info": [
            {"op_id": 1, "op_type": "MapOp", "num_workers": 8, "metrics": {"output_queue": {"size": [0, 2, -1], "length": 64}}},
            {"op_id": 0, "op_type": "BatchOp", "children": [1, 0], "metrics": None}]}))
    put("small_files", "minddata_pipeline_raw.csv",
        "op_id,op_type,num_workers,output_queue_size,output_queue_average_size,output_queue_length,output_queue_usage_rate,"
        "sample_interval,parent_id,children_id\n0,Batch,4,\"[0, 2]\",1.0,64,0.015,10,,[1]\n1,Map,8,,,,0,10,0,\n")
    put("small_files", "minddata_pipeline_summary.csv",
        "op_ids,0,1\nop_names,DeviceQueue,Batch\nqueue_utilization_pct,-1,3.12\nparent_id,-1,0\nper_pipeline_time,21.5\n"
        "bottleneck_suggestion,Batch(id=1): more\n")
    put("small_files", "minddata_cpu_utilization.json", json.dumps(
        {"cpu_processor_num": 192, "device_info": {"idle_utilization": [66, 65]},
         "op_info": [{"op_id": -1, "metrics": {"user_utilization": [0], "sys_utilization": [1.5]}}]}))
    put("small_files", "device_queue_profiling.txt", "1 64 1 0 1000\n0 0 1 400 1400\n0 1 1 1\n0 2 x -1\n")
    put("small_files", "minddata_aicpu.txt", "GetNext_dequeue_wait 100 102 3\nGetNext -1 2\n")
    put("small_files", "profiler_info.json", json.dumps(
        {"config": {"common_config": {"activities": ["CPU", "NPU"], "with_stack": True}, "experimental_config": {"_profiler_level": "Level1"}},
         "start_info": {"syscnt_enable": True, "freq": 100.0}, "torch_npu_version": "2.1", "cann_version": "8.0", "rank_id": 2}))
    put("small_files", "profiler_metadata.json", json.dumps(
        {"distributed_args": {"tensor_model_parallel_size": 1, "pipeline_model_parallel_size": 2, "world_size": 4, "rank": 0},
         "parallel_group_info": {"group_name_1": {"group_name": "pp", "group_rank": 0, "global_ranks": [0, 2]}}, "ENV_VARIABLES": {"A": "b"}}))


if __name__ == "__main__":
    bundle()
    pickles()
    trace_json()
    snapshots()
    memory_files()
    profiler_db()
    small_files()
