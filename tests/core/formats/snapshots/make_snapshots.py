#!/usr/bin/env python3
"""Writes small memory snapshots of every layout that PyTorch and torch_npu have had, through Python's own pickler and, for the
C++ pickler of PyTorch, through a copy of its habits. Same output every time. Run it beside the files that it writes."""
import copy
import json
import os
import pickle
import struct

HERE = os.path.dirname(os.path.abspath(__file__))
NO_LINE = 2**64 - 1
MIB = 1 << 20
GIB = 1 << 30


def frame(name, line, file="/job/train.py"):
    return {"filename": file, "line": line, "name": name}


MAIN = frame("main", 90)
STEP = frame("train_step", 40)
FORWARD = frame("forward", 12, "/job/model.py")
CPP = frame("at::native::empty_cuda(c10::ArrayRef<long>)", NO_LINE, "??")


class Device:
    """An allocator that records what it does; blocks are rounded to 512 bytes and never split or joined."""

    def __init__(self, number=0, time=True, frames=True, streams=(0,)):
        self.number, self.time, self.with_frames = number, time, frames
        self.events, self.segments, self.live, self.clock = [], {}, {}, 1_700_000_000_000_000
        self.stream = streams[0]

    def record(self, action, **more):
        event = {"action": action, **more}
        if self.with_frames:
            event.setdefault("frames", [CPP, FORWARD, STEP, MAIN])
        else:
            event.pop("frames", None)
        if self.time:
            self.clock += 7
            event["time_us"] = self.clock
        self.events.append(event)
        return event

    def segment(self, address, size, stream=None, pool=(0, 0), expandable=False, silent=False):
        stream = self.stream if stream is None else stream
        if not silent:
            self.record("segment_map" if expandable else "segment_alloc", addr=address, size=size, stream=stream, frames=[STEP, MAIN])
        for (base, other), known in self.segments.items():
            if expandable and other == stream and known["expandable"] and base + known["size"] == address:
                known["size"] += size
                return
        self.segments[(address, stream)] = {"size": size, "pool": pool, "expandable": expandable}

    def unmap(self, address, size, stream=None):
        """From the end of an expandable segment, or a piece in its middle, which makes two of it."""
        stream = self.stream if stream is None else stream
        self.record("segment_unmap", addr=address, size=size, stream=stream)
        for (base, other), known in list(self.segments.items()):
            if other == stream and base <= address < base + known["size"]:
                end = base + known["size"]
                del self.segments[(base, other)]
                if base < address:
                    self.segments[(base, stream)] = {**known, "size": address - base}
                if address + size < end:
                    self.segments[(address + size, stream)] = {**known, "size": end - address - size}

    def release(self, address, stream=None):
        stream = self.stream if stream is None else stream
        size = self.segments.pop((address, stream))["size"]
        self.record("segment_free", addr=address, size=size, stream=stream)

    def alloc(self, address, size, stream=None, silent=False, **more):
        stream = self.stream if stream is None else stream
        if not silent:
            self.record("alloc", addr=address, size=size, stream=stream, **more)
        self.live[(address, stream)] = {"size": size, "state": "active_allocated", "frames": more.get("frames", [FORWARD, STEP, MAIN])}

    def request(self, address, stream=None):
        stream = self.stream if stream is None else stream
        block = self.live[(address, stream)]
        block["state"] = "active_pending_free"
        self.record("free_requested", addr=address, size=block["size"], stream=stream, frames=[STEP, MAIN])

    def complete(self, address, stream=None):
        stream = self.stream if stream is None else stream
        block = self.live.pop((address, stream))
        self.record("free_completed", addr=address, size=block["size"], stream=stream, frames=[STEP, MAIN])

    def free(self, address, stream=None):
        self.request(address, stream)
        self.complete(address, stream)

    def written_segments(self):
        result = []
        for (address, stream), known in sorted(self.segments.items()):
            blocks, at, end = [], address, address + known["size"]
            inside = sorted((a, b) for (a, s), b in self.live.items() if s == stream and address <= a < end)
            for start, block in inside + [(end, None)]:
                if start > at:  # what stands at a free block is left over
                    blocks.append({"address": at, "size": start - at, "requested_size": 77, "state": "inactive", "frames": []})
                if block:
                    rounded = (block["size"] + 511) // 512 * 512
                    blocks.append({"address": start, "size": rounded, "requested_size": block["size"], "state": block["state"],
                                   "frames": block["frames"] if self.with_frames else []})
                    at = start + rounded
            active = [b for b in blocks if b["state"] != "inactive"]
            allocated = [b for b in active if b["state"] == "active_allocated"]
            result.append({"device": self.number, "address": address, "total_size": known["size"],
                           "allocated_size": sum(b["size"] for b in allocated), "active_size": sum(b["size"] for b in active),
                           "requested_size": sum(b["requested_size"] for b in active), "stream": stream,
                           "segment_type": "small" if known["size"] <= 2 * MIB else "large", "segment_pool_id": known["pool"],
                           "is_expandable": known["expandable"], "frames": [], "blocks": blocks})
        return result


