"""Hostile inputs, each made from a seed alone: cut, flipped and spliced profiles, bombs, and files that lie.

`Maker(base_folders, snapshots).make(random, folder)` fills an empty folder and tells what it made.
"""

import gzip
import json
import os
import pickletools
import shutil
import sqlite3
import struct
import subprocess
import zlib
from pathlib import Path

import bombs

MAX_COPY = 6_000_000  # bytes of a base that is copied


class Input:
    def __init__(self, kind, path, must_tell=False, snapshot=None, commands=None):
        self.kind = kind            # for people
        self.path = path            # what the commands are given
        self.must_tell = must_tell  # something is certainly lost: no command that reads it deep may end with 0
        self.snapshot = snapshot    # a pickle in it, for `snapshot convert`
        self.commands = commands    # those it is for, TARGET standing for the output; none of them may take long


# Small profiles of every kind ----------------------------------------------------------------------------------------

def trace_events(random, count):
    events = [{"ph": "M", "pid": 1, "name": "process_name", "args": {"name": "python"}},
              {"ph": "M", "pid": 2, "name": "process_name", "args": {"name": "Ascend Hardware"}}]
    time = 1_700_000_000_000_000.0
    for i in range(count):
        length = random.randint(1, 900) / 10
        name = random.choice(["aten::mm", "MatMulV2", "hcom_allReduce_", "ProfilerStep#3", "Copy", "aclnnAdd"])
        events.append({"ph": "X", "name": name, "pid": random.choice([1, 2]), "tid": random.randint(1, 4),
                       "ts": round(time, 3), "dur": length, "args": {"i": i, "shape": "1,2;3"}})
        if i % 5 == 0:
            events.append({"ph": random.choice("sf"), "id": i // 10, "cat": "async_npu", "name": "torch_to_npu",
                           "pid": 1, "tid": 1, "ts": round(time, 3), "bp": "e"})
        if i % 7 == 0:
            events.append({"ph": "C", "name": "HBM", "pid": 2, "tid": 0, "ts": round(time, 3), "args": {"MB": i}})
        time += length + random.randint(0, 50)
    return events


def kernel_rows(random, count):
    head = ("Step Id,Device_id,Model ID,Task ID,Stream ID,Name,Type,Accelerator Core,Start Time(us),Duration(us),"
            "Wait Time(us),Block Dim,Input Shapes\n")
    time = 1_700_000_000_000_000.0
    rows = []
    for i in range(count):
        rows.append(f"3,0,4294967295,{i},{i % 5},aclnnMul_{i % 9},Mul,AI_VECTOR_CORE,{time:.3f}\t,{1 + i % 40}.5,0.5,8,"
                    '"""1,2;3"""\n')
        time += 60
    return head + "".join(rows)


def write_text_profile(random, folder):
    """A rank of text files, as torch_npu writes it."""
    rank = folder / "host_4711_20240101000000000_ascend_pt"
    out = rank / "ASCEND_PROFILER_OUTPUT"
    out.mkdir(parents=True)
    (rank / "profiler_info_0.json").write_text(json.dumps({"config": {"common_config": {}}, "rank_id": 0}))
    (out / "trace_view.json").write_text(json.dumps(trace_events(random, 300)))
    (out / "kernel_details.csv").write_text(kernel_rows(random, 120))
    (out / "step_trace_time.csv").write_text(
        "Device_id,Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,"
        "Communication(Not Overlapped and Exclude Receive),Preparing\n0,3,10.5,2,1,3,4,17,0,2,0.5\n")
    (out / "memory_record.csv").write_text(
        "Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Total Active(MB),Device Type\n" +
        "".join(f"PTA,{1_700_000_000_000_000 + 50 * i}.5\t,{i % 90}.25,128,90,NPU:0\n" for i in range(200)))
    (out / "operator_memory.csv").write_text(
        "Name,Size(KB),Allocation Time(us),Release Time(us),Active Release Time(us),Duration(us),Active Duration(us),"
        "Allocation Total Allocated(MB),Allocation Total Reserved(MB),Allocation Total Active(MB),"
        "Release Total Allocated(MB),Release Total Reserved(MB),Release Total Active(MB),Stream Ptr,Device Type\n" +
        "".join(f"aten::empty,{8 + i}.5,{1_700_000_000_000_000 + 90 * i}.5\t,{1_700_000_000_000_060 + 90 * i}.5\t,,60,,"
                "1,2,3,1,2,3,19,NPU:0\n" for i in range(100)))
    (out / "communication.json").write_text(json.dumps({"step3": {"p2p": {}, "collective": {
        "hcom_allReduce__1_0_1@77": {
            "Communication Time Info": {"Start Timestamp(us)": 1_700_000_000_000_100.5, "Elapse Time(ms)": 0.5,
                                        "Transit Time(ms)": 0.3, "Wait Time(ms)": 0.1,
                                        "Synchronization Time(ms)": 0.1, "Idle Time(ms)": 0.1},
            "Communication Bandwidth Info": {"HCCS": {"Transit Size(MB)": 4.5, "Transit Time(ms)": 0.3,
                                                      "Bandwidth(GB/s)": 15, "Large Packet Ratio": 1,
                                                      "Size Distribution": {"4.5": [1, 0.3]}}}}}}}))


