"""Small inputs that want much: bundles, digests, marks, settings, logs and names, each made from a seed alone.

What they become has to be counted before it is there, so that each ends within a second of CPU and 300 MiB.
"""

import ctypes
import ctypes.util
import json
import os
import struct

MAGIC = b"\x89STAGESCOPE BUNDLE\n"
CLUSTER, MARKS, PLACE, DIGEST, SNAPSHOT = -2, -3, -4, -5, -16 - 256


class Hash128(ctypes.Structure):
    _fields_ = [("low", ctypes.c_uint64), ("high", ctypes.c_uint64)]


def library(name, *functions):
    loaded = ctypes.CDLL(ctypes.util.find_library(name) or f"lib{name}.so")
    for function, result, *arguments in functions:
        getattr(loaded, function).restype = result
        getattr(loaded, function).argtypes = arguments
    return loaded


XXHASH = library("xxhash", ("XXH3_64bits", ctypes.c_uint64, ctypes.c_char_p, ctypes.c_size_t),
                 ("XXH3_128bits", Hash128, ctypes.c_char_p, ctypes.c_size_t))
ZSTD = library("zstd", ("ZSTD_compressBound", ctypes.c_size_t, ctypes.c_size_t),
               ("ZSTD_compress", ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t,
                ctypes.c_int))


def packed(data):
    out = ctypes.create_string_buffer(ZSTD.ZSTD_compressBound(len(data)))
    return out.raw[:ZSTD.ZSTD_compress(out, len(out), data, len(data), 1)]


def number(value):
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7f | 0x80)
        value >>= 7
    return bytes(out) + bytes([value])


def text(value):
    return number(len(value)) + value


def bundle(parts, shift=None):
    """`parts`: (number, bytes); `shift`: what is added to offsets, packed and raw sizes of all but the first."""
    frames = [packed(data) for _, data in parts]
    at = len(MAGIC) + 8 + 40 * len(parts)
    head = MAGIC + struct.pack("<II", 2, len(parts))
    for i, ((part, data), frame) in enumerate(zip(parts, frames)):
        sizes = [at, len(frame), len(data)]
        if shift and i > 0:
            sizes = [max(0, size + by) for size, by in zip(sizes, shift)]
        head += struct.pack("<qQQQQ", part, *sizes, XXHASH.XXH3_64bits(frame, len(frame)))
        at += len(frame)
    return head + b"".join(frames)


def table(rows, columns, kind=b"steps", value=b"\0"):
    names = [b"step", b"begin_ns", b"end_ns"] + [b"c%d" % i for i in range(max(0, columns - 3))]
    body = text(kind) + number(rows) + number(columns)
    return body + b"".join(text(names[i]) + number(0) + value * rows for i in range(columns))


def rank(tables=b"", count=0, traces=b"\0"):
    return number(0) + number(count) + tables + traces


def trace(random, slices):
    name = random.choice([b"aten::mm", b"x" * 60_000])
    column = b"\2" * slices
    track = number(0) + number(random.randrange(9)) + number(0) + number(0) + number(slices) + column + b"\1" * slices + \
        b"\0" * slices + bytes([random.randrange(14)]) * slices + column + number(0)
    tracks = random.choice([1, 1, 30])
    return number(1) + number(1) + text(name) + number(tracks) + track * tracks + number(0)


def note(ranks, files, level=b"full"):
    return number(1) + text(b"/run") + number(ranks) + b"\2" * ranks + number(0) + text(level) + number(files) + \
        (text(b"f") + number(1) + number(2)) * files + text(b"")


def snapshot(random, events):
    event = json.dumps({"action": random.choice(["alloc", "free_completed", "segment_alloc"]), "addr": 4096, "size": 512,
                        "stream": 0, "frames": [{"filename": "a" * 50, "name": "f", "line": 1}]})
    return ('{"segments": [], "device_traces": [[' + ",".join([event] * events) + "]]}").encode()


def marks(run, lines):
    body = b"stagescope marks 1\nrun " + run + b"\n" + lines
    return body + b"end %016x\n" % XXHASH.XXH3_64bits(body, len(body))