def snapshot(devices, **more):
    count = max(d.number for d in devices) + 1
    by_number = {d.number: d for d in devices}
    return {"segments": [s for d in devices for s in d.written_segments()],
            "device_traces": [by_number[n].events if n in by_number else [] for n in range(count)], **more}


def current():
    """Everything that CUDA writes today: time, pools, annotations, delayed frees, a failed allocation, labels, two devices."""
    d = Device(streams=(0,))
    d.segment(0x7F0000000000, 2 * MIB, silent=True)
    d.alloc(0x7F0000000000, 1000, silent=True)      # freed by the history, which does not know its alloc
    d.alloc(0x7F0000000400, 700, silent=True)       # older than the history, and still there
    d.free(0x7F0000000000)
    d.segment(0x7F0010000000, 20 * MIB)
    texts = {"user_metadata": "", "compile_context": "N/A"}
    d.alloc(0x7F0010000000, 4 * MIB + 1, pool_id=(0, 0), **texts)
    d.alloc(0x7F0010800000, 1 * MIB, pool_id=(0, 0), user_metadata='{"layer": 3}', compile_context="N/A")
    d.segment(0x7F0020000000, 20 * MIB, stream=0x5500, pool=(1, 0))
    d.alloc(0x7F0020000000, 3 * MIB, stream=0x5500, pool_id=(1, 0), forward_frames=["File \"/job/model.py\", line 12, in forward"], **texts)
    d.record("annotate", addr=0x7F0010800000, size=1 * MIB, stream=0, user_metadata="kv cache", frames=[STEP])
    d.request(0x7F0010000000)                       # record_stream: another stream still uses it
    d.alloc(0x7F0010900000, 512, pool_id=(0, 0), **texts)
    d.complete(0x7F0010000000)
    d.alloc(0x7F0010000000, 2 * MIB, pool_id=(0, 0), **texts)   # the same address again is another block
    d.request(0x7F0020000000, stream=0x5500)        # still pending when the snapshot is taken
    event = d.record("oom", size=64 * MIB, stream=0)
    event["device_free"] = 3 * MIB
    d.record("snapshot", addr=0, size=7 * MIB, stream=0)
    other = Device(number=2)
    other.segment(0x7F0010000000, 20 * MIB)         # the same address on another device
    other.alloc(0x7F0010000000, 5 * MIB)
    other.free(0x7F0010000000)
    host = Device(number=0)
    host.segment(0x100000, 1 * MIB)
    host.alloc(0x100000, 4096)
    data = snapshot([d, other])
    data["host_segments"], data["host_traces"] = host.written_segments(), [host.events]
    data["allocator_settings"] = {"PYTORCH_CUDA_ALLOC_CONF": "", "max_split_size": -1, "garbage_collection_threshold": 0.5,
                                  "expandable_segments": False, "roundup_power2_divisions": {"1": 0, "2": 4},
                                  "trace_alloc_max_entries": 100000, "trace_alloc_overflowed": False}
    data["external_annotations"] = [{"name": "ProfilerStep#1", "stage": "START", "device": 0, "time_us": 1_700_000_000_000_010},
                                    {"name": "Optimizer.step#AdamW.step", "stage": "START", "device": 0, "time_us": 1_700_000_000_000_020},
                                    {"name": "ProfilerStep#1", "stage": "END", "device": 0, "time_us": 1_700_000_000_000_099}]
    return data


def expandable():
    """Pages mapped, grown, and unmapped at the end and in the middle."""
    d = Device(time=False, streams=(1276474240,))
    base = 20697552257024
    d.segment(base, 20 * MIB, expandable=True)
    d.alloc(base, 3 * MIB)
    d.segment(base + 20 * MIB, 20 * MIB, expandable=True)
    d.alloc(base + 16 * MIB, 9 * MIB)
    d.unmap(base + 4 * MIB, 6 * MIB)
    d.free(base)
    d.unmap(base + 30 * MIB, 10 * MIB)
    return snapshot([d])


