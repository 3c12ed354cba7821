#!/usr/bin/env python3
"""Writes the seeds of the fuzz targets to corpus/<target>/, each a few hundred bytes to a few KB. Same output every time."""
import gzip
import io
import json
import os
import pickle
import re
import sqlite3
import struct
import tarfile
import zipfile
import zlib

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


def memory_timelines():
    put("memory_files", "timeline_changes.json", "[[-1, 1, 512, 7], [1700000000000000500, 2, 50, 4], [1700000000000000900, 3, -50, 4], [1700000000000000900, 3, 1e300, 5], [\"x\", 4, -50], {}, [17000")
    put("memory_files", "timeline_sizes.json", "[[1700000000000000, 1700000000000002, -1], [[0, 10, 1, 0, 0, 5, 0, 0, 2], [0, -9223372036854775808, 9e18], []]]")
    put("memory_files", "timeline_empty.json", "[[], []]")


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


def nsys():
    """Either generation of the schema, rows of every table that is read, of two processes that share numbers."""
    scratch = os.path.join(ROOT, "scratch.db")
    os.makedirs(ROOT, exist_ok=True)
    threads = [1 << 56 | pid << 24 | pid for pid in (300, 301)]
    tables = """
        CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);
        INSERT INTO StringIds VALUES(1,'cudaLaunchKernel_v7000'),(2,'gemm'),(3,'forward'),(4,'A=b' || char(0) || 'RANK=5'),(5,'ncclAllReduce');
        CREATE TABLE %s(name TEXT, value TEXT); INSERT INTO %s VALUES('EXPORT_PARAM_TIME_SHIFT','5');
        CREATE TABLE TARGET_INFO_SESSION_START_TIME(utcEpochNs INTEGER); INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES(1767718840395831670);
        CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start, "end", globalTid, correlationId, nameId);
        CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start, "end", deviceId, contextId, streamId, correlationId, globalPid, demangledName);
        CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY(start, "end", deviceId, contextId, streamId, correlationId, globalPid, bytes, copyKind, srcKind, dstKind);
        CREATE TABLE CUPTI_ACTIVITY_KIND_SYNCHRONIZATION(start, "end", deviceId, streamId, globalPid, syncType, eventId);
        CREATE TABLE NVTX_EVENTS(start, "end", eventType, globalTid, text, textId, domainId, binaryData, jsonText);
        CREATE TABLE NVTX_PAYLOAD_SCHEMA_ENTRIES(domainId, schemaId, type, name, offset);
        INSERT INTO NVTX_PAYLOAD_SCHEMA_ENTRIES VALUES(1,100,18,'NCCL communicator ID',NULL),(1,100,22,'Message size [bytes]',8);
        CREATE TABLE SCHED_EVENTS(start, isSchedIn, globalTid); CREATE TABLE OSRT_API(start, "end", globalTid, nameId);
        CREATE TABLE GPU_METRICS(timestamp, typeId, metricId, value); INSERT INTO GPU_METRICS VALUES(5,256,1,50);
        CREATE TABLE CUDA_GPU_MEMORY_USAGE_EVENTS(start, globalPid, deviceId, address, bytes, memKind, memoryOperationType);
    """
    payload = struct.pack("<QQQQQQ", 1, 100, 16, 48, 77, 4096).hex()
    for file, table in (("old.sqlite", "EXPORT_META_DATA"), ("new.sqlite", "META_DATA_EXPORT")):
        rows = "".join("""
            INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(1000,1100,%d,5,1); INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(1200,1300,0,1,7,5,%d,2);
            INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES(1300,1400,0,1,7,0,%d,4096,11,1,2),(1300,1400,0,1,7,5,%d,-1,1,0,2);
            INSERT INTO CUPTI_ACTIVITY_KIND_SYNCHRONIZATION VALUES(1300,1400,0,4294967295,%d,1,4294967295);
            INSERT INTO NVTX_EVENTS VALUES(900,1500,59,%d,'step 1',NULL,0,NULL,NULL),(990,1120,59,%d,NULL,5,1,'%s',NULL),(2000,NULL,60,%d,NULL,3,0,NULL,NULL);
            INSERT INTO SCHED_EVENTS VALUES(10,1,%d),(20,0,%d); INSERT INTO OSRT_API VALUES(30,40,%d,3);
            INSERT INTO CUDA_GPU_MEMORY_USAGE_EVENTS VALUES(50,%d,0,4096,512,2,0),(60,%d,0,4096,512,2,1);
        """ % tuple([thread] * 7 + [payload] + [thread] * 6) for thread in threads)
        put("nsys", file, database(scratch, tables % (table, table) + rows))


def rocprofv3():
    """Names before the records and behind them, every section that is read, and what breaks off."""
    record = {"kind": 0, "operation": 0, "thread_id": 31, "correlation_id": {"internal": 8, "external": 0}, "start_timestamp": 1000, "end_timestamp": 1100}
    agents = [{"id": {"handle": 76}, "type": 1, "name": "CPU"}, {"id": {"handle": 77}, "type": 2, "name": "gfx950", "product_name": "X", "gpu_index": 0}]
    names = {"strings": {"buffer_records": [{"kind": "HIP", "operations": ["hipMalloc"]}, {"kind": "COPY", "operations": ["MEMORY_COPY_HOST_TO_DEVICE"]}],
                         "marker_api": [{"key": 8, "value": "step 1"}]},
             "kernel_symbols": [{"kernel_id": 4, "formatted_kernel_name": "gemm \u00e9"}]}
    dispatch = {"agent_id": {"handle": 77}, "queue_id": {"handle": 12}, "kernel_id": 4}
    records = {"kernel_dispatch": [{**record, "dispatch_info": dispatch, "stream_id": {"handle": 5}}, {**record, "end_timestamp": 5, "dispatch_info": {}}],
               "hip_api": [record], "marker_api": [record, {}], "rccl_api": [[], 5, record],
               "memory_copy": [{**record, "kind": 1, "src_agent_id": {"handle": 76}, "dst_agent_id": {"handle": 77}, "bytes": 4096}],
               "memory_allocation": [{**record, "agent_id": {"handle": 77}, "address": 2**64 - 1, "allocation_size": 2**63}]}
    head = {"metadata": {"node": {"hostname": "h"}, "pid": 30, "command": ["/a/b", "c"]}, "agents": agents}
    first = json.dumps({"rocprofiler-sdk-tool": [{**head, **names, "buffer_records": records}]})
    put("rocprofv3", "first.json", first)
    put("rocprofv3", "last.json", json.dumps({"rocprofiler-sdk-tool": [{**head, "buffer_records": records, **names}, {}]}, indent=1))
    put("rocprofv3", "cut.json", first[:-40])
    rocpd()


