#!/usr/bin/env python3
"""Gives the program hostile inputs and watches it from outside.

    hostile.py --program build/dev/app/stagescope [--count 60] [--seed 1] [--only N] [--keep DIR]

Each input is made from (seed, number) alone, so any of them comes again with --only. `check`, `table`, `shot` and
`snapshot convert` take turns on it. What fails: death by signal, more than 10 s (of CPU; of the clock times --patience),
more than 1 GiB of memory (bombs.py: 1 s and 300 MiB), an exit code that is none of the documented ones, exit 0 where something was certainly lost
or where `check` says so, more than --output bytes written, something left behind beside the output, and any change in
the folder of the input. $STAGESCOPE_REAL_DATA (default ../shared/data) adds real profiles to what is damaged.
"""

import argparse
import hashlib
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from inputs import TARGET, Maker  # noqa: E402

SECONDS = 10
BYTES = 1 << 30
SMALL_SECONDS = 1
SMALL_BYTES = 300 << 20
HERE = Path(__file__).resolve().parent


def listing(folder):
    """All there is in a folder: kinds, times, sizes, contents."""
    state = {}
    for path in sorted(Path(folder).rglob("*")):
        facts = path.lstat()
        regular = path.is_file() and not path.is_symlink()
        is_small = regular and facts.st_size < 64 << 20
        content = hashlib.md5(path.read_bytes()).hexdigest() if is_small else os.readlink(path) if path.is_symlink() else ""
        state[str(path)] = (facts.st_mode, facts.st_size if regular else 0, facts.st_mtime_ns, content)
    return state


class Watch:
    """Runs one command of the program and tells what it did."""

    def __init__(self, program, home, patience):
        self.program = program
        self.patience = patience
        self.environment = dict(os.environ, QT_QPA_PLATFORM="offscreen", LC_ALL="C.UTF-8")
        for name in ("CACHE", "CONFIG", "DATA", "STATE"):
            self.environment[f"XDG_{name}_HOME"] = str(home / name.lower())

    def run(self, words):
        begin = time.monotonic()
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as error:
            process = subprocess.Popen([self.program, *map(str, words)], stdin=subprocess.DEVNULL, stdout=out,
                                       stderr=error, env=self.environment,
                                       preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS + 5,) * 2))
            usage = None
            while usage is None:
                pid, status, used = os.wait4(process.pid, os.WNOHANG)
                if pid:
                    usage = used
                elif time.monotonic() - begin > SECONDS * self.patience + 5:
                    process.kill()
                    _, status, usage = os.wait4(process.pid, 0)
                else:
                    time.sleep(0.003)
            process.returncode = status
            size = out.seek(0, 2)
            out.seek(0)
            error.seek(0)
            return Outcome(os.waitstatus_to_exitcode(status), time.monotonic() - begin, usage, size,
                           out.read(1 << 20).decode("utf-8", "replace"), error.read(1 << 16).decode("utf-8", "replace"))


class Outcome:
    def __init__(self, code, wall, usage, size, out, error):
        self.code = code
        self.wall = wall
        self.cpu = usage.ru_utime + usage.ru_stime
        self.memory = usage.ru_maxrss * 1024
        self.size = size
        self.out = out
        self.error = error

    def troubles(self, patience, most, is_small=False):
        seconds, memory = (SMALL_SECONDS, SMALL_BYTES) if is_small else (SECONDS, BYTES)
        if self.code < 0:
            yield f"died of {signal.Signals(-self.code).name}"
        elif self.code > 2:
            yield f"exit code {self.code}"
        if self.code == 2 and not self.error.strip():
            yield "exit 2 without a word"
        if self.cpu > seconds or self.wall > SECONDS * patience:
            yield f"{self.cpu:.1f} s of CPU, {self.wall:.1f} s"
        if self.memory > memory:
            yield f"{self.memory / 2**20:.0f} MiB"
        if self.size > most:
            yield f"{self.size / 2**20:.0f} MiB written"
        if any(c < " " and c not in "\n\t\r" or c == "\x7f" for c in self.out + self.error):
            yield "control characters for the terminal"