def write_kineto(random, folder):
    document = {"schemaVersion": 1, "distributedInfo": {"backend": "nccl", "rank": 0, "world_size": 2},
                "deviceProperties": [{"id": 0, "name": "GPU", "totalGlobalMem": 85_000_000_000}],
                "traceEvents": trace_events(random, 300), "traceName": "t.json"}
    text = json.dumps(document).encode()
    if random.random() < 0.5:
        (folder / "worker.pt.trace.json").write_bytes(text)
    else:
        (folder / "worker.pt.trace.json.gz").write_bytes(gzip.compress(text, mtime=0))


def small_copies(root):
    """Folders of real profiles and single files of a size that is copied in no time."""
    found = []
    for folder, names, files in os.walk(root, followlinks=False):
        size = sum(os.path.getsize(os.path.join(folder, f)) for f in files)
        if files and not names and 0 < size < MAX_COPY:
            found.append(Path(folder))
    return sorted(found)


# Damage --------------------------------------------------------------------------------------------------------------

def is_whole_pickle(data):
    """What stands behind the opcode that ends it is no part of it."""
    try:
        for _ in pickletools.genops(data):
            pass
        return True
    except ValueError:
        return False


def is_told_when_cut(path, size, cut):
    """Whether a cut there loses something that every reader of this kind can notice."""
    name = path.name
    if not 0 < cut < size:
        return False
    if name.endswith(".gz"):
        return cut > 2
    if name.endswith((".pickle", ".pkl")):
        return cut > 2 and not is_whole_pickle(path.read_bytes()[:cut])
    if name == "trace_view.json" or name.endswith(".trace.json"):
        return cut > 2 and path.read_bytes()[cut:].strip() != b""
    return False


def damage_cut(random, path):
    size = path.stat().st_size
    cut = random.choice([0, 1, size - 1, random.randint(0, size), random.randint(0, size), random.randint(0, size)])
    cut = max(0, min(size, cut))
    told = is_told_when_cut(path, size, cut)
    with open(path, "r+b") as file:
        file.truncate(cut)
    return told


def damage_flip(random, path):
    data = bytearray(path.read_bytes())
    for _ in range(random.choice([1, 1, 2, 8, 64])):
        if data:
            data[random.randrange(len(data))] = random.randrange(256)
    path.write_bytes(data)
    return False


def damage_splice(random, path):
    data = path.read_bytes()
    if len(data) > 8:
        a, b = sorted(random.randrange(len(data)) for _ in range(2))
        piece = data[a:min(b, a + 4096)]
        at = random.randrange(len(data))
        how = random.randrange(4)
        if how == 0:
            data = data[:at] + piece + data[at:]
        elif how == 1:
            data = data[:a] + data[b:]
        elif how == 2:
            data = data[:a] + bytes(len(piece)) + data[a + len(piece):]
        else:
            data = data[:at] + piece * random.randint(2, 50) + data[at:]
    path.write_bytes(data)
    return False


# Pickles -------------------------------------------------------------------------------------------------------------