def rocpd():
    """Databases of both schemas, of two processes, and with values of other types."""
    scratch = os.path.join(ROOT, "scratch.db")
    shared = """
        CREATE TABLE rocpd_info_process%(x)s(id, pid, init, fini, command, nid, environment); INSERT INTO rocpd_info_process%(x)s VALUES(%(p)d,%(p)d,5,9,'/a/b c',7,'{"RANK": "%(p)d"}');
        CREATE TABLE rocpd_info_node%(x)s(id, hostname); INSERT INTO rocpd_info_node%(x)s VALUES(7,'h');
        CREATE TABLE rocpd_info_agent%(x)s(id, pid, type, type_index, product_name, name, extdata);
        INSERT INTO rocpd_info_agent%(x)s VALUES(0,%(p)d,'CPU',0,'X','cpu','{'),(1,%(p)d,'GPU',0,'Y','gfx950','{"cu_count": 256}');
        CREATE TABLE rocpd_string%(x)s(id INTEGER PRIMARY KEY, string);
        INSERT INTO rocpd_string%(x)s VALUES(1,'hipMalloc'),(2,'HIP_RUNTIME_API'),(3,'MARKER_CORE_RANGE_API'),(4,'MEMORY_COPY_HOST_TO_DEVICE'),(5,x'ff00');
        CREATE TABLE rocpd_info_kernel_symbol%(x)s(id, display_name, kernel_name); INSERT INTO rocpd_info_kernel_symbol%(x)s VALUES(4,'','gemm');
        CREATE TABLE rocpd_event%(x)s(id INTEGER PRIMARY KEY, category_id, stack_id, extdata);
        INSERT INTO rocpd_event%(x)s VALUES(1,2,8,'{}'),(2,3,9,'{"message": "step 1"}'),(3,3,10,'{"message": 5'),(-4,5,1e300,NULL);
        CREATE TABLE rocpd_info_pmc%(x)s(id, name); INSERT INTO rocpd_info_pmc%(x)s VALUES(70,'SQ_WAVES');
        CREATE TABLE rocpd_pmc_event%(x)s(event_id, pmc_id, value, sample_id); INSERT INTO rocpd_pmc_event%(x)s VALUES(1,70,2.5,NULL),(1,71,'x',NULL),(1,70,1,3);
        CREATE TABLE rocpd_track%(x)s(id, pid, tid, agent_id, queue_id, stream_id, name_id); INSERT INTO rocpd_track%(x)s VALUES(1,%(p)d,31,1,12,5,3);
        CREATE TABLE rocpd_arg%(x)s(event_id INTEGER PRIMARY KEY, name, value); INSERT INTO rocpd_arg%(x)s VALUES(1,'ptr','0x5');
    """
    rows = shared + """
        CREATE TABLE rocpd_region%(x)s(pid, tid, start, "end", name_id, event_id); INSERT INTO rocpd_region%(x)s VALUES(%(p)d,31,1000,1100,1,1),(%(p)d,31,900,1500,1,2),(%(p)d,31,9,5,5,-4);
        CREATE TABLE rocpd_sample%(x)s(track_id, timestamp, event_id); INSERT INTO rocpd_sample%(x)s VALUES(1,1700,3);
        CREATE TABLE rocpd_kernel_dispatch%(x)s(pid, tid, agent_id, kernel_id, queue_id, stream_id, start, "end", event_id);
        INSERT INTO rocpd_kernel_dispatch%(x)s VALUES(%(p)d,31,1,4,12,5,2000,3000,1),(%(p)d,31,9223372036854775807,-1,'q',1e300,2500,2600,9);
        CREATE TABLE rocpd_memory_copy%(x)s(pid, tid, start, "end", name_id, dst_agent_id, src_agent_id, size, stream_id, event_id);
        INSERT INTO rocpd_memory_copy%(x)s VALUES(%(p)d,31,3000,3010,4,1,0,4096,5,NULL);
        CREATE TABLE rocpd_memory_allocate%(x)s(pid, tid, agent_id, type, level, start, "end", address, size, event_id);
        INSERT INTO rocpd_memory_allocate%(x)s VALUES(%(p)d,31,1,'ALLOC','VIRTUAL',10,11,64,-1,NULL),(%(p)d,31,NULL,'FREE','REAL',20,21,64,0,NULL);
    """
    tracks = shared + """
        CREATE TABLE rocpd_info_category%(x)s(id INTEGER PRIMARY KEY, name); INSERT INTO rocpd_info_category%(x)s VALUES(2,'RCCL_API');
        CREATE TABLE rocpd_timestamp%(x)s(id INTEGER PRIMARY KEY, value); INSERT INTO rocpd_timestamp%(x)s VALUES(1,2000),(2,3000);
        CREATE TABLE rocpd_region%(x)s(track_id, start, "end", name_id, event_id); INSERT INTO rocpd_region%(x)s VALUES(1,1000,1100,1,1);
        CREATE TABLE rocpd_kernel_dispatch%(x)s(track_id, kernel_id, start_id, end_id, event_id); INSERT INTO rocpd_kernel_dispatch%(x)s VALUES(1,4,1,2,1),(9,4,2,1,1);
    """
    put("rocprofv3", "rows.db", database(scratch, rows % {"x": "_1", "p": 30}))
    put("rocprofv3", "merged.db", database(scratch, rows % {"x": "_1", "p": 30} + tracks % {"x": "_2", "p": 30}))
    put("rocprofv3", "tracks.db", database(scratch, tracks % {"x": "", "p": 30}))


def memscope():
    """Both kinds of file, with rows that cannot be paired and attributes that break off."""
    scratch = os.path.join(ROOT, "scratch.db")
    os.makedirs(ROOT, exist_ok=True)
    columns = ("ID", "Event", "Event Type", "Name", "Timestamp(ns)", "Process Id", "Thread Id", "Device Id", "Ptr", "Attr",
               "Call Stack(Python)", "Call Stack(C)")
    rows = ((1, "MALLOC", "PTA", "N/A", 1764753083996495030, 7, 7, "0", "0x000012c041201000",
             '{"allocation_id":"1","size":"1536","total":"2097152","used":"1536","owner":"PTA@model@weight"}', "/a.py(11): <module>\n", ""),
            (2, "FREE", "PTA", "N/A", 1764753083996495040, 7, 7, "0", "0x000012c041201000", '{"size":"1536"', "", ""),
            (3, "MALLOC", "HAL", "N/A", 1764753083996495035, 7, 7, "host", "20615843020800", "{}", "", "/lib/libruntime.so(rtMalloc+0x118) [0xf79b279760c8]"),
            (4, "OOM_DETAIL", "OOM_TRIGGER", "N/A", 1764753083996495050, 7, 7, "0", "N/A", '{"req_size":"77"}', "", ""),
            (5, "MSTX", "Range_start", '"step start"', 1764753083996495020, 7, 7, "0", "N/A", "", "", ""))
    with_quotes = lambda value: "'" + str(value).replace("'", "''") + "'"
    statements = "CREATE TABLE memscope_dump (" + ", ".join('"%s"' % name for name in columns) + ");" + "".join(
        "INSERT INTO memscope_dump VALUES (" + ", ".join(map(with_quotes, row)) + ");" for row in rows)
    put("memscope", "record.db", database(scratch, statements))
    lines = [",".join(columns)] + [",".join('"' + str(value).replace('"', '') + '"' for value in row) for row in rows]
    put("memscope", "record.csv", "\n".join(lines) + "\n")
    put("memscope", "leaks.csv", "ID,Event,Event Type,Name,Timestamp(ns),Process ID,Thread ID,Device Id,Ptr,Attr\n"
        "2,MALLOC,HAL,N/A,1746006014361575,7,7,0,20615843020800,\"{addr:20615843020800,size:16384,owner:,MID:7}\"\n"
        "3,MALLOC,HAL,N/A,1746006014361576,7,7,0,20615843020800,\"{shape:1,2,3,size:18446744073709551615}\"\n4,FREE,,,\n")


def varint(value):
    data = b""
    while value >= 0x80:
        data += bytes([value & 0x7f | 0x80])
        value >>= 7
    return data + bytes([value])


def message(*fields):
    """Fields of protocol buffers: (number, value); numbers as varints, all else as bytes."""
    data = b""
    for number, value in fields:
        if isinstance(value, int):
            data += varint(number << 3) + varint(value)
        else:
            value = value if isinstance(value, bytes) else value.encode()
            data += varint(number << 3 | 2) + varint(len(value)) + value
    return data


def protobuf():
    """The first byte chooses: 0 XPlane, 1 Perfetto."""
    stat = lambda number, **value: message((1, number), *((int(key[1:]), own) for key, own in value.items()))
    names = [(4, message((1, i), (2, message((1, i), (2, name))))) for i, name in ((1, "gemm"), (2, "$a.py:1 f"), (3, "train"), (4, "while.1"))]
    stats = [(5, message((1, i), (2, message((1, i), (2, name))))) for i, name in (
        (1, "correlation_id"), (2, "name"), (3, "jit(f)/dot_general"), (4, "step_num"), (5, "memcpy_details"), (6, "allocator_name"), (7, "allocation_bytes"), (8, "_p"))]
    event = lambda number, at, length, *own: (4, message((1, number), (2, at), (3, length), *((4, each) for each in own)))
    host = message((2, "/host:CPU"), (3, message((1, 1), (2, "python/1"), (3, 100), event(3, 0, 9000000, stat(4, _3=7)), event(2, 5000, 4000),
        event(1, 6000, 1000, stat(1, _3=5), stat(8, _3=9)), event(1, 8000, 0, stat(6, _5="GPU_0_bfc"), stat(7, _3=512)))), *names, *stats)
    gpu = message((2, "/device:GPU:0"), *names, (3, message((1, 7), (2, "Stream #7"), (3, 100), event(1, 7000, 5000, stat(1, _3=5), stat(2, _7=3)),
        event(1, 20000, 9000, stat(5, _5="kind_src:host size:12 dest:0")), (4, message((1, 1), (5, 3))))), *stats)
    tpu = message((2, "/device:TPU:0"), (3, message((2, "XLA Ops"), event(4, 0, 9000), event(1, 100, 2000))), *names)
    put("protobuf", "xplane.pb", b"\0" + message((1, host), (1, gpu), (1, tpu), (4, "host")))
    packet = lambda *fields: (1, message(*fields))
    track = packet((10, 1), (60, message((1, 5), (4, message((1, 7), (2, 8), (5, "main"))))))
    clocks = packet((10, 1), (13, 1), (6, message((1, message((1, 6), (2, 500))), (1, message((1, 64), (2, 0), (3, 1), (4, 10))))), (59, message((58, 64), (11, message((11, 5))))))
    begin = packet((8, 5), (10, 1), (12, message((2, message((1, 1), (2, "work"))))), (11, message((9, 1), (10, 1), (22, "kernel_dispatch"), (47, b"\1\0\0\0\0\0\0\0"),
        (4, message((10, "corr_id"), (3, 4))), (4, message((10, "begin_ns"), (3, 1))))))
    end = packet((8, 9), (10, 1), (11, message((9, 2))))
    legacy = packet((8, 9), (10, 2), (44, message((1, 3), (2, 4), (6, 5))), (11, message((1, 5), (6, message((2, 88), (3, 7), (8, 6), (13, 3))))))
    counter = packet((10, 1), (60, message((1, 6), (2, "bytes"), (8, message((3, 3)))))), packet((8, 1), (10, 1), (11, message((9, 4), (11, 6), (30, 12))))
    whole = message(track, clocks, begin, end, legacy, *counter)
    put("protobuf", "trace.pftrace", b"\1" + whole)
    put("protobuf", "packed.pftrace", b"\1" + message(packet((50, zlib.compress(whole)))))


