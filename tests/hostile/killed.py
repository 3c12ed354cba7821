#!/usr/bin/env python3
"""Kills the program while it writes, and looks at what is there after the next run.

    killed.py --program build/dev/app/stagescope [--count 50] [--seed 1] [--only NAME] [--traced]

Every command that writes runs undisturbed once, then `--count` times with a SIGKILL at a moment drawn from the seed:
after so many of its system calls that write, rename, make or remove (`strace -e inject`, where strace is installed), or
after a share of its time. What a file is after the kill must be absent, as it was before, or whole; after a second,
undisturbed run all must be as if nothing had happened: the same bytes, and nothing else below the output, beside it or
in the folders of the user (no part, no lock, no folder of arrivals). With --traced each command runs once under strace:
what it opens for writing, makes, renames or removes must lie below its output or the user's folders, and nothing but a
child that is rclone opens a socket.
"""

import argparse
import hashlib
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
STRACE = shutil.which("strace")
WRITING = "write,rename,renameat,renameat2,openat,mkdir,mkdirat,unlink,unlinkat,fsync,rmdir,fchmod,flock"
SECONDS = 120


class Command:
    """`words` with {out} for what it writes, {in} for its own copy of `source` where it has one."""

    def __init__(self, name, words, before=None, source=None, whole_file=True, again=(0,)):
        self.name = name
        self.words = words
        self.before = before  # makes what is there when it starts, given the folder of the output
        self.source = source
        self.whole_file = whole_file
        self.again = again  # exit codes of the run after the kill, besides those of the undisturbed one