def p_text(text):
    data = text.encode()
    return b"\x8c" + bytes([len(data)]) + data if len(data) < 256 else b"X" + struct.pack("<I", len(data)) + data


def p_int(value):
    if 0 <= value < 256:
        return b"K" + bytes([value])
    data = value.to_bytes(9, "little", signed=True)
    return b"\x8a" + bytes([len(data)]) + data


def p_dict(**members):
    return b"}(" + b"".join(p_text(k) + v for k, v in members.items()) + b"u"


def p_list(items):
    return b"](" + b"".join(items) + b"e"


def p_shared(index, value, times):
    """The same value many times: the first as it is, the others by name."""
    return [value + b"r" + struct.pack("<I", index)] + [b"j" + struct.pack("<I", index)] * (times - 1)


def laughing_pickle(random):
    """Lists that are named many times within lists that are named many times."""
    n = random.choice([10, 300, 3000, 20_000])
    m = random.choice([10, 300, 3000, 20_000])
    frame = p_dict(filename=p_text("a" * random.choice([3, 200, 60_000])), name=p_text("f"), line=p_int(3))
    frames = p_list(p_shared(1, frame, random.choice([1, 30, n])))
    event = p_dict(action=p_text(random.choice(["alloc", "free_completed", "segment_alloc", "workspace_snapshot"])),
                   addr=p_int(random.randrange(1 << 40)), size=p_int(512), stream=p_int(0), time_us=p_int(5),
                   frames=frames, user_metadata=p_text("u" * random.choice([1, 5000])))
    events = p_list(p_shared(2, event, n))
    block = p_dict(address=p_int(4096), size=p_int(512), requested_size=p_int(512), state=p_text("active_allocated"),
                   frames=b"]")
    segment = p_dict(device=p_int(random.choice([0, 1, 70_000])), address=p_int(4096), total_size=p_int(1 << 21),
                     stream=p_int(0), segment_type=p_text("large"), blocks=p_list(p_shared(3, block, n)))
    inner = p_dict(a=p_int(1), b=p_list(p_shared(4, p_text("x" * 100), n)))
    settings = b"}(" + b"".join(p_text(f"k{i}") + v for i, v in enumerate(p_shared(5, inner, min(m, 3000)))) + b"u"
    root = p_dict(segments=p_list(p_shared(6, segment, m)), device_traces=p_list(p_shared(7, events, m)),
                  allocator_settings=settings)
    return b"\x80\x04" + root + b"."


def unique_pickle(random):
    """Many devices, segments and events that are all different: what grows with the product of two of them."""
    n = random.choice([100, 3000])
    events = [p_dict(action=p_text(random.choice(["alloc", "segment_map", "segment_unmap", "segment_free",
                                                  "workspace_snapshot", "oom"])),
                     addr=p_int(random.randrange(64) << 21), size=p_int(random.randrange(1 << 24)),
                     stream=p_int(random.randrange(3)), frames=b"]") for _ in range(n)]
    segments = [p_dict(device=p_int(random.choice([0, i])), address=p_int(random.randrange(64) << 21),
                       total_size=p_int(1 << 21), stream=p_int(0), segment_type=p_text("small"), blocks=b"]")
                for i in range(n)]
    traces = [p_list(events[i::7]) for i in range(7)] + [b"]"] * random.choice([0, 2000])
    return b"\x80\x04" + p_dict(segments=p_list(segments), device_traces=p_list(traces)) + b"."


def odd_pickle(random):
    """Opcodes at random, those that would import and call among them, around values that make sense."""
    body = bytearray(b"\x80" + bytes([random.choice([2, 4, 5, 6, 255])]))
    for _ in range(random.randint(1, 400)):
        body += random.choice([b"}", b"]", b"(", b"u", b"e", b"0", b"1", b"2", b"N", b"\x94", b"K\x05", b"h\x00",
                               b"j\xff\xff\xff\x7f", b"cos\nsystem\n", b"R", b"\x93", b"b", b"Q", b"\x81", b"t", b"l",
                               p_text("segments"), p_text("action"), p_text("frames"), b"G" + struct.pack(">d", 1e300),
                               b"X\xff\xff\xff\x7f", bytes([random.randrange(256)])])
    return bytes(body) + random.choice([b".", b""])