def masked_checksum(data):
    """CRC-32C as records of TensorBoard have it."""
    value = 0xffffffff
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = (value >> 1) ^ (0x82f63b78 if value & 1 else 0)
    value ^= 0xffffffff
    return (((value >> 15) | (value << 17)) + 0xa282ead8) & 0xffffffff


def training_logs():
    """A few lines of every dialect, with what launchers and terminals put around them; both kinds of files."""
    put("training_log", "megatron.log",
        "0:  [2025-04-13 23:41:12.12] iteration 1/ 10 | elapsed time per iteration (ms): 1147.6 | lm loss: 7.4E+00 | grad norm: nan |\n"
        "(min, max) time across ranks (ms):\n    forward-backward .....: (123.15, 123.15)\n"
        "[Rank 0] (after 1 iterations) memory (MB) | allocated: 18244.6 | max allocated: 1 |\n"
        " iteration 1/infinity | elapsed time per iteration (ms): 1e308 |\nvalidation loss at iteration 2 on set | lm loss value: 1 |\n")
    put("training_log", "several.log",
        "(TaskRunner pid=123) step:1 - actor/lr:np.float64(1.0) - timing_s/step:49.1\n[rank1]: step: 2  loss: 1.5  tps: 1,800\n"
        "[2024-06-21 10:50:42,167] [Rank 0] step=3, skipped=0, lr=[1e-5], mom=[(0.9, 0.999)]\ntime (ms) | fwd: 5.54 | bwd: 2\n"
        "\x1b[36m[XTuner][RANK 2][2025-08-29 09:17:51] Step 4/100 lr: 0.00002 time: 4.9 max_memory: 15.90 GB\x1b[0m\n"
        "Epoch(train) [2][10/1563]  lr: 1.0e-03  eta: 0:18:23  time: 0.14\n{ Epoch:[  1/  2], step:[  2/ 6500], loss: 1.5, lr: 2e-8\n"
        "  5%|#    | 6/60 [00:01<00:10]\r{'loss': '0.5', 'epoch': 0.1}\n{\"current_steps\": 9, \"loss\": 1, \"elapsed_time\": \"1 day, 0:01:02\"}\n"
        "{\"global_step/max_steps\": \"9/10\", \"loss\": 1, \"memory(GiB)\": 2}\n")
    put("training_log", "state.json", '{"global_step": 2, "log_history": [{"step": 1, "loss": 1.0, "a": [1]}, {"step": 2, "eval_loss": NaN}], "x": {}}')
    events = b""
    for event in (b"\x1a\x0dbrain.Event:2", b"\x09" + struct.pack("<d", 1.7e9) + b"\x10\x01\x2a\x0d\x0a\x0b\x0a\x04loss\x15" + struct.pack("<f", 2.5)):
        length = struct.pack("<Q", len(event))
        events += length + struct.pack("<I", masked_checksum(length)) + event + struct.pack("<I", masked_checksum(event))
    put("training_log", "events", events)


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


def readers(target):
    """The names of the files that a target chooses from by its first byte, in order."""
    with open(os.path.join(os.path.dirname(ROOT), f"fuzz_{target}.cpp"), encoding="utf-8") as file:
        return re.findall(r'\{[&"]\w+"?,\s*"([^"]+)"\}', file.read())


def chosen(index):
    return bytes([(ord("A") + index) % 256])


def small(reader, data, name=None):
    data = data if isinstance(data, bytes) else data.encode()
    put("small_files", name or reader, chosen(readers("small_files").index(reader)) + data)
    cuts = readers("cuts")
    if reader in cuts:
        put("cuts", name or reader, chosen(cuts.index(reader)) + data)


def flight_record():
    frame = {"name": "all_reduce", "filename": "a.py", "line": 7}
    call = {"frames": [frame, frame], "record_id": 3, "pg_id": 0, "process_group": ("0", "default_pg"), "collective_seq_id": 1,
            "p2p_seq_id": 0, "op_id": 1, "profiling_name": "nccl:all_reduce", "time_created_ns": 1795686147762297222,
            "input_sizes": [[2048, 1, 5120], [1 << 62, 8]], "input_dtypes": ["BFloat16"], "output_sizes": [[-1]], "output_dtypes": [],
            "state": "scheduled", "time_discovered_started_ns": None, "time_discovered_completed_ns": None, "retired": False,
            "timeout_ms": 600000, "is_p2p": False, "duration_ms": 1.5, "thread_name": "python3"}
    send = {**call, "profiling_name": "hccl:send 0->1", "is_p2p": True, "p2p_seq_id": 2, "state": "completed"}
    return {"version": "2.10", "comm_lib_version": "2.28.9", "pg_config": {"0": {"name": "0", "desc": "default_pg", "ranks": "[0, 1]"}},
            "pg_status": {"0": {"last_enqueued_collective": 6, "last_started_collective": -1, "last_completed_collective": "5"}},
            "entries": [call, send, {"state": 1}, 7]}


def beside_profiles():
    small("counter_collection.csv", '"Dispatch_Id","Kernel_Name","Counter_Name","Counter_Value","Start_Timestamp"\n1,"gemm","SQ_WAVES",64,1000\n2,"gemm","SQ_WAVES",x,\n')
    small("counter_collection.csv", name="memory_compare.csv", data=",,,Base,Compare\nEvent,Name,Device Id,Allocated Memory(byte),Allocated Memory(byte),Diff Memory(byte)\nOP_LAUNCH,aten::add,0,512,1024,512\nKERNEL,k,0,N/A,,1e309\n")
    node = {"id": 2, "name": "aten::mm", "ctrl_deps": 1, "inputs": {"values": [[6, 7, 0, 8, 4, "cuda:0"], "x"], "shapes": [[8, 256], []], "types": ["Tensor(float)", "Int"]},
            "attrs": [{"name": "rf_id", "type": "uint64", "value": 3}, [], {"name": "collective_name", "value": "allreduce"}]}
    old = {"name": "record_param_comms", "id": 3, "rf_id": 4, "parent": 9, "inputs": ["<None>", "allreduce"], "input_shapes": [[]], "input_types": ["String"]}
    small("execution_trace.json", json.dumps({"schema": "1.1.1-chakra.0.0.4", "nodes": [node, old, 5, {}]})[:-1])
    operator = message((1, 2), (2, "aten::mm"), (3, 4), (4, 1), (8, message((2, "[[8, 256]]"), (3, "[Tensor(float)]"))), (10, message((1, "rf_id"), (9, 3))))
    collective = message((1, 3), (2, "record_param_comms"), (3, 7), (4, varint(1) + varint(2)), (10, message((1, "comm_type"), (9, 0))))
    small("rank.et", b"".join(varint(len(part)) + part for part in (message((1, "0.0.4")), operator, collective)))