def make_bundle(random, folder):
    """Of a few kB to some hundred kB, all of them with hashes that are right."""
    n = random.choice([10_000, 1_000_000, 20_000_000, 60_000_000])
    how = random.randrange(10)
    shift = None
    if how == 0:
        parts = [(0, rank(table(n, 1), 1))]
    elif how == 1:
        parts = [(0, rank(table(n // 200, 200), 1))]
    elif how == 2:
        parts = [(0, rank((text(b"steps") + number(n // 10) + number(0)) * (n // 10), n // 10))]
    elif how == 3:
        parts = [(i, rank(table(n // 1000, 1), 1)) for i in range(1000)]
        shift = random.choice([None, (-50, 0, 0), (0, 50, 0), (0, 0, 1 << 40)])
    elif how == 4:
        parts = [(i, rank(table(1, 1), 1)) for i in range(random.choice([2000, 20_000]))]
    elif how == 5:
        parts = [(0, rank(traces=trace(random, n // 100)))]
    elif how == 6:
        parts = [(SNAPSHOT, snapshot(random, n // 100)), (0, rank(table(3, 1), 1))]
    elif how == 7:
        line = random.choice([b"flag 5 ff0000 x\n", b"range 1 2 00ff00 " + b"y" * 1000 + b"\n"])
        parts = [(MARKS, marks(b"/", line * (n // 1000))), (0, rank(table(3, 1), 1))]
    elif how == 8:
        entry = number(2) + text(b"a") + text(b"b") + number(1) + number(0)
        parts = [(CLUSTER, number(n // 10) + entry * (n // 10) + number(0) + number(0)), (0, rank(table(3, 1), 1))]
    else:
        body = bytearray(rank(table(300, 3), 1, trace(random, 100)))
        for _ in range(random.choice([1, 3, 30])):
            body[random.randrange(len(body))] = random.choice([0, 0x7f, 0x80, 0xff, random.randrange(256)])
        parts = [(0, bytes(body)), (1, rank(table(3, 1), 1))]
    (folder / "x.stagescope").write_bytes(bundle(parts, shift))
    return folder / "x.stagescope"


def make_digests(random, folder):
    for i in range(random.choice([1, 3, 40])):
        ranks, files = random.choice([(5, 1), (200_000, 0), (5_000_000, 0), (0, 200_000), (40_000_000, 0)])
        parts = [(DIGEST, note(ranks, files)), (i, rank(table(random.choice([3, 1_000_000]), 1), 1))]
        (folder / f"rank_{i}.stagescope").write_bytes(bundle(parts))
    (folder / "merged.stagescope").write_bytes(bundle([(DIGEST, note(3, 100_000, b"merged")), (CLUSTER, rank())]))
    return folder


def marks_path(home, run):
    path = os.path.abspath(run).encode()
    both = XXHASH.XXH3_128bits(path, len(path))
    return home / "data" / "stagescope" / "marks" / f"{both.high:016x}{both.low:016x}.marks"


def make_marks(random, folder, home):
    """Marks of a profile, as the program keeps them itself."""
    (folder / "trace_view.json").write_text(json.dumps([{"ph": "X", "name": "a", "pid": 1, "tid": 1, "ts": 1, "dur": 2}]))
    line = random.choice([b"flag 5 ff0000 x\n", b"range 1 2 00ff00 " + b"y" * 100_000 + b"\n", b"flag " + b"9" * 70_000 + b"\n",
                          b"\xff" * 1000 + b"\n", b"range 9 -9 0 \n"])
    path = marks_path(home, folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    def lines(count):
        return line * min(count, 40_000_000 // len(line))
    path.write_bytes(random.choice([marks(b"/", lines(random.choice([1, 1000, 300_000]))), lines(100_000), b"", b"\0" * 4_000_000]))
    return folder, path


def make_settings(random, folder):
    depth = random.choice([10, 1000, 100_000])
    body = random.choice([
        "a: &a [x]\n" + "".join(f"k{i}: &k{i} [*{'a' if i == 0 else f'k{i - 1}'}, *{'a' if i == 0 else f'k{i - 1}'}]\n"
                                for i in range(60)),
        "[" * depth, "{a: " * depth, "".join("  " * i + f"k{i}:\n" for i in range(min(depth, 1000))), "- " * depth,
        '{"a":' * depth + "1" + "}" * depth, "a: " + "x" * 1_000_000, "key: value\n" * depth, "? " * depth,
        "a: |\n" + " x\n" * depth, "\n".join(f'"{"k" * 500}{i}": {i}' for i in range(2000)), "\0" * 100_000,
        "!!python/object/apply:os.system ['true']"])
    path = folder / random.choice(["train.yaml", "profiler_config.json"])
    path.write_text(body)
    return path


def make_log(random, folder):
    for name in random.sample(["train.log", "dp_h_1_rank_0.log", "log/dp_h_2_rank_1.log", "plog/x.log"], random.randint(1, 3)):
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        line = random.choice([b"[ERROR] profiler failed\n", b"[ERROR] profil" + b"x" * 1_000_000, b"\0" * 1000, b"\n",
                              b"\xff\xfe\n"])
        path.write_bytes(line * random.choice([1, 10, 2_000_000 // len(line)]))
        if random.random() < 0.5:
            os.truncate(path, 3 << 30)
    return folder


NAMES = ["a", "/a", "a/", "/", "a ", "/srv/a b/", "\\\\h\\", "C:\\u\\", "a@b.c:", "://", "10.0.0.1 ", "fe80::", "\u888b", "aB9",
         "sk-", "node1.", "(", "[", "1:", "00:1a:", "%", "\x1b[31m", "\ufffd"]


def make_names(random, folder):
    """Texts of any length wherever a profile has some."""
    out = folder / "node1_4711_20240101000000000_ascend_pt" / "ASCEND_PROFILER_OUTPUT"
    out.mkdir(parents=True)

    def name():
        unit = random.choice(NAMES)
        return random.choice(["", "/", "file://"]) + unit * (random.choice([1, 1, 1, 30_000, 64_000, 300_000]) // len(unit) + 1)

    events = [{"ph": "M", "pid": 1, "name": "process_name", "args": {"name": name()}}]
    events += [{"ph": random.choice("XXXiC"), "name": name(), "cat": name(), "pid": 1, "tid": random.choice([1, 2]),
                "ts": 1000 + 20 * i, "dur": 10, "args": {name()[:1000]: name()}} for i in range(random.choice([1, 6]))]
    (out / "trace_view.json").write_text(json.dumps(events))
    (out.parent / "profiler_metadata.json").write_text(json.dumps({
        "ENV_VARIABLES": {"HOSTNAME": name(), "USER": name(), "WANDB_API_KEY": name(), name()[:1000]: name()},
        "project": name()}))
    (out.parent / "profiler_info_0.json").write_text(json.dumps({"rank_id": 0, "note": name()}))
    return folder


MAKERS = {"bundle": make_bundle, "digests": make_digests, "settings": make_settings, "log": make_log, "names": make_names}