def pop_pickle(random):
    return b"\x80\x04" + b"N0" * 3_000_000 + b"]."


def make_pickle(random, folder, name="snapshot.pickle"):
    maker = random.choice([laughing_pickle, laughing_pickle, unique_pickle, odd_pickle, odd_pickle, pop_pickle])
    data = maker(random)
    if random.random() < 0.2:
        name += ".gz"
        data = gzip.compress(data, 1, mtime=0)
    (folder / name).write_bytes(data)
    return Input(maker.__name__, folder, snapshot=folder / name)


# Bombs ---------------------------------------------------------------------------------------------------------------

def zstd_repeated(piece, times):
    """A zstd stream of one frame many times over; gzip where there is no zstd."""
    try:
        frame = subprocess.run(["zstd", "-q", "-c", "-19"], input=piece, stdout=subprocess.PIPE, check=True).stdout
        return frame * times
    except (OSError, subprocess.CalledProcessError):
        compressor = zlib.compressobj(9, zlib.DEFLATED, 31)
        return b"".join(compressor.compress(piece) for _ in range(times)) + compressor.flush()


def make_bomb(random, folder):
    times = random.choice([100, 1000, 4000])  # MiB that would come out
    mebi = 1 << 20
    filler = random.choice([b" ", b"\n", b"0", b",", b"[", b'"', b"{\"a\":"])
    event = random.choice([b'{"ph":"X","ts":1,"dur":1,"name":"a","pid":1,"tid":1},', b'{"ph":"i","ts":5,"name":"b"},',
                           b'{"ph":"s","id":1,"ts":1,"name":"c"},', b'{"ph":"B","ts":1,"name":"d"},', b"{},", b"0,"])
    how = random.randrange(4)
    if how == 0:
        path = folder / "trace_view.json"
        body = zstd_repeated(b"[", 1) + zstd_repeated(event * (mebi // len(event)), times)
    elif how == 1:
        path = folder / "trace_view.json"
        body = zstd_repeated(random.choice([b"[", b'{"traceEvents":[', b'["']), 1) + \
            zstd_repeated(filler * (mebi // len(filler)), times)
    else:
        name, text = random.choice([
            ("kernel_details.csv", kernel_rows(random, 3)),
            ("memory_record.csv", "Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Device Type\n"
                                  "PTA,1.5,2,3,NPU:0\n"),
            ("step_trace_time.csv", "Device_id,Step,Computing,Communication(Not Overlapped),Free\n0,1,2,3,4\n")])
        path = folder / name
        line = random.choice([text.splitlines(True)[-1].encode(), filler * 1000, b"0," * 500 + b"\n"])
        body = zstd_repeated(text.encode(), 1) + zstd_repeated(line * (mebi // len(line) + 1), times)
    path.write_bytes(body)
    return Input("bomb of " + path.name, folder)


# Files that lie ------------------------------------------------------------------------------------------------------

ODD_NUMBERS = ["1e999", "-1e308", "9223372036854775807", "-9223372036854775808", "18446744073709551616", "NaN", "0",
               "-0.0", "1.7976931348623157e308", "null", "true", '"12"', '"0x10"', "[]", "{}", "4.9e-324", "1e-400"]
ODD_TEXTS = ["", "\x1b[31mred\x1b]0;t\x07", "=1+1", "@SUM(A1)", "\u202ertl", "\ud800", "a" * 70_000, "\x00", "../../x",
             "<script>alert(1)</script>", "%s%n", "'; DROP TABLE TASK; --", "\n  data loss   forged x1 b.json"]


def odd_json_trace(random, folder):
    events = []
    for _ in range(random.choice([1, 50, 2000])):
        name = json.dumps(random.choice(ODD_TEXTS + ["ok"] * 20))
        fields = [f'"name":{name}', f'"ph":"{random.choice("XBEisfCMbe")}"', f'"pid":{random.choice(ODD_NUMBERS)}',
                  f'"tid":{random.choice(ODD_NUMBERS)}', f'"ts":{random.choice(ODD_NUMBERS + ["12.5"] * 9)}',
                  f'"dur":{random.choice(ODD_NUMBERS + ["3"] * 9)}', f'"id":{random.choice(ODD_NUMBERS)}',
                  '"args":' + random.choice(["{}", "[" * 500 + "]" * 500, '{"a":1,"a":2}', "null", '{"Bytes":-5}'])]
        random.shuffle(fields)
        events.append("{" + ",".join(fields[:random.randint(1, 8)]) + "}")
    text = random.choice(['[', '{"traceEvents":[', '{"distributedInfo":{"rank":-7,"world_size":99999999},"traceEvents":['])
    body = text + ",".join(events) + "]" + ("}" if text[0] == "{" else "") + random.choice(["", "garbage", "\n\n"])
    (folder / "trace_view.json").write_bytes(body.encode("utf-8", "surrogatepass"))
    return Input("odd events", folder)


def odd_database(random, folder):
    path = folder / f"ascend_pytorch_profiler_{random.choice([0, 0, 7, 4294967296])}.db"
    db = sqlite3.connect(path)
    text = "x" * random.choice([1, 100, 100_000])
    db.execute("CREATE TABLE STRING_IDS(id INTEGER PRIMARY KEY, value TEXT)")
    db.executemany("INSERT INTO STRING_IDS VALUES(?,?)", [(i, text + str(i)) for i in range(20)])
    how = random.randrange(5)
    if how == 0:
        db.execute("CREATE VIEW TASK AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) "
                   "SELECT i startNs, i endNs, 0 deviceId, 0 connectionId, 0 globalTaskId, 0 globalPid, 0 taskType, "
                   "0 contextId, 0 streamId, 0 taskId, 0 modelId FROM n")
    else:
        db.execute("CREATE TABLE TASK(startNs, endNs, deviceId, connectionId, globalTaskId, globalPid, taskType, "
                   "contextId, streamId, taskId, modelId)")
        odd = [0, 1, -1, 2**63 - 1, -2**63, 1e300, float("inf"), "text", "12", None, b"\x00\xff", text]
        rows = random.choice([10, 2000, 20_000])
        pick = (lambda v: random.choice(odd)) if how == 1 else (lambda v: v)
        db.executemany("INSERT INTO TASK VALUES(?,?,?,?,?,?,?,?,?,?,?)",
                       ([pick(i * 10), pick(i * 10 + 5), 0, pick(i), i, 0, pick(i % 20), 0, i % 4, i, 0]
                        for i in range(rows)))
        db.execute("CREATE TABLE COMPUTE_TASK_INFO(name, globalTaskId, blockDim, mixBlockDim, taskType, opType)")
        db.executemany("INSERT INTO COMPUTE_TASK_INFO VALUES(?,?,?,?,?,?)",
                       [(i % 20, i, 1, 0, 0, i % 20) for i in range(rows)])
    if how == 2:
        db.execute("PRAGMA writable_schema=ON")
        db.execute("UPDATE sqlite_master SET rootpage=rootpage+? WHERE name='TASK'", (random.randint(-2, 3),))
    if how == 3:
        db.execute("CREATE TRIGGER t AFTER INSERT ON TASK BEGIN DELETE FROM STRING_IDS; END")
    db.commit()
    db.close()
    return Input("odd database", folder)


def odd_csv(random, folder):
    head = kernel_rows(random, 0).strip().split(",")
    random.shuffle(head)
    cells = ["", "N/A", '"', '""', "=1+1", "1e999", "-", "NaN", "\t", "\u00e9", "9" * 400, "12.5", "3"]
    lines = [",".join(random.choice(cells) for _ in range(random.choice([len(head), 1, 3000]))) for _ in range(200)]
    end = random.choice(["\n", "\r\n", "\r"])
    text = random.choice(["", "\ufeff"]) + ",".join(head) + end + end.join(lines)
    (folder / "kernel_details.csv").write_bytes(text.encode(random.choice(["utf-8", "utf-16", "latin-1"]), "replace"))
    return Input("odd csv", folder)


def odd_folder(random, folder):
    names = ["trace_view.json", "snapshot.pickle", "ascend_pytorch_profiler_0.db", "kernel_details.csv", "a.json",
             "communication.json", "profiler_info_0.json", "cluster_communication.json", "memory_record.csv"]
    bodies = [b"", b"\x00" * 4096, b"[]", b"{}", b"SQLite format 3\x00", b"\x1f\x8b\x08", b"(\xb5/\xfd", b"\xff\xfe",
              b"[" * 100_000, b'{"traceEvents":' * 1000, b"\x80\x04.", b"a,b\n" * 1000, b'{"a":' + b"9" * 100_000 + b"}"]
    inner = folder / random.choice(["x_ascend_pt", "PROF_1", "plain", "a\x1b[31m\nb"])
    inner.mkdir()
    for name in random.sample(names, random.randint(1, 5)):
        (random.choice([folder, inner]) / name).write_bytes(random.choice(bodies))
    how = random.randrange(6)
    if how == 0:
        os.symlink("..", inner / "up")
    elif how == 1:
        os.symlink("/", folder / "root")
    elif how == 2:
        os.symlink(".", folder / "loop")
    elif how == 3:
        os.mkfifo(inner / "profiler_info_1.json")
    elif how == 4:
        os.symlink("trace_view.json", folder / "trace_view.json.gz")
    else:
        (inner / "communication_matrix.json").mkdir()
    return Input("odd folder", folder)


# -----------------------------------------------------------------------------------------------------------------------

TARGET = "TARGET"


def make_small(random, folder, home):
    """What wants much more than it is (bombs.py), and the commands that read it."""
    kind = random.choice(["bundle", "bundle", "bundle", "digests", "marks", "settings", "log", "names", "names"])
    if kind == "marks":
        path, _ = bombs.make_marks(random, folder, home)
        commands = [["bundle", path, "-o", TARGET + "/x.stagescope"]]
    else:
        path = bombs.MAKERS[kind](random, folder)
        commands = {"bundle": [["check", path], ["table", "ranks", path], ["bundle", path, "-o", TARGET + "/x.stagescope"]],
                    "digests": [["check", path], ["table", "ranks", path]],
                    "settings": [["config", "check", path]],
                    "log": [["watch", path, "--once"]],
                    "names": [["bundle", path, "-o", TARGET + "/x.stagescope", "--redact"],
                              ["table", "slice_stats", path, "--redact"], ["table", "environment", path, "--redact"],
                              ["check", path]]}[kind]
    return Input(kind, path, commands=commands if kind in ("names", "settings") else [commands[0], random.choice(commands)])


class Maker:
    """`demos`: folders written by `stagescope demo`; `real`: folder of real profiles, or None; `snapshots`: pickles;
    `home`: where the program keeps what is its own."""

    def __init__(self, demos, real, snapshots, home):
        self.home = home
        self.small = False  # nothing else
        self.bases = list(demos) * 3 + (small_copies(real) if real else [])
        self.snapshots = snapshots

    def damaged(self, random, folder):
        how = random.choice([damage_cut, damage_cut, damage_flip, damage_splice])
        base = random.choice(["text", "kineto", "snapshot", "copy", "copy", "copy"])
        if base == "text":
            write_text_profile(random, folder)
        elif base == "kineto":
            write_kineto(random, folder)
        elif base == "snapshot":
            shutil.copy(random.choice(self.snapshots), folder / "snapshot.pickle")
        else:
            shutil.copytree(random.choice(self.bases), folder / "copy")
        files = sorted(p for p in folder.rglob("*") if p.is_file())
        for path in files:
            path.chmod(0o644)
        victim = random.choice(files)
        must_tell = how(random, victim)
        pickles = [p for p in [victim] if p.suffix in (".pickle", ".pkl")]
        return Input(f"{how.__name__} of {victim.relative_to(folder)}", folder, must_tell,
                     pickles[0] if pickles else None)

    def make(self, random, folder):
        kind = random.random()
        if self.small or kind > 0.88:
            return make_small(random, folder, self.home)
        if kind < 0.62:
            return self.damaged(random, folder)
        if kind < 0.74:
            return make_pickle(random, folder)
        if kind < 0.79:
            return make_bomb(random, folder)
        return random.choice([odd_json_trace, odd_json_trace, odd_database, odd_csv, odd_folder])(random, folder)