def graph_captures():
    event = lambda category, name, begin, duration, **more: {"ph": "X", "pid": 1, "tid": 1, "cat": category, "name": name, "ts": begin, "dur": duration, "args": more}
    events = [event("user_annotation", "capture_32_DECODE", 0, 1000), event("cuda_runtime", "hipStreamBeginCapture", 20, 1),
              event("cpu_op", "aten::mm", 100, 50, **{"Input Dims": [[8, 16], [], 5, {}]}), event("cuda_runtime", "hipLaunchKernel", 110, 5, kernel="gemm"),
              event("python_function", "nn.Module: Norm_0", 190, 1e300), 7, event("cuda_runtime", "cudaMemcpyAsync", "210.5", -5), event("cuda_runtime", "hipStreamEndCapture", 500, 1)]
    text = json.dumps({"schemaVersion": 1, "traceEvents": events})
    put("graph_capture", "whole.json", text)
    put("graph_capture", "array.json", json.dumps(events))
    put("graph_capture", "cut.json", text[:len(text) * 2 // 3])


def small_files():
    small("step_trace_time.csv",
        "Device_id,Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,"
        "Communication(Not Overlapped and Exclude Receive),Preparing\n0,5,8873.756,101963.203,4028.675,105991.878,25744.05,"
        "10.5,0.0,101963.203,17902.5\t\n1,,x,-,1e3,,,,,,\n")
    small("kernel_details.csv",
        "Step Id,Device_id,Stream ID,Name,Type,Accelerator Core,Start Time(us),Duration(us),Input Shapes\n"
        "13,0,2,aclnnMul_MulAiCore_Mul,Mul,AI_VECTOR_CORE,1764246877073569.640\t,18.92,\"\"\"1,2;3\"\"\"\n"
        "13,0,N/A,hcom_send__128_3_1,hcom_send_,COMMUNICATION,1764246877074569.6,9,N/A\n13,,,x,,,-,1e3,\"a\nb\n")
    small("kernel_details.csv", name="kernel_details_metrics.csv", data=
        "Name,OP State,Start Time(us),Duration(us),aicore_time(us),aic_mac_ratio,aiv_new_part(KB/s),cube_utilization(%)\n"
        "a,dynamic,1.5,2,165.835,0.95,1e39,98.7\nb,N/A,3,4,N/A,nan,,-1\n")
    small("op_statistic.csv",
        "Device_id,OP Type,Core Type,Count,Total Time(us),Min Time(us),Avg Time(us),Max Time(us),Ratio(%)\n"
        "0,MatMulV2,AI_CORE,8,921.498,16.54,115.187,346.567,10.385\n0,Add,x,-1,1e3,,,N/A,\n")
    small("api_statistic.csv",
        "Level,API Name,Time(us),Count,Avg(us),Min(us),Max(us),Variance\nacl,aclnnAdd,75.5,11,6.87,0.24,32.95,42.8\n")
    small("operator_details.csv",
        "Name,Input Shapes,Call Stack,Host Self Duration(us),Host Total Duration(us),Device Self Duration(us)\n"
        "aten::add,\";\n;\",\"a.py(1): f;\n\",1.5,2.5,0\naten::add,,,N/A,-1,\n")
    small("task_time.csv",
        "Device_id,kernel_name,kernel_type,stream_id,task_id,task_time(us),task_start(us),task_stop(us)\n"
        "0,aclnnAdd,KERNEL_AIVEC,2,12,31.760,\"1000.640\t\",\"1032.400\t\"\n0,N/A,MEMCPY_ASYNC,x,-1,12,1170,1182\n")
    small("l2_cache.csv",
        "Device_id,Stream Id,Task Id,Hit Rate,Victim Rate,Op Name\n0,2,11,0.913,N/A,MatMul\n0,2,x,1e99,,\n")
    small("aicpu.csv",
        "Timestamp(us),Node,Compute_time(us),Memcpy_time(us),Task_time(us),Dispatch_time(us),Total_time(us),Stream ID,"
        "Task ID\n\"1732270272000200.000\t\",Index,4120.5,13.2,nan,,-1,2,15\n")
    small("dataset.csv", "Operation,Stage,Occurrences,Avg. time (us),Custom Info\nMap,Execute,2048,812.5,\nMap,,-1,x,a\n")
    small("pipeline_profiling_0.json", json.dumps(
        {"sampling_interval": 10, "op_info": [
            {"op_id": 1, "op_type": "MapOp", "num_workers": 8, "metrics": {"output_queue": {"size": [0, 2, -1], "length": 64}}},
            {"op_id": 0, "op_type": "BatchOp", "children": [1, 0], "metrics": None}]}))
    small("minddata_pipeline_raw_0.csv",
        "op_id,op_type,num_workers,output_queue_size,output_queue_average_size,output_queue_length,output_queue_usage_rate,"
        "sample_interval,parent_id,children_id\n0,Batch,4,\"[0, 2]\",1.0,64,0.015,10,,[1]\n1,Map,8,,,,0,10,0,\n")
    small("minddata_pipeline_summary_0.csv",
        "op_ids,0,1\nop_names,DeviceQueue,Batch\nqueue_utilization_pct,-1,3.12\nparent_id,-1,0\nper_pipeline_time,21.5\n"
        "bottleneck_suggestion,Batch(id=1): more\n")
    small("minddata_cpu_utilization_0.json", json.dumps(
        {"cpu_processor_num": 192, "device_info": {"idle_utilization": [66, 65]},
         "op_info": [{"op_id": -1, "metrics": {"user_utilization": [0], "sys_utilization": [1.5]}}]}))
    small("device_queue_profiling_0.txt", "1 64 1 0 1000\n0 0 1 400 1400\n0 1 1 1\n0 2 x -1\n")
    small("minddata_aicpu_0.txt", "GetNext_dequeue_wait 100 102 3\nGetNext -1 2\n")
    small("profiler_info_0.json", json.dumps(
        {"config": {"common_config": {"activities": ["CPU", "NPU"], "with_stack": True}, "experimental_config": {"_profiler_level": "Level1"}},
         "start_info": {"syscnt_enable": True, "freq": 100.0}, "torch_npu_version": "2.1", "cann_version": "8.0", "rank_id": 2}))
    small("profiler_metadata.json", json.dumps(
        {"distributed_args": {"tensor_model_parallel_size": 1, "pipeline_model_parallel_size": 2, "world_size": 4, "rank": 0},
         "parallel_group_info": {"group_name_1": {"group_name": "pp", "group_rank": 0, "global_ranks": [0, 2]}}, "ENV_VARIABLES": {"A": "b"}}))
    small("op_summary.csv",
        "Device_id,Model ID,Task ID,Stream ID,Op Name,OP Type,OP State,Task Type,Task Start Time(us),Task Duration(us),Task Wait Time(us),"
        "Block Dim,HF32 Eligible,Input Shapes,Input Data Types,Input Formats,aicore_time(us),mac_ratio,cube_utilization(%)\n"
        "0,4294967295,3,2,MatMulV2,MatMulV2,dynamic,AI_CORE,\"1764246877073569.640\t\",18.92,0.5,20,NO,\"\"\"1,2;3\"\"\",FLOAT16;FLOAT,ND;ND,12.5,0.9,88.1\n"
        "0,x,,,hcom_allReduce__128_3_1,N/A,N/A,COMMUNICATION,-1,1e3,,,,N/A,N/A,N/A,nan,,\n")
    small("step_trace_raw_0_detail_time.csv",
        "step_num,start_point,end_point,total,fp_point,bp_point,tail,iteration_interval,bp_fp,stream_3_AllReduce-op7,"
        "stream_3_start_point,stream_3_end_point\n2,1000000,1500000,500000,0,0,0,0,0,20000,1100000,1120000\n"
        "3,99999999999999999999,-1,500000,0,0,0,0,0,x,y,z\n-,1,2,3,4,5,6,7,8,9,10,11\n")
    small("nccl_trace_rank_0", pickle.dumps(flight_record(), protocol=2))
    small("flight_recorder.json", json.dumps(flight_record()))
    small("sched_trace.txt", "# entries-in-buffer/entries-written: 3/9\n a b-1 [000] d..2 1.000001: sched_switch: prev_comm=a b "
          "prev_pid=1 prev_prio=120 prev_state=D|K ==> next_comm=c next_pid=2 next_prio=120\nCPU:0 [LOST 7 EVENTS]\n"
          " <...>-2 (-----) [000] dn.4 1.5: sched_waking: comm=a b pid=1 prio=120 target_cpu=000\n"
          " c-2 [000] 2.000000001: sched_switch: c:2 [120] R+ ==> a b:1 [120]\n gid=4\n"
          "a 3/1 [001] 2.0: 1 sched:sched_blocked_reason: pid=1 iowait=1\n a-1 [000] .... 3.0: irq_handler_entry: irq=3 name=x\n"
          " a-1 [000] .... 3.1: irq_handler_exit: irq=3 ret=handled\n a-1 [000] .... 3.2: softirq_exit: vec=1\n"
          " a-1 [000] .... 4.0: tracing_mark_write: trace_event_clock_sync: realtime_ts=99999999999999\n")
    task = {"ph": "X", "tid": 3, "pid": 1, "ts": 1100, "dur": 50, "name": "Memcpy", "args": {
        "task type": "Memcpy", "src rank": 0, "dst rank": 1, "transport type": "SDMA", "size": 1000000, "stream id": 4}}
    small("iter2.trace", json.dumps({"device id": 0, "iteration": 2, "traceEvents": [
        task, {**task, "ts": 1000, "name": "Notify Wait", "args": {**task["args"], "task type": "Notify Wait", "size": 0}},
        {**task, "tid": 1e300, "args": {**task["args"], "task type": "RDMASend", "dst rank": 4294967295, "transport type": "RDMA"}},
        {**task, "args": {**task["args"], "task type": "Reduce Inline", "dst rank": "5"}}, {"ph": "M"}, 7]}))
    times = {"Communication Time Info": {"Start Timestamp(us)": 1000.5, "Elapse Time(ms)": 2.5, "Transit Time(ms)": "1.5", "Wait Time(ms)": 1,
                                         "Synchronization Time(ms)": 0.5, "Idle Time(ms)": 0},
             "Communication Bandwidth Info": {"RDMA": {"Transit Size(MB)": 1e300, "Transit Time(ms)": 2, "Bandwidth(GB/s)": 3,
                                                       "Large Packet Ratio": 0.5, "Size Distribution": {"0.5": [3, 0.25], "x": []}}}}
    link = {"Transport Type": "HCCS", "Transit Size(MB)": 5, "Transit Time(ms)": 1, "Bandwidth(GB/s)": 5, "Op Name": "hcom_send__1@g"}
    small("communication.json", json.dumps({"step5": {"p2p": {"hcom_send__1@g": times}, "collective": {"Total Op Info": times}}, "x": {}}))
    small("communication_matrix.json", json.dumps({"step5": {"p2p": {"hcom_send__1@g": {"0-1": link, "x-y": link, "0-": 3}}}}))
    small("cluster_communication.json", json.dumps({"(0, 1)": {"step5": {"hcom_allReduce__2@g": {"0": times, "-1": times}}}}))
    small("cluster_communication_matrix.json", json.dumps({"(0, 1)": {"step5": {"hcom_allReduce__2@g": {"0-1": link}}}}))
    small("communication_group.json", json.dumps({"p2p": [[0, 1]], "collective": [[0, 1, 2, "x"]], "comm_group_rank_dict": {"g": [0, 1]},
                                                  "parallel_group_info": {"g": {"group_name": "pp", "global_ranks": [0, 1]}}}))
    small("aicpu_mi_1.csv", "Timestamp(us),Node,Start,End,Queue Size\n1000.5,GetNext,1,2,3\n,,,,\n")
    small("dp_1.csv", "Timestamp(us),Action,Source,Cached Buffer Size\n1000.5,Last dequeue,x,3\n,,,\n")


def lines(target, name, choice, text):
    put(target, name, chosen(choice) + (text if isinstance(text, bytes) else text.encode()))


def leb(value):
    out = b""
    while value >= 0x80:
        out += bytes([value & 0x7f | 0x80])
        value >>= 7
    return out + bytes([value])


def zigzag(value):
    return leb(((value << 1) ^ (value >> 63)) & (2**64 - 1))


def digests():
    """Notes as core/store/bundle/digest_note writes them, places of bundles, and digests of two ranks."""
    def text(value):
        return leb(len(value)) + value.encode()
    note = leb(1) + text("/profile") + leb(2) + zigzag(0) + zigzag(1) + zigzag(0) + text("pipeline") + leb(1)
    note += text("/profile/rank_0/a.db") + leb(5000) + zigzag(1736408883688177930) + text("")
    for choice in (0, 1):
        lines("digest", f"note_{choice}.bin", choice, note)
    lines("digest", "failure.bin", 1, leb(1) + text("") + leb(0) + zigzag(-1) + text("merged") + leb(0) + text("cannot be read"))
    lines("digest", "place.bin", 2, text("timeline") + text("step:0/5") + zigzag(100) + zigzag(5000))
    lines("digest", "place_anywhere.bin", 2, text("") + text(""))
    with open(os.path.join(ROOT, "bundle", "rank.bin"), "rb") as file:
        rank = file.read()
    put("digest_merge", "two_ranks.bin", b"\x80" + rank + rank)
    put("digest_merge", "empty_ranks.bin", b"\x80" + b"\x00" * 6)
    put("digest_merge", "one_rank.bin", b"\xff" + rank)


def kept_files():
    marks = "stagescope marks 1\nrun /profile\nflag 1500 e5484d slow%0a%25\nrange -5 1736408883688177930 0091ff m\n"
    lines("kept_files", "marks.txt", 0, marks)
    lines("kept_files", "whole_marks.txt", 1, marks)
    lines("kept_files", "no_marks.txt", 1, "stagescope marks 1\nrun x\n")
    lines("kept_files", "marks_on_disk.txt", 2, marks + "end 0123456789abcdef\n")
    run = {"path": "/runs/a", "name": "a", "note": "n", "used_ns": 5, "captured_ns": 1736408883688177930, "ranks": 4, "runs": 0}
    run["gist"] = {"step_ns": 5, "parts_ns": {"split.free": 5}, "finding": ["finding.none", "a"], "findings": 1}
    lines("kept_files", "runs.json", 3, json.dumps({"version": 1, "runs": [run, {**run, "used_ns": 1e300, "ranks": -1}, {"path": 3}, 7]}))
    table = {"title": "x", "heads": ["a", "b"], "rows": [["1"], ["1", "2", "3"]], "row_count": 900}
    entry = {"title": "t", "note": "n", "png": "iVBORw0KGgo=", "table": table}
    lines("kept_files", "report.json", 4, json.dumps({"version": 1, "run": "/profile", "entries": [entry, {}, {**entry, "png": "!"}]}))
    lines("kept_files", "other_version.json", 4, json.dumps({"version": 2, "entries": []}))
    lines("kept_files", "arrangement.txt", 5, "fold 0 0 3 77 1\npin 0 0 3 77 0\nhide 1 0 4 0 0\nmerge 0 0 4294967295 0 0\nbelow 0 0 1 0 0\n"
          "next 0 0 2 0 0\noffset 1 4294967295 4294967295 0 -500\npython -1 4294967295 4294967295 0 0\nfit x\nwaits 99999999999 0 0 0 0\n")


def settings():
    """'A' to 'J': of each kind in the order of SettingKind, from 'K' on: a change of it, then scripts and variables."""
    kinds = ["mindspeed", "fsdp", "torch_npu", "ms_monitor", "mindspore", "ms_monitor_mindspore", "options", "schedule", "mindspore_schedule", "torch"]
    tools = {"profile": {"enable": True, "profile_type": "static", "ranks": [0, -1, "x"], "static_param": {
        "level": "level1", "with_stack": 1, "start_step": 10, "end_step": 8, "save_path": "./a", "aic_metrics_type": "Memory"}}}
    torch_npu = {"activities": ["CPU", "NPU"], "prof_dir": "./", "analyse": False, "with_stack": True, "start_step": 2, "active": 3, "warmup": 1,
                 "experimental_config": {"profiler_level": "Level5", "aic_metrics": None, "l2_cache": "true", "export_type": ["text", "db"]}}
    mindspore = {"start_step": 2, "stop_step": 5, "aic_metrics": -1, "profiler_level": 0, "activities": 0, "export_type": 0, "mstx": True}
    yaml = "tools:\n  profile:\n    enable: on\n    ranks: [0, 4]\n    static_param:\n      level: level1  # x\n      start_step: 010\n      save_path: \"a\\tb\"\n"
    request = "NpuTrace config = \r\nACTIVITIES_LOG_FILE = /tmp/a\r\nPROFILE_START_ITERATION=0\r\nMINE=x=y\r\nPROFILE_ACTIVITIES=CPU,NPU\r\n"
    schedule = {"wait": 1, "warmup": 1, "active": 2, "repeat": 9007199254740993, "skip_first": 3}
    written = [json.dumps(tools), yaml, json.dumps(torch_npu, indent=1), request, json.dumps(mindspore), request.replace("PROFILE_", ""),
               json.dumps(mindspore), json.dumps(schedule), json.dumps({"wait": 0, "active": -1}),
               json.dumps({"activities": ["CPU"], "record_shapes": True, "with_modules": "no"})]
    changes = ["profile.ranks=0,4", "level=level2", "experimental_config.profiler_level=Level1", "prof_dir=./b", "stop_step=9", "start_step=5",
               "activities=[\"CPU\"]", "repeat=0", "wait=1", "with_stack=true"]
    for i, (kind, text, change) in enumerate(zip(kinds, written, changes)):
        lines("settings", f"{kind}.txt", i, text)
        lines("settings", f"{kind}_edit.txt", len(kinds) + i, change + "\n" + text)
    lines("settings", "comments.json", 2, "\ufeff// a\n{\"prof_dir\": \"\\ud800\", /* b */ \"active\": 1e9,}\n")
    lines("settings", "deep.json", 2, "{\"a\":" + "[" * 70)
    lines("settings", "blocks.yaml", 1, "tools: &a\n  profile:\n    - |\n      x\n    - >-\n     y\n    - *a\n    - !t 'it''s'\n    - {a: [1, 2], b: }\n? c\n")
    lines("settings", "script.py", 20, "import mindspore\np = profile(activities=[ProfilerActivity.CPU],\n  schedule=torch_npu.profiler.schedule(wait=1, "
          "warmup=x, active=2, repeat=1),  # )\n  on_trace_ready=tensor_board_trace_handler(r\"./x\\\"), with_stack=True)\n"
          "DynamicProfilerMonitor(cfg_path=\"a\", poll_interval=0)\njit_level=\"O2\"\n")
    for name, value in (("affinity", "mode:1,npu0:0-1,npu1:2-1,force:1,npu_affine:x"), ("alloc", "expandable_segments:True,max_split_size_mb:50"), ("queue", "2")):
        lines("settings", f"{name}.txt", 21, value)
    put("requests", "request.txt", "./b\n" + request)
    put("requests", "equals.txt", "a=b\n" + request)
    put("requests", "empty.txt", "\n\n# x\n=\n")


def gates():
    for i, gate in enumerate(["step_ms > +5%", "median(time_split.step_us) >= 12.5 ms", "max(mean(kernel_stats.total_us where name ~ \"MatMul\" and count > 3)) != 1.5s",
                              "findings.severity = 'warning'", "peak_memory_gib < -1 points", "p95(sum(x.y where", "count(steps.step) > 1e400 parsecs", "\xff((",
                              "duration between 50 us and 2 ms and not (name ~ \"x\" or stream in (1, '2'))", "size_bytes >= 2 MiB or name like 'a%' escape '!' and step is not null",
                              "SELECT rank, count(*) AS n FROM slice WHERE kind = 'stream' GROUP BY rank HAVING n > 2"]):
        put("gate", f"{i}.txt", gate.encode("latin-1"))


def statements():
    for name, sql in (("join", "SELECT k.name, count(*), p95(k.dur_ns) FROM kernel k JOIN step s USING (rank, step) WHERE k.rank = 0 GROUP BY 1 ORDER BY 2 DESC"),
                      ("spans", "SELECT sum(dur_ns) FROM overlap((SELECT spans(a, b, 'x', 1) FROM (VALUES (1, 2), (3, NULL)) AS t(a, b)), (SELECT spans(column1, 5, 7, 1) FROM (VALUES (0), (-9e18))))"),
                      ("gaps", "SELECT * FROM gaps((SELECT spans(column1, column2) FROM (VALUES (1, 2), (9223372036854775807, 1))), -5, 9e18) UNION ALL SELECT *, NULL, 1 FROM buckets((SELECT spans(1, 4)), 3)"),
                      ("recursion", "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*), median(n) FROM r"),
                      ("texts", "SELECT hex(zeroblob(60000)) || printf('%.*c', 90000, 'x') FROM tables a, tables b, tables c"),
                      ("sums", "SELECT key, value FROM json_each((SELECT sum_by(id, length(title)) FROM tables)) LIMIT :limit"),
                      ("window", "SELECT name, lag(begin_ns) OVER (PARTITION BY rank ORDER BY begin_ns), step, self_ns FROM slice WHERE step = 3 AND begin_ns BETWEEN t0() AND 1e18 AND name GLOB '*x*'"),
                      ("parameters", "SELECT * FROM kernel_stats WHERE \"by\" = 'shape' AND rank IN (1, 2)"),
                      ("attach", "ATTACH 'x' AS y"), ("load", "SELECT load_extension('x')"), ("pragma", "SELECT * FROM pragma_database_list"), ("two", "SELECT 1; SELECT 2")):
        put("statements", name + ".sql", sql)


def own_rules():
    rule = ("-- rule: long_kernels\n-- says: {n} kernels over {limit_us} us take {impact_ns}\n-- when: impact_ns > 2 % of step\n-- severity: low\n-- param: limit_us = 500\n"
            "-- each: row\n-- platform: torch\n-- remedy: Split them.\nSELECT count(*) AS n, sum(dur_ns) AS impact_ns FROM kernel WHERE dur_ns > :limit_us * 1000\n")
    put("own_rules", "whole.sql", rule)
    for name, old, new in (("unit", "2 % of step", "2 parsecs"), ("column", "count(*) AS n", "nmae"), ("name", "long_kernels", "a b"), ("twice", "-- each: row", "-- rule: x"),
                           ("no_statement", "SELECT", "-- SELECT"), ("param", "limit_us = 500", "limit_us 500"), ("severity", ": low", ": worst"), ("operator", "> 2", "=> 2")):
        put("own_rules", name + ".sql", rule.replace(old, new))
    put("own_rules", "empty.sql", "")
    put("own_rules", "head.sql", "-- rule:\r\n--\r\n\r\nSELECT 1")


def mcp():
    def request(number, method, **params):
        return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
    call = lambda number, tool, **arguments: request(number, "tools/call", name=tool, arguments=arguments)
    modern = {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}}
    put("mcp", "legacy.txt", "\n".join([request(1, "initialize", protocolVersion="2025-06-18", capabilities={}), '{"jsonrpc":"2.0","method":"notifications/initialized"}', request(2, "tools/list"), request(3, "ping")]))
    put("mcp", "modern.txt", "\n".join([request("a", "server/discover", **modern), request("b", "tools/list", **modern), request("c", "tools/list", _meta={"io.modelcontextprotocol/protocolVersion": "x"})]))
    put("mcp", "calls.txt", "\n".join([call(1, "open_profile", path="/etc/passwd"), call(2, "describe", words="kernel gap"), call(3, "query", sql="SELECT 1"), call(4, "pivot", values=5), call(5, "no_tool"),
                                       call(6, "query", result="r1", row="7"), '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}}']))
    put("mcp", "resources.txt", "\n".join([request(1, "resources/list"), request(2, "resources/read", uri="stagescope://schema"), request(3, "prompts/list"), request(4, "prompts/get", name="why_slow", arguments={"path": "x"})]))
    put("mcp", "wrong.txt", '{"jsonrpc":"1.0","id":1}\n[1,{}]\n{"id":null}\n\x00\n{"jsonrpc":"2.0","id":{},"method":"ping"}\n' + "[" * 2000)


def watched():
    log = ("2026-01-01 00:00:00,000 [INFO] [1] _dynamic_profiler.py: Start Dynamic Profiler at 5 step.\n"
           "2026-01-01 [ERROR] [1] x.py: Dynamic profiler process load json failed, KeyError has occur!\n[WARNING] profile cfg \xff\n\n" + "x" * 500 + "[ERROR]\n")
    lines("watch", "log.txt", 0, log.encode("latin-1"))
    for name, data in (("trace_view.json", b"[{}]"), ("trace_view.json.gz", gzip.compress(b"[1", mtime=0)), ("x.pt.trace.json", b"{\"traceEvents\": [\"a\\"),
                       ("ascend_pytorch_profiler_0.db", b"SQLite format 3\0" + bytes(100)), ("snapshot.pickle", b"\x80\x04]."), ("kernel_details.csv", b""),
                       ("host_4711_20261124015620000_ascend_pt", b""), ("trace.json.zst", zstd_frame(b"{}"))):
        lines("watch", name, 1, name.encode() + b"\n" + data)


def answers():
    listing = [{"Path": "rank_0/a.json", "Name": "a.json", "Size": 5, "ModTime": "2026-11-24T01:56:20.000000000Z", "IsDir": False, "Hashes": {"md5": "00" * 16}},
               {"Path": "rank_0/profiler_info_0.json", "Size": 2, "ModTime": "x"}, {"Path": "../b", "Size": 1e300}, {"Path": "rank_0", "Size": -1}]
    text = "[\n" + ",\n".join(json.dumps(file) for file in listing) + "\n]\n"
    lines("answers", "listing.json", 0, text)
    lines("answers", "no_end.json", 0, text[:-3])
    lines("answers", "years.json", 0, text.replace("2026-", "4052-"))
    lines("answers", "plan.json", 1, text)
    log = "\n".join([json.dumps({"level": "info", "msg": "Copied (new)", "object": "a.json"}), json.dumps({"level": "error", "msg": "no space left on device", "object": "b"}),
                     json.dumps({"level": "notice", "stats": {"bytes": 1e300, "speed": -1}}), "2026/11/24 01:56:20 NOTICE: strange", "  goes on"])
    lines("answers", "rclone_log.txt", 2, log)
    for name, remote in (("named", "store:a/b/"), ("written_out", ":s3,secret=x:"), ("bare", "store:"), ("dots", "a b.c:..")):
        lines("answers", f"remote_{name}.txt", 3, remote)
    access = {"access_key": "a", "secret_access_key": "b", "region_name": "c", "security_token": "d"}
    lines("answers", "access.json", 4, json.dumps({"access_config": access}))
    lines("answers", "access_controls.json", 4, json.dumps({"access_config": {**access, "server": "\n"}}))
    lines("answers", "manifest.json", 5, json.dumps({"source": "store:profile", "files": [{"name": "a", "bytes": 3}]}))
    lines("answers", "job.txt", 6, "1234;cluster-1")
    lines("answers", "states.txt", 6, "CLUSTER: x\nPENDING Resources\nRUNNING None\n\nCOMPLETING\n")
    lines("answers", "log.txt", 6, "loading\nshard 3 of 8: exit code 2\n")


def zstd_frame(data):
    """As one block that is not packed."""
    head = b"\x28\xb5\x2f\xfd\xa0" + len(data).to_bytes(4, "little")
    return head + (len(data) << 3 | 1).to_bytes(3, "little") + data


class Archive:
    """Frames of a session archive as core/store/trace writes them."""

    def __init__(self):
        self.bytes = b"STGARCH1" + (3).to_bytes(4, "little") + (2).to_bytes(4, "little") + b"me"

    def frame(self, data):
        packed = zstd_frame(data)
        place = (len(self.bytes), len(packed), len(data))
        self.bytes += packed
        return place

    def column(self, values, size):
        data = b"".join((value & (256**size - 1)).to_bytes(size, "little") for value in values)
        return numbers(len(values)) + (numbers(1, *self.frame(data)) if values else numbers(0))

    def texts(self, values):
        return self.column([len(value) for value in values], 4) + numbers(1, *self.frame("".join(values).encode()))

    def end(self, directory):
        offset, packed, raw = self.frame(directory)
        return self.bytes + offset.to_bytes(8, "little") + packed.to_bytes(4, "little") + raw.to_bytes(4, "little") + b"STGARCH1" + bytes(8)


def numbers(*values):
    return b"".join((value & (2**64 - 1)).to_bytes(8, "big") for value in values)


def session_archive():
    """As core/store/trace writes it, but for the hash at its end, which the target puts right."""
    def text(value):
        return numbers(len(value)) + value.encode()

    def track(at, parent, kind, rows, depths):
        return numbers(at, parent, kind, 1, 0, at, rows, depths)
    out = Archive()
    log = numbers(1, 2) + text("/a") + text("json.broken") + numbers(7, 1) + text("byte 3") + text("x")
    table = numbers(1, 0, 2, 2) + text("step") + numbers(0) + out.column([5, 1], 8) + text("name") + numbers(2) + out.column([0, 1], 4) + out.texts(["", "a"])
    nothing = out.column([], 8)
    slices = b"".join([out.column([100, 100, -50], 8), out.column([50, 50, 20], 8), out.column([2, 1, 2], 4), out.column([7, 7, 2], 1),
                       out.column([1, 1, 1], 8), out.column([0, 2, 3], 4)])
    counter = out.column([5, 5], 8) + out.column([0, 4607182418800017408], 8)
    flows = b"".join([out.column([1], 4), out.column([1], 4), out.column([100], 8), out.column([200], 8), out.column([0], 4), out.column([0], 4)])
    trace = numbers(1) + out.texts(["", "stream", "MatMul"]) + numbers(1, 5, 250, 3, 2) + out.column([255, 2, 7], 1) + numbers(3)
    trace += track(0, 2**32 - 1, 0, 0, 0) + nothing * 8 + track(1, 0, 3, 3, 2) + slices + nothing * 2 + track(2, 0, 7, 2, 0) + nothing * 6 + counter + flows
    whole = out.end(log + table + trace)
    for choice, name in enumerate(("as_it_stands", "hashed")):
        lines("session_archive", f"{name}.session", choice, whole)


def redacted():
    put("redactor", "all.txt", "/home/alice/runs/secret\ntrainer-7.lab.example.com\n10.0.0.7%eth0_60000_0\n"
        "at 10.20.30.40:29500, 00:1a:2b:3c:4d:5e, fe80::1:2, a.b@c.de, \"/home/bob/src/train.py\" on trainer-7 C:\\Users\\dave\\x.py")
    put("redactor", "long_path.txt", "/x\nnode1\ng\n" + "/a/bb" * 400 + " " + "x" * 2000 + "@")
    put("redactor", "names_in_names.txt", "aaa\naaaa\naaaaa\naaaaaaaaaaaaaaa aaa.aaa/aaa_aaa_4711_ascend_pt")


def small_texts():
    samples = [["slice:0/1/2/3", "cell:0/pp%2F0/5/0/F/0/3/0", "bubble:0/g/5/-1/2", "op:1/0/2/hcom%20send", "link:0/g//n/0/1", "moment:0/1/-5", "events:0/0/0/1/9",
                "stack:0/1/4294967296"],
               ["1736408883688177.930", "-12.5e3\t", "1.5 MiB", "12ms", "[1,10,7]", "/a=/b", "9223372036854775807.9995", "1e-400"],
               ["0F0,0F1,1B0\n1F0,(1F1;1B0)OVERLAP_F_B,SEND_F\n", "0F0,,0I0,0W0,0L0", "PP:3F5"],
               ["microbatches=8", "fault=slow-rank=5:1.2", "schedule=dualpipev", "memory-leak=3:1e30"],
               ["{'name': 'backward_step', 'current_microbatch': 3}", "rank_3_ascend_pt", "snapshot_2026-11-21-10-30_3.pickle", "hcom_batchSendRecv__128_3_1",
                "ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)", "Default/network-TrainOneStepCell/MatMul-op12", "{\"rank_id\": \"3\"", "ProfilerStep#13"],
               ["\"4096,1024;;8\"FLOAT16;DT_BF16;X", "[[10, 64], [], [[1]]][\"float\", \"Scalar\", \"\"]", "mode:1,npu0:0-1"],
               ["=cmd\x1b[0m\u202e", "a,\"b\"\n", "\\ud83d\\ude00\\u12"], ["rank_2\nrank_10\nrank_010", "a\na0\na00", "1x\n01\n1"]]
    for choice, group in enumerate(samples):
        for i, text in enumerate(group):
            lines("texts", f"{choice}_{i}.txt", choice, text)
    for name, text in (("plain", "MatMul\nxMatMulV2"), ("nested", "(a+)+$\n" + "a" * 40 + "b"), ("unicode", "\\p{L}{2,}(?<=\u00e9)\nca\u00e9"),
                       ("recursive", "(?R)?x|(?1)(y)\nxxy"), ("open", "[a-\n[")):
        put("patterns", f"{name}.txt", text)


def archives():
    trace = json.dumps({"traceEvents": [{"ph": "X", "name": "a", "pid": 1, "tid": 1, "ts": 1, "dur": 2}]}).encode()
    when = (2026, 1, 1, 0, 0, 0)
    members = [("rank_0/trace.json", trace), ("rank_0/packed.json.gz", gzip.compress(trace, mtime=0)), ("../out", b"x"), ("/abs", b"x")]
    for name, method in (("stored.zip", zipfile.ZIP_STORED), ("deflated.zip", zipfile.ZIP_DEFLATED)):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", method) as packed:
            for inner, content in members:
                packed.writestr(zipfile.ZipInfo(inner, when), content, method)
        put("archives", name, out.getvalue())
    for form, name in ((tarfile.USTAR_FORMAT, "ustar.tar"), (tarfile.GNU_FORMAT, "gnu.tar"), (tarfile.PAX_FORMAT, "pax.tar")):
        out = io.BytesIO()
        with tarfile.open(fileobj=out, mode="w", format=form) as packed:
            for inner, content in members + [("x" * 150 + "/long.json", trace)]:
                info = tarfile.TarInfo(inner)
                info.size = len(content)
                if form != tarfile.USTAR_FORMAT or len(inner) < 100:
                    packed.addfile(info, io.BytesIO(content))
            for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.DIRTYPE):
                info = tarfile.TarInfo("kind" + kind.decode())
                info.type, info.linkname = kind, "rank_0/trace.json"
                packed.addfile(info)
        plain = out.getvalue().rstrip(b"\0") + bytes(1024)
        put("archives", name, plain)
        put("archives", name + ".gz", gzip.compress(plain, mtime=0))
    put("archives", "pax.tar.zst", zstd_frame(plain))