def listing(folder):
    """Every file, folder and link below, with contents, and modes of files."""
    state = {}
    for path in sorted(Path(folder).rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_symlink():
            state[name] = ("link", os.readlink(path))
        elif path.is_dir():
            state[name] = ("folder",)
        else:
            state[name] = (oct(path.lstat().st_mode), hashlib.md5(path.read_bytes()).hexdigest())
    return state


class Trial:
    def __init__(self, program, root, inputs):
        self.program = program
        self.root = root
        self.inputs = inputs

    def fresh(self, command):
        """A place of its own: the output's folder and the user's."""
        if self.root.exists():
            shutil.rmtree(self.root)
        place = self.root / "place"
        place.mkdir(parents=True)
        (self.root / "home").mkdir()
        if command.before:
            command.before(place)
        return place

    def environment(self):
        home = self.root / "home"
        environment = dict(os.environ, QT_QPA_PLATFORM="offscreen", LC_ALL="C.UTF-8", HOME=str(home))
        for name in ("CACHE", "CONFIG", "DATA", "STATE"):
            environment[f"XDG_{name}_HOME"] = str(home / name.lower())
        environment["RCLONE_CONFIG"] = str(self.inputs["rclone"])
        return environment

    def words(self, command, place):
        return [self.program] + [word.format(out=place, **self.inputs) for word in command.words]

    def start(self, command, place, before=()):
        return subprocess.Popen([*before, *self.words(command, place)], stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=self.environment(), cwd=place,
                                start_new_session=True)

    def run(self, command, place, before=()):
        process = self.start(command, place, before)
        out, error = process.communicate(timeout=SECONDS)
        return process.returncode, out, error.decode("utf-8", "replace")

    def left(self):
        """What the user's folders hold that is kept by intent: nothing that names a process."""
        home = listing(self.root / "home")
        return sorted(name for name in home if re.search(r"\.part|\.lock|fetching|database-|\.cut", name))


def kill_all(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.communicate()


def killed_at(trial, command, place, rng, counts, seconds):
    """One run that is killed; whether it was, and where."""
    if STRACE and counts:
        call = rng.choice(sorted(counts))
        when = rng.randint(1, counts[call])
        trace = [STRACE, "-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}", "-e",
                 f"inject={call}:signal=SIGKILL:when={when}"]
        code, _, _ = trial.run(command, place, trace)
        return code not in (0, 1, 2), f"{call} {when} of {counts[call]}"
    share = rng.random()
    process = trial.start(command, place)
    try:
        process.communicate(timeout=max(0.001, share * seconds))
        return False, f"{share:.3f} of {seconds:.3f} s"
    except subprocess.TimeoutExpired:
        kill_all(process)
        return True, f"{share:.3f} of {seconds:.3f} s"


def counted(trial, command, place):
    """How often it calls what writes; nothing without strace."""
    if not STRACE:
        return {}
    log = trial.root / "calls"
    trial.run(command, place, [STRACE, "-f", "-qq", "-c", "-U", "name,calls", "-o", str(log), "-e", f"trace={WRITING}"])
    counts = {}
    for line in log.read_text().splitlines():
        fields = line.split()
        if len(fields) == 2 and fields[1].isdigit() and fields[0] in WRITING.split(","):
            counts[fields[0]] = int(fields[1])
    log.unlink()
    return counts


def compared(wanted, found):
    return [f"{name}: {'missing' if name not in found else 'left over' if name not in wanted else 'differs'}"
            for name in sorted(set(wanted) | set(found)) if wanted.get(name) != found.get(name)]


def try_command(trial, command, count, seed):
    place = trial.fresh(command)
    before = listing(place)
    begin = time.monotonic()
    code, out, error = trial.run(command, place)
    seconds = time.monotonic() - begin
    if code not in (0, 1):
        return [f"undisturbed: exit {code}: {error.strip()[:300]}"]
    wanted = listing(place)
    failures = [f"undisturbed: {name} is left" for name in trial.left()]
    place = trial.fresh(command)
    counts = counted(trial, command, place)
    kills = 0
    for number in range(count):
        rng = random.Random(f"{seed}:{command.name}:{number}")
        place = trial.fresh(command)
        was_killed, where = killed_at(trial, command, place, rng, counts, seconds)
        kills += was_killed
        half = [name for name, state in listing(place).items()
                if len(state) == 2 and state[0] != "link" and state not in (before.get(name), wanted.get(name))
                and ".stagescope.part" not in name and ".fetching" not in name]
        if command.whole_file and half:
            failures.append(f"{number} ({where}): half of {half} after the kill")
        again, second, error = trial.run(command, place)
        is_whole = compared(wanted, listing(place)) == []
        if again != code and not (is_whole and again in command.again):
            failures.append(f"{number} ({where}): exit {again} in place of {code}: {error.strip()[:200]}")
        failures += [f"{number} ({where}): {line}" for line in compared(wanted, listing(place))]
        failures += [f"{number} ({where}): {name} is left" for name in trial.left()]
    print(f"{command.name}: {count} runs, {kills} killed, {len(failures)} failures", flush=True)
    return failures


OPENED = re.compile(r'^(?:\d+\s+)?(\w+)\((?:AT_FDCWD(?:<([^>]*)>)?, |\d+<([^>]*)>, )?"([^"]*)"(.*)$')
MADE = ("mkdir", "mkdirat", "rename", "renameat", "renameat2", "unlink", "unlinkat", "rmdir", "symlink", "symlinkat",
        "link", "linkat", "truncate", "mknod", "mknodat", "chmod", "fchmodat", "chown", "fchownat", "creat")


def calls_of(log):
    """(whether it is of a process that became rclone, call) for each line of a trace."""
    rclone = set()
    for line in log.splitlines():
        pid, _, call = line.partition(" ")
        call = call.strip()
        if re.match(r'execve\("[^"]*/rclone"', call):
            rclone.add(pid)
        child = re.search(r"(?:clone3?|v?fork)\b.* = (\d+)$", call)
        if child and pid in rclone:
            rclone.add(child.group(1))
        yield pid in rclone, call


def written_places(log):
    """Absolute paths that a trace says were changed, but for what rclone does for itself."""
    places = set()
    for is_rclone, line in calls_of(log):
        match = OPENED.match(line)
        if is_rclone or not match or " = -1 " in line:
            continue
        call, cwd, folder, path, rest = match.groups()
        if call in ("open", "openat") and not re.search(r"O_(WRONLY|RDWR|CREAT|TRUNC)", rest):
            continue
        if call not in ("open", "openat") and call not in MADE:
            continue
        # The first path of a symbolic link is what it leads to.
        if not call.startswith("symlink"):
            places.add(os.path.normpath(os.path.join(folder or cwd or "/", path)))
        second = re.search(r'"([^"]*)"', rest)
        if second and call.startswith(("rename", "symlink", "link")):
            at = re.search(r'\d+<([^>]*)>, "', rest)
            places.add(os.path.normpath(os.path.join(at.group(1) if at else cwd or "/", second.group(1))))
    return places


def opened_sockets(log):
    """Connections that a trace says were made or tried, and sockets of other kinds than this host's, but for rclone's.

    The C library asks nscd, where it runs, for the name of the user.
    """
    found = []
    for is_rclone, call in calls_of(log):
        is_socket = re.match(r"socket(pair)?\((?!AF_UNIX)", call)
        is_link = re.match(r"connect\(", call) and "/nscd/socket" not in call
        if (is_socket or is_link) and not is_rclone:
            found.append(call)
    return found


def trace_command(trial, command):
    place = trial.fresh(command)
    log = trial.root / "trace"
    calls = ["open", "openat", *MADE, "socket", "connect", "execve", "clone", "clone3", "fork", "vfork"]
    trial.run(command, place, [STRACE, "-f", "-qq", "-y", "-s", "4096", "-o", str(log), "-e", f"trace=?{',?'.join(calls)}"])
    trace = log.read_text(errors="replace")
    allowed = [str(place), str(trial.root / "home"), "/dev/", "/proc/", "/sys/", "pipe:", "anon_inode:"]
    strange = [p for p in sorted(written_places(trace))
               if not any(p == one or p.startswith(one if one.endswith("/") else one + "/") for one in allowed)]
    sockets = opened_sockets(trace)
    print(f"{command.name}: traced, {len(strange)} places outside, {len(sockets)} sockets", flush=True)
    return [f"writes to {path}" for path in strange] + [f"opens a socket: {call}" for call in sockets]


def commands(inputs):
    def settings(place):
        shutil.copy(inputs["settings"], place / "train.yaml")
        (place / "train.yaml").chmod(0o600)

    def digests(place):
        shutil.copytree(inputs["digests"], place / "digests")

    def earlier(place):
        (place / "x.csv").write_text("earlier\n")
        (place / "x.csv").chmod(0o640)

    yield Command("demo", ["demo", "{out}/demo", "--pp", "2", "--dp", "1", "--microbatches", "4", "--steps", "2"],
                  again=(2,))
    yield Command("shot", ["shot", "summary", "{demo}", "-o", "{out}/x.png", "--size", "640x400"])
    yield Command("svg", ["shot", "pipeline", "{demo}", "-o", "{out}/x.svg", "--size", "640x400"])
    yield Command("report", ["report", "{demo}", "-o", "{out}/report"], whole_file=False)
    yield Command("report file", ["report", "{demo}", "-o", "{out}/report.html"])
    yield Command("report again", ["report", "{demo}", "-o", "{out}/report"], whole_file=False,
                  before=lambda place: shutil.copytree(inputs["report"], place / "report"))
    yield Command("pp-chart", ["pp-chart", "{demo}", "-o", "{out}/charts"], again=(2,))
    yield Command("slim", ["slim", "{demo}", "-o", "{out}/slim", "--for", "all"], again=(2,))
    yield Command("bundle", ["bundle", "{demo}", "-o", "{out}/x.stagescope"])
    yield Command("digest", ["digest", "{demo}", "-o", "{out}/digests"])
    yield Command("merge", ["digest", "{out}/digests", "--merge"], before=digests)
    yield Command("config new", ["config", "new", "torch_npu", "-o", "{out}/new.json"], again=(2,))
    yield Command("config edit", ["config", "edit", "{out}/train.yaml", "tools.profile.enable=true", "--kind",
                                  "mindspeed-mm-fsdp"], before=settings)
    yield Command("snapshot", ["snapshot", "convert", "{snapshot}", "-o", "{out}/x.json"])
    yield Command("schedule", ["schedule", "1f1b", "--pp", "4", "--microbatches", "8", "-o", "{out}/x.csv"],
                  before=earlier)
    yield Command("runs", ["runs", "{demo}", "{demo}", "-o", "{out}/x.png"])
    yield Command("gate", ["gate", "{demo}", "--fail-if", "bubble_percent > 100", "--junit", "{out}/x.xml"])
    yield Command("cache", ["cache", "clear"])
    yield Command("watch", ["watch", "{demo}", "--once"])
    yield Command("table", ["table", "time_split", "{walled}"])
    if shutil.which("rclone"):
        yield Command("fetch", ["fetch", "disk:{demo}", "{out}/fetched", "--for", "all"], whole_file=False)


def made_inputs(program, root):
    inputs = {"demo": root / "demo", "walled": root / "walled", "report": root / "report", "digests": root / "digests",
              "settings": root / "train.yaml", "rclone": root / "rclone.conf",
              "snapshot": sorted((HERE.parent / "core" / "formats" / "snapshots").glob("*.pickle"))[0]}
    home = root / "maker"
    environment = dict(os.environ, QT_QPA_PLATFORM="offscreen", LC_ALL="C.UTF-8", HOME=str(home))
    for name in ("CACHE", "CONFIG", "DATA", "STATE"):
        environment[f"XDG_{name}_HOME"] = str(home / name.lower())

    def run(*words):
        subprocess.run([program, *map(str, words)], check=True, stdout=subprocess.DEVNULL, env=environment)

    run("demo", inputs["demo"], "--pp", "2", "--dp", "1", "--microbatches", "4", "--steps", "2")
    run("report", inputs["demo"], "-o", inputs["report"])
    (inputs["report"] / "old.csv").write_text("of an earlier report\n")
    with open(inputs["report"] / ".stagescope-report", "a") as marker:
        marker.write("old.csv\n")
    run("digest", inputs["demo"], "-o", inputs["digests"])
    inputs["settings"].write_text("tools:\n  profile:\n    enable: false\n")
    inputs["rclone"].write_text("[disk]\ntype = local\n")
    # A database whose rows stand in a log: it is read from a private copy.
    shutil.copytree(inputs["demo"], inputs["walled"])
    for database in inputs["walled"].rglob("ascend_pytorch_profiler_*.db"):
        Path(str(database) + "-wal").write_bytes(b"\0" * 64)
    return {name: str(path) for name, path in inputs.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--count", type=int, default=50, help="kills of each command")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append", help="of these commands alone")
    parser.add_argument("--traced", action="store_true", help="also look at where each of them writes (strace)")
    arguments = parser.parse_args()
    program = str(Path(arguments.program).resolve())
    failed = 0
    with tempfile.TemporaryDirectory(prefix="killed-") as scratch:
        inputs = made_inputs(program, Path(scratch))
        trial = Trial(program, Path(scratch) / "trial", inputs)
        before = listing(inputs["demo"])
        for command in commands(inputs):
            if arguments.only and command.name not in arguments.only:
                continue
            failures = try_command(trial, command, arguments.count, arguments.seed)
            if arguments.traced and STRACE:
                failures += trace_command(trial, command)
            for failure in failures[:20]:
                print(f"  {command.name}: {failure}", flush=True)
            failed += len(failures)
        if compared(before, listing(inputs["demo"])):
            print("the profile changed")
            failed += 1
    print(f"{failed} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
