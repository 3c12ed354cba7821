"""Counts what a profile holds, with nothing of the program: a trace as JSON (also .gz), or a database of the profiler.

Prints one JSON object: slices by name and by named thread, counter samples, ends of arrows, events by phase, slices that overlap an earlier
one of their thread without lying inside it.
"""
import collections
import gzip
import json
import sqlite3
import sys


def events_of(path):
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "rb") as file:
        root = json.loads(file.read())
    return root if isinstance(root, list) else root["traceEvents"]


def nanoseconds(value):
    from decimal import ROUND_HALF_EVEN, Decimal

    return int((Decimal(str(value)) * 1000).to_integral_value(ROUND_HALF_EVEN))


def overlaps(spans):
    count = 0
    for thread in spans.values():
        ends = []
        for begin, end in sorted(thread, key=lambda s: (s[0], -s[1])):
            ends = [e for e in ends if e > begin]
            count += any(e < end for e in ends)
            ends.append(end)
    return count


def count_trace(path):
    slices = collections.Counter()
    phases = collections.Counter()
    spans = collections.defaultdict(list)
    names = {}
    per_thread = collections.Counter()
    starts = set()
    ends = []
    samples = 0
    for event in events_of(path):
        phase = event.get("ph", "")
        phases[phase] += 1
        if phase == "X":
            slices[event["name"]] += 1
            begin = nanoseconds(event["ts"])
            per_thread[(event["pid"], event["tid"])] += 1
            spans[(event["pid"], event["tid"])].append((begin, begin + nanoseconds(event.get("dur", 0))))
        elif phase in ("i", "I"):
            slices[event["name"]] += 1
        elif phase == "M" and event["name"] == "process_name":
            names[event["pid"]] = event["args"]["name"]
        elif phase == "M" and event["name"] == "thread_name":
            names[(event["pid"], event["tid"])] = event["args"]["name"]
        elif phase == "C":
            samples += sum(1 for v in event["args"].values() if isinstance(v, (int, float)))
        elif phase == "s":
            starts.add((event.get("cat"), str(event["id"])))
        elif phase in ("f", "t"):
            ends.append((event.get("cat"), str(event["id"])))
    matched = sum(1 for end in ends if end in starts)
    threads = collections.Counter()
    for thread, count in per_thread.items():
        if thread[0] in names and thread in names:
            threads[f"{names[thread[0]]}/{names[thread]}"] += count
    return {
        "slices": slices,
        "phases": phases,
        "threads": threads,
        "samples": samples,
        "arrows": matched,
        "lost_ends": len(ends) - matched,
        "overlaps": overlaps(spans),
    }


def arrows_of(db, text):
    """Arrows by category: the ends whose connection has a beginning. They lead to a communication operator, not to its tasks."""
    by_call = collections.defaultdict(list)
    shared = collections.Counter()
    for call, connection in db.execute("SELECT id, connectionId FROM CONNECTION_IDS"):
        by_call[call].append(connection)
        shared[connection] += 1
    kinds = dict(db.execute("SELECT id, name FROM ENUM_API_TYPE"))
    queued, dequeued, joined, launches = (collections.Counter() for _ in range(4))
    for call, name, kind in db.execute("SELECT connectionId, name, type FROM PYTORCH_API WHERE connectionId IS NOT NULL"):
        for connection in by_call[call]:
            if kinds.get(kind) == "queue":
                if shared[connection] > 1:
                    (dequeued if text[name].startswith("Dequeue") else queued)[connection] += 1
            elif shared[connection] > 1:
                joined[connection] += 1
            else:
                launches[connection] += 1
    reached = collections.Counter()
    for (connection,) in db.execute(
        "SELECT connectionId FROM TASK WHERE globalTaskId NOT IN (SELECT globalTaskId FROM COMMUNICATION_TASK_INFO)"
        " UNION ALL SELECT connectionId FROM COMMUNICATION_OP"
    ):
        reached[connection] += 1
    driver = {connection for (connection,) in db.execute("SELECT connectionId FROM CANN_API")}
    return {
        "async_task_queue": sum(n for c, n in dequeued.items() if queued[c] > 0),
        "fwdbwd": sum(n - 1 for n in joined.values()),
        "async_npu": sum(n for c, n in reached.items() if launches[c] > 0),
        "HostToDevice": sum(n for c, n in reached.items() if c in driver),
    }


def count_database(path):
    db = sqlite3.connect(f"file:{path}?immutable=1", uri=True)
    text = dict(db.execute("SELECT id, value FROM STRING_IDS"))
    slices = collections.Counter()
    for (name,) in db.execute("SELECT name FROM PYTORCH_API UNION ALL SELECT name FROM CANN_API"):
        slices[text[name]] += 1
    for (name,) in db.execute("SELECT opName FROM COMMUNICATION_OP"):
        slices[text[name]] += 1
    for name, kind in db.execute(
        "SELECT c.name, t.taskType FROM TASK t LEFT JOIN COMPUTE_TASK_INFO c ON c.globalTaskId = t.globalTaskId"
    ):
        slices[text[kind if name is None else name]] += 1
    for (kind,) in db.execute(
        "SELECT c.taskType FROM COMMUNICATION_TASK_INFO c JOIN TASK t ON t.globalTaskId = c.globalTaskId"
    ):
        slices[text[kind]] += 1
    for (step,) in db.execute("SELECT id FROM STEP_TIME"):
        slices[f"Step {step}"] += 1
    values = {"HBM": 1, "LLC": 2, "AICORE_FREQ": 1, "ACC_PMU": 4, "SOC_BANDWIDTH_LEVEL": 2, "NPU_MEM": 2}
    tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    rows = {t: db.execute(f"SELECT count(*) FROM {t}").fetchone()[0] for t in values if t in tables}
    return {"slices": slices, "arrows": arrows_of(db, text), "rows": rows, "samples": sum(values[t] * n for t, n in rows.items())}


if __name__ == "__main__":
    counted = count_database(sys.argv[1]) if sys.argv[1].endswith(".db") else count_trace(sys.argv[1])
    json.dump(counted, sys.stdout)