def compressed():
    text = b"{\"a\": 1}\n" * 20
    put("compressed", "x.gz", gzip.compress(text, mtime=0))
    put("compressed", "two_members.gz", gzip.compress(text, mtime=0) * 2)
    put("compressed", "x.zst", zstd_frame(text))
    put("compressed", "run.zst", b"\x28\xb5\x2f\xfd\xa0" + (1 << 16).to_bytes(4, "little") + ((1 << 16) << 3 | 3).to_bytes(3, "little") + b"a")
    put("compressed", "skippable.zst", b"\x50\x2a\x4d\x18\x03\x00\x00\x00abc" + zstd_frame(text) * 2)
    put("compressed", "plain.json", text)


def cluster_db():
    put("cluster_db", "cluster_analysis.db", database(os.path.join(ROOT, "scratch.db"), """
        CREATE TABLE ClusterCommunicationTime (step TEXT, rank_id INTEGER, hccl_op_name TEXT, group_name TEXT, start_timestamp NUMERIC, elapsed_time NUMERIC,
            transit_time NUMERIC, wait_time NUMERIC, synchronization_time NUMERIC, idle_time NUMERIC, synchronization_time_ratio NUMERIC, wait_time_ratio NUMERIC);
        INSERT INTO ClusterCommunicationTime VALUES ('step5', 0, 'hcom_send__1', 'g', 1000.5, 2.5, 1, 1, 'x', 0, 0, 1e300);
        CREATE TABLE ClusterCommunicationBandwidth (step TEXT, rank_id INTEGER, hccl_op_name TEXT, group_name TEXT, band_type TEXT, transit_size NUMERIC,
            transit_time NUMERIC, bandwidth NUMERIC, large_packet_ratio NUMERIC, package_size NUMERIC, count NUMERIC, total_duration NUMERIC);
        INSERT INTO ClusterCommunicationBandwidth VALUES ('step5', 0, 'hcom_send__1', 'g', 'RDMA', 5, 1, 5, 0, 0.5, 3, 1);
        CREATE TABLE ClusterCommunicationMatrix (step TEXT, hccl_op_name TEXT, group_name TEXT, src_rank TEXT, dst_rank TEXT, transit_size NUMERIC,
            transit_time NUMERIC, bandwidth NUMERIC, transport_type TEXT, op_name TEXT);
        INSERT INTO ClusterCommunicationMatrix VALUES ('step5', 'hcom_send__1', 'g', '0', 'x', 5, 1, 5, 'HCCS', 'n');
        CREATE TABLE ClusterStepTraceTime (step TEXT, type TEXT, "index" TEXT, computing NUMERIC, communication_not_overlapped NUMERIC, overlapped NUMERIC,
            communication NUMERIC, free NUMERIC, stage NUMERIC, bubble NUMERIC, communication_not_overlapped_and_exclude_receive NUMERIC, preparing NUMERIC);
        INSERT INTO ClusterStepTraceTime VALUES ('5', 'rank', '0', 1, 2, 3, 4, 5, 6, 7, 8, 9), ('5', 'stage', '(0, 1)', 1, 2, 3, 4, 5, 6, 7, 8, 9);
        CREATE TABLE CommunicationGroupMapping (type TEXT, rank_set TEXT, group_name TEXT, group_id TEXT, pg_name TEXT);
        INSERT INTO CommunicationGroupMapping VALUES ('collective', '(0,1,x)', 'g', 'h', 'pp');
    """))