def npu_workspace():
    """torch_npu: workspaces of two streams at one address, put at the head of the history and written as free blocks."""
    d = Device(time=False, frames=False, streams=(1815786048,))
    address, size = 20616935636992, 6 * MIB
    for stream in (1815786048, 1815790000):
        d.record("workspace_snapshot", addr=address, size=size, stream=stream)
        d.segment(address, size, stream=stream)
        d.alloc(address, size, stream=stream)
    d.segment(address + 64 * MIB, 20 * MIB)
    d.alloc(address + 64 * MIB, 2 * MIB)
    data = snapshot([d])
    for segment in data["segments"]:
        if segment["address"] == address:
            segment.update(allocated_size=0, active_size=0, requested_size=0)
            for block in segment["blocks"]:
                block.update(state="inactive", requested_size=0)
    return data


def ring(flags):
    """A ring that overwrote the first half of the history; with and without the words that say so."""
    d = Device()
    d.segment(0x7F0000000000, 20 * MIB)
    for i in range(40):
        d.alloc(0x7F0000000000 + i * 65536, 40000 + i)
        if i >= 4:
            d.free(0x7F0000000000 + (i - 4) * 65536)
    d.events = d.events[len(d.events) // 2:]
    data = snapshot([d])
    if flags:
        data["allocator_settings"] = {"trace_alloc_max_entries": len(d.events), "trace_alloc_overflowed": True}
    return data


def legacy():
    """2022: blocks without address, frames and requested size; all of these stand in `history`."""
    def block(size, state, history):
        return {"size": size, "state": state, "history": history}
    frames = [FORWARD, MAIN]
    return [{"device": 0, "address": 4096, "total_size": 2 * MIB, "allocated_size": 1536, "active_size": 1536, "stream": 0, "segment_type": "small",
             "blocks": [block(1024, "active_allocated", [{"addr": 4096, "frames": frames, "real_size": 1000}]),
                        block(2 * MIB - 1536, "inactive", [{"addr": 5120, "frames": frames, "real_size": 5}, {"addr": 6000, "frames": [], "real_size": 9}]),
                        block(512, "active_awaiting_free", [{"addr": 4096 + 2 * MIB - 512, "frames": [], "real_size": 300}])]}]


def newest():
    """What 2026's PyTorch may add: frames that name nodes of a graph, notes of the allocator; a pool of a captured graph."""
    d = Device()
    node = {"fx_node_op": "call_function", "fx_node_name": "relu_1", "fx_node_target": "relu", "fx_original_trace": "File model.py, line 12"}
    d.segment(0x7F0000000000, 20 * MIB, pool=(0, 3))
    d.alloc(0x7F0000000000, 1 * MIB, pool_id=(0, 3), internal_metadata="x", forward_frames=["f", "g"],
            frames=[{**FORWARD, **node}, MAIN])
    d.request(0x7F0000000000)
    d.alloc(0x7F0000200000, 2 * MIB, pool_id=(0, 3), frames=[FORWARD, MAIN])
    d.complete(0x7F0000000000)
    return snapshot([d])


def skipped(actions, again=False):
    """A history that was told to leave kinds of events out (skip_actions): the segments at its end are whole all the same. Again:
    an address is handed out once more, which without allocs cannot be told."""
    d = Device()
    d.segment(0x7F0000000000, 20 * MIB)
    for i in range(4):
        d.alloc(0x7F0000000000 + i * MIB, 1 * MIB)
    d.free(0x7F0000000000)
    if again:
        d.alloc(0x7F0000000000, 1 * MIB)
    d.events = [event for event in d.events if event["action"] not in actions]
    return snapshot([d])


def failed(cause, nearly=False):
    """A failed allocation of 8 MiB for each cause, and of none of them: all simply in use. Nearly: a little less is free."""
    d = Device(streams=(0,))
    base, other, pool = 0x7F0000000000, 0x7F1000000000, 0x7F2000000000
    d.segment(base, 20 * MIB)
    d.segment(other, 20 * MIB, stream=0x5500)
    if cause == "pool":
        d.segment(pool, 20 * MIB, pool=(1, 0))
        d.alloc(pool, 12 * MIB)
        d.alloc(pool + 12 * MIB, 8 * MIB)
    for i in range(10):
        d.alloc(base + 2 * i * MIB, 2 * MIB)
        d.alloc(other + 2 * i * MIB, 2 * MIB, stream=0x5500)
    if cause == "fragmentation":       # 10 MiB are free, in pieces of 2 MiB; nearly: 6 MiB, which would not do in one piece
        for i in range(0, 6 if nearly else 10, 2):
            d.free(base + 2 * i * MIB)
    if cause == "isolation":           # a whole segment is free, of another stream; nearly: but for its last block
        for i in range(9 if nearly else 10):
            d.free(other + 2 * i * MIB, stream=0x5500)
    if cause == "pool":                # the same of another pool
        d.free(pool)
        if not nearly:
            d.free(pool + 12 * MIB)
    if cause == "pending":
        for i in range(3 if nearly else 4):
            d.request(base + 2 * i * MIB)
    if cause != "none":
        size = (20 if nearly else 30) if cause == "large" else 8
        d.record("oom", size=size * MIB, stream=0)["device_free"] = 1 * MIB
    for i in range(10):                # the exception unwinds: at the end everything is free
        for start, stream in ((base, 0), (other, 0x5500)):
            block = d.live.get((start + 2 * i * MIB, stream))
            if block:
                (d.free if block["state"] == "active_allocated" else d.complete)(start + 2 * i * MIB, stream)
    return snapshot([d])


def grown(cause, nearly):
    """More is taken from the driver while memory is free: in pieces, in another stream, in another pool. Nearly: too little is free."""
    d = Device(streams=(0,))
    base, more = 0x7F0000000000, 0x7F8000000000
    d.segment(base, 8 * GIB)
    stream, pool = (0x5500 if cause == "stream" else 0), ((1, 0) if cause == "pool" else (0, 0))
    if cause == "fragmentation":       # 4 GiB in pieces of 1 GiB; nearly: one of them
        for i in range(8):
            d.alloc(base + i * GIB, 1 * GIB)
        for i in range(0, 2 if nearly else 8, 2):
            d.free(base + i * GIB)
    else:                              # all 8 GiB; nearly: 1 GiB
        d.alloc(base, 7 * GIB)
        d.alloc(base + 7 * GIB, 1 * GIB)
        d.free(base + 7 * GIB)
        if not nearly:
            d.free(base)
    d.segment(more, 2 * GIB, stream=stream, pool=pool)
    d.alloc(more, 2 * GIB, stream=stream)
    return snapshot([d])


def steps(kind, marks=True, fails=False, calls=True):
    """Six steps. Each makes and frees a block; one more is kept in each (leaking), in the first four (late: once the warm-up is
    over that is one growth), or of which the older of two is freed (in_turn). Steps told by marks, by an optimizer's calls, or
    by nothing but that they repeat."""
    d = Device(time=marks)
    base = 0x7F0000000000
    d.segment(base, 40 * MIB)
    annotations = []
    for step in range(6):
        annotations.append({"name": f"ProfilerStep#{step}", "stage": "START", "device": 0, "time_us": d.clock + 1})
        d.alloc(base, 3 * MIB, frames=[frame("activation", 7, "/job/model.py"), MAIN])
        kept = base + (4 + 2 * (step % 2 if kind in ("sound", "in_turn") else step)) * MIB
        if kind != "late" or step < 4:
            if kind == "in_turn" and step > 1:
                d.free(kept)
            d.alloc(kept, 1 * MIB, frames=[frame("keep_history", 33, "/job/metrics.py"), MAIN])
        if not marks and calls:
            d.alloc(base + 30 * MIB, 1 * MIB, frames=[CPP, frame("step", 200, "/usr/lib/python3/site-packages/torch/optim/adamw.py"), MAIN])
            d.free(base + 30 * MIB)
        d.free(base)
        if kind == "sound":
            d.free(kept)
    if fails:
        d.record("oom", size=64 * MIB, stream=0)["device_free"] = 1 * MIB
    return snapshot([d], external_annotations=annotations) if marks else snapshot([d])


class CppPickler:
    """What torch::jit::Pickler writes: protocol 2, no batches, BINPUT behind what is shared, numbers of 8 bytes, u32 lengths."""

    def __init__(self):
        self.out, self.memo, self.keep = bytearray(b"\x80\x02"), {}, []

    def put(self, key):
        index = self.memo[key] = len(self.memo)
        self.out += b"q" + bytes([index]) if index < 256 else b"r" + struct.pack("<I", index)

    def get(self, key):
        index = self.memo[key]
        self.out += b"h" + bytes([index]) if index < 256 else b"j" + struct.pack("<I", index)

    def write(self, value):
        if isinstance(value, bool):
            self.out += b"\x88" if value else b"\x89"
        elif isinstance(value, int):
            if 0 <= value < 256:
                self.out += b"K" + bytes([value])
            elif 0 <= value < 65536:
                self.out += b"M" + struct.pack("<H", value)
            elif -2**31 <= value < 2**31:
                self.out += b"J" + struct.pack("<i", value)
            else:
                self.out += b"\x8a\x08" + struct.pack("<Q", value & NO_LINE)
        elif isinstance(value, float):
            self.out += b"G" + struct.pack(">d", value)
        elif isinstance(value, str):
            if ("s", value) in self.memo:
                return self.get(("s", value))
            data = value.encode()
            self.out += b"X" + struct.pack("<I", len(data)) + data
            self.put(("s", value))
        else:
            self.container(value)

    def container(self, value):
        if ("o", id(value)) in self.memo:
            return self.get(("o", id(value)))
        if isinstance(value, tuple):
            for item in value:
                self.write(item)
            self.out += {0: b")", 1: b"\x85", 2: b"\x86", 3: b"\x87"}[len(value)]
            return None
        is_map = isinstance(value, dict)
        self.out += b"}" if is_map else b"]"
        self.keep.append(value)
        self.put(("o", id(value)))
        self.out += b"("
        for item in value.items() if is_map else value:
            if is_map:
                self.write(item[0])
            self.write(item[1] if is_map else item)
        self.out += b"u" if is_map else b"e"
        return None

    def dump(self, value):
        self.write(value)
        return bytes(self.out + b".")


def put(name, data):
    with open(os.path.join(HERE, name), "wb") as file:
        file.write(data)


def main():
    data = current()
    for protocol in range(6):
        put(f"current_{protocol}.pickle", pickle.dumps(data, protocol=protocol))
    put("current_padded.pickle", pickle.dumps(data, protocol=4) + bytes(3))
    plain = copy.deepcopy(data)
    for trace in plain["host_traces"] + plain["device_traces"]:
        for event in trace:
            for item in event["frames"]:
                item["line"] = min(item["line"], 2**63 - 1)     # C++ has no unsigned numbers in its pickles
    put("current_cpp.pickle", CppPickler().dump(plain))
    put("current.json", json.dumps(data).encode())
    put("expandable.pickle", pickle.dumps(expandable(), protocol=4))
    put("npu_workspace.pickle", pickle.dumps(npu_workspace(), protocol=4))
    put("ring_flagged.pickle", pickle.dumps(ring(True), protocol=4))
    put("ring.pickle", pickle.dumps(ring(False), protocol=4))
    for cause in ("fragmentation", "isolation", "pool", "pending", "large", "exhaustion", "none"):
        put(f"oom_{cause}.pickle", pickle.dumps(failed(cause), protocol=4))
    for cause in ("fragmentation", "isolation", "pool", "pending", "large"):
        put(f"oom_{cause}_nearly.pickle", pickle.dumps(failed(cause, nearly=True), protocol=4))
    for cause in ("fragmentation", "stream", "pool"):
        put(f"grown_{cause}.pickle", pickle.dumps(grown(cause, False), protocol=4))
        put(f"grown_{cause}_nearly.pickle", pickle.dumps(grown(cause, True), protocol=4))
    for kind in ("leaking", "sound", "late", "in_turn"):
        put(f"steps_{kind}.pickle", pickle.dumps(steps(kind), protocol=4))
    put("steps_leaking_calls.pickle", pickle.dumps(steps("leaking", marks=False), protocol=4))
    put("steps_sound_calls.pickle", pickle.dumps(steps("sound", marks=False), protocol=4))
    put("steps_leaking_repeated.pickle", pickle.dumps(steps("leaking", marks=False, calls=False), protocol=4))
    put("steps_sound_repeated.pickle", pickle.dumps(steps("sound", marks=False, calls=False), protocol=4))
    put("steps_leaking_oom.pickle", pickle.dumps(steps("leaking", fails=True), protocol=4))
    put("newest.pickle", pickle.dumps(newest(), protocol=5))
    put("skipped_segments.pickle", pickle.dumps(skipped(("segment_alloc",)), protocol=4))
    put("skipped_requests.pickle", pickle.dumps(skipped(("free_requested",)), protocol=4))
    put("skipped_allocs.pickle", pickle.dumps(skipped(("alloc",)), protocol=4))
    put("unsound_allocs", pickle.dumps(skipped(("alloc",), again=True), protocol=4))
    put("legacy_2022.pickle", pickle.dumps(legacy(), protocol=4))
    put("segments_only.pickle", pickle.dumps({"segments": current()["segments"], "device_traces": []}, protocol=4))


if __name__ == "__main__":
    main()