class Trial:
    DEEP = ["slice_stats", "kernel_stats", "time_split"]

    def __init__(self, arguments, watch, tables, views):
        self.arguments = arguments
        self.watch = watch
        self.tables = tables
        self.views = views
        self.most_cpu = 0  # of small inputs
        self.most_memory = 0

    def commands(self, rng, made, target):
        """Every input is checked; the rest take turns."""
        if made.commands:
            yield from ([target / word[7:] if str(word).startswith(TARGET) else word for word in words]
                        for words in made.commands)
            return
        turn = rng.randrange(4 if made.snapshot else 3)
        yield ["check", made.path]
        if turn == 0:
            yield ["table", rng.choice(self.DEEP[:1] + self.tables), made.path]
        elif turn == 1:
            yield ["shot", rng.choice(self.views), made.path, "-o", target / rng.choice(["x.png", "x.svg"]),
                   "--size", "640x400"]
        elif turn == 2:
            yield ["table", "slice_stats", made.path, "--format", rng.choice(["csv", "json"])]
        else:
            yield ["snapshot", "convert", made.snapshot, "-o", target / rng.choice(["x.json", "x.csv"])]

    def run(self, number, root):
        rng = random.Random(f"{self.arguments.seed}:{number}")
        folder = root / "input"
        target = root / "output"
        folder.mkdir()
        target.mkdir()
        made = self.arguments.maker.make(rng, folder)
        before = listing(folder)
        failures = []
        lost = False
        for words in self.commands(rng, made, target):
            outcome = self.watch.run(words)
            found = list(outcome.troubles(self.arguments.patience, self.arguments.output, bool(made.commands)))
            self.most_cpu = max(self.most_cpu, outcome.cpu if made.commands else 0)
            self.most_memory = max(self.most_memory, outcome.memory if made.commands else 0)
            if words[0] == "check":
                lost = outcome.code != 0
                if outcome.code == 0 and any(line.startswith("  data loss") for line in outcome.out.splitlines()):
                    found.append("exit 0, and data loss in the text")
            deep = words[0] == "check" or words[1] in ("slice_stats", "convert")
            if outcome.code == 0 and deep and (made.must_tell or lost):
                found.append("exit 0 with loss")
            if any(p.stat().st_size > self.arguments.output for p in target.iterdir()):
                found.append("too much written into a file")
            if sorted(p.name for p in target.iterdir()) not in ([], [Path(words[-1]).name], ["x.png"], ["x.svg"],
                                                                ["x.stagescope"]):
                found.append(f"left behind: {sorted(p.name for p in target.iterdir())}")
            for trouble in found:
                failures.append((words, trouble, outcome))
            for path in target.iterdir():
                path.unlink()
        if listing(folder) != before:
            failures.append((["any"], "the folder of the profile changed", None))
        return made, failures


def lines(watch, words):
    outcome = watch.run(words)
    if outcome.code != 0:
        sys.exit(f"{' '.join(words)} fails: {outcome.error}")
    return outcome.out.splitlines()


def listed_views(help_lines):
    """The names in the section Views of shot's help: lines of a tab and its pages."""
    section = help_lines[help_lines.index("Views") + 1:]
    names = [line[17:].split() for line in section if line.startswith("  ")]
    return [name for row in names for name in row]


def make_demos(watch, root):
    demos = []
    for name, more in (("plain", []), ("fault", ["--fault", "slow-rank=1:1.3", "--ranks-per-host", "1"])):
        folder = root / name
        lines(watch, ["demo", folder, "--pp", "2", "--dp", "1", "--microbatches", "4", "--steps", "2", *more])
        demos.append(folder)
    return demos


def remove(folder):
    for path in folder.rglob("*"):
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o755)
    shutil.rmtree(folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int)
    parser.add_argument("--patience", type=float, default=1, help="of the clock; more on a machine that others use too")
    parser.add_argument("--output", type=int, default=2 << 30, help="bytes that a command may write")
    parser.add_argument("--small", action="store_true", help="only bundles, digests, marks, settings, logs and names")
    parser.add_argument("--keep", type=Path, help="inputs that failed are moved there")
    arguments = parser.parse_args()
    real = Path(os.environ.get("STAGESCOPE_REAL_DATA", HERE.parents[2] / "shared" / "data"))
    snapshots = sorted((HERE.parent / "core" / "formats" / "snapshots").glob("*.pickle"))
    failed = 0
    with tempfile.TemporaryDirectory(prefix="hostile-") as scratch:
        scratch = Path(scratch)
        watch = Watch(arguments.program, scratch / "home", arguments.patience)
        demos = make_demos(watch, scratch)
        arguments.maker = Maker(demos, real if real.is_dir() else None, snapshots, scratch / "home")
        arguments.maker.small = arguments.small
        tables = [line.split("\t")[0] for line in lines(watch, ["tables"]) if not line.startswith(" ")]
        views = listed_views(lines(watch, ["shot", "--help"]))
        trial = Trial(arguments, watch, tables, views)
        numbers = [arguments.only] if arguments.only is not None else \
            range(arguments.first, arguments.first + arguments.count)
        for number in numbers:
            root = scratch / "trial"
            root.mkdir()
            made, failures = trial.run(number, root)
            for words, trouble, outcome in failures:
                print(f"{number}: {made.kind}: {' '.join(map(str, words))}: {trouble}", flush=True)
                if outcome is not None:
                    print("    " + outcome.error.strip()[:400].replace("\n", "\n    "), flush=True)
            failed += bool(failures)
            if failures and arguments.keep:
                arguments.keep.mkdir(parents=True, exist_ok=True)
                shutil.move(str(root), arguments.keep / f"{arguments.seed}-{number}")
            else:
                remove(root)
            if (number + 1) % 500 == 0:
                print(f"... {number + 1}, {failed} failed", flush=True)
        rest = sorted(str(p) for p in (scratch / "home").rglob("database-*"))
        if rest:
            print(f"left in the cache: {rest}")
            failed += 1
    print(f"small inputs: at most {trial.most_cpu:.2f} s of CPU, {trial.most_memory / 2**20:.0f} MiB")
    print(f"{len(numbers)} inputs, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