def copied():
    """Files of other targets, for those that copy them."""
    cuts = readers("cuts")
    for target, name, reader in (("profiler_db", "profiler.db", "ascend_pytorch_profiler_0.db"), ("profiler_db", "analysis.db", "analysis.db"),
                                 ("trace_json", "object.json", "trace_view.json"), ("memory_files", "memory_record.csv", "memory_record.csv"),
                                 ("memory_files", "operator_memory.csv", "operator_memory.csv")):
        with open(os.path.join(ROOT, target, name), "rb") as file:
            data = file.read()
        put("cuts", reader, chosen(cuts.index(reader)) + data)
        if name == "profiler.db":
            put("peer_copies", name, data)
    put("peer_copies", "triggers.db", database(os.path.join(ROOT, "scratch.db"), """
        CREATE TABLE STRING_IDS (id INTEGER PRIMARY KEY, value TEXT); INSERT INTO STRING_IDS VALUES (3, 'hcom_send__1');
        CREATE TABLE COMMUNICATION_OP (opName INTEGER, startNs INTEGER);
        INSERT INTO COMMUNICATION_OP VALUES (3, 150);
        CREATE VIEW StepTaskInfo AS SELECT 1 AS name; CREATE TRIGGER t AFTER UPDATE ON COMMUNICATION_OP BEGIN DELETE FROM STRING_IDS; END;
    """))


def remote():
    """What another machine answers: the first byte is the size of pieces."""
    def frame(kind, data):
        return kind + struct.pack("<I", len(data)) + data
    greeting = b"stagescope-serve 2 0.1.0\n"
    file = frame(b"f", b'{"name":"rank_0.stagescope","size":5}') + frame(b"d", b"abc") + frame(b"d", b"de")
    put("remote", "whole.bin", b"\x10Welcome\n" + greeting + frame(b"p", b'{"done":1,"all":2}') + file + frame(b"s", b"rank_1.stagescope") + frame(b"e", b""))
    put("remote", "refused.bin", b"\xff" + greeting + frame(b"x", b'{"kind":"NotFound","detail":"nothing","where":"/x"}'))
    put("remote", "elsewhere.bin", b"\x03" + greeting + frame(b"f", b'{"name":"../x","size":1}'))
    put("remote", "goes_on.bin", b"\x07" + greeting + frame(b"f", b'{"name":"a","size":5,"from":2}') + frame(b"d", b"cde") + frame(b"e", b""))
    put("remote", "much.bin", b"\x07" + greeting + frame(b"f", b'{"name":"a","size":999}') + frame(b"d", b"c" * 999) + frame(b"f", b'{"name":"b","size":2}'))
    put("remote", "request.json", b' {"path":"/d","level":"full","capture":"","ranks":[3],"most_bytes":9,"have":{"rank_0.stagescope":"ab"},"part":{"name":"a","bytes":2,"hash":"cd"}}')
    put("remote", "address.txt", b" ssh://me@node7:22/~/run")
    put("remote", "short.txt", b" node7:~/run")


if __name__ == "__main__":
    bundle()
    pickles()
    trace_json()
    snapshots()
    memory_files()
    memory_timelines()
    memscope()
    training_logs()
    nsys()
    rocprofv3()
    protobuf()
    profiler_db()
    small_files()
    beside_profiles()
    graph_captures()
    digests()
    kept_files()
    settings()
    gates()
    statements()
    own_rules()
    mcp()
    watched()
    answers()
    session_archive()
    redacted()
    small_texts()
    compressed()
    archives()
    cluster_db()
    copied()
    remote()
