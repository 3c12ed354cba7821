#!/usr/bin/env python3
"""Records all that the program answers and draws, so that work that is to change nothing can be held against it.

    net.py record --program build/release/app/stagescope OUT [--only NAME]... [--jobs 2]
    net.py compare BEFORE AFTER

`record` writes demos of every schedule and of every fault, one of 64 ranks, and takes the profiles in
$STAGESCOPE_REAL_DATA (default ../shared/data) as they are. Of each, OUT/NAME gets what `check` says, every table as CSV
(those of its report, with its baseline where it has one) and every view as a picture in both themes; exit codes and what
goes to stderr stand beside them. `compare` lists the files that are new, gone or different, shows the first lines that
differ, and exits with 1 if there are any.
"""

import argparse
import concurrent.futures
import difflib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SMALL = {"--pp": 4, "--dp": 2, "--microbatches": 8, "--steps": 2}
FAULTS = ["slow-rank=5:1.3", "slow-stage=1:1.5", "slow-link=1-3:9", "slow-host=2:3", "slow-loader=3:20", "low-frequency=2:1.4",
          "memory-leak=1:67108864", "uneven-cells=2:2"]
SNAPSHOTS = (".pickle", ".pkl")


class Program:
    def __init__(self, path, home):
        self.path = Path(path).resolve()
        self.environment = dict(os.environ, QT_QPA_PLATFORM="offscreen", LC_ALL="C.UTF-8", TZ="UTC")
        for name in ("CACHE", "CONFIG", "DATA", "STATE"):
            self.environment[f"XDG_{name}_HOME"] = str(home / name.lower())

    def run(self, *words):
        return subprocess.run([self.path, *map(str, words)], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              errors="replace", env=self.environment)

    def listed(self, command, before, after):
        """The comma-separated choices that the help of a command names between two texts."""
        text = " ".join(self.run(command, "--help").stdout.split())
        return text.split(before, 1)[1].split(after, 1)[0].split(", ")


class Profile:
    def __init__(self, name, path, baseline=None):
        self.name = name
        self.path = Path(path)
        self.baseline = ["--baseline", baseline] if baseline else []


def demos(program, root):
    def made(name, *options, **sizes):
        size = SMALL | {f"--{option}": value for option, value in sizes.items()}
        done = program.run("demo", root / name, *(word for pair in size.items() for word in pair), *options)
        if done.returncode != 0:
            sys.exit(f"demo {name}: {done.stderr}")
        return Profile(f"demo-{name}", root / name)

    plain = [made(kind, "--schedule", kind) for kind in program.listed("demo", "pipeline schedule: ", " (default")]
    healthy = next(profile for profile in plain if profile.path.name == "1f1b")
    for fault in FAULTS:
        yield Profile(f"demo-{fault.split('=')[0]}", made(fault.split("=")[0], "--fault", fault).path, healthy.path)
    yield made("hosts", "--ranks-per-host", "2", "--clock-offset", "20")
    yield made("named", "--named", "--step-task-info")
    yield made("64-ranks", "--fault", "slow-rank=13:1.2", pp=8, dp=8)
    yield from plain


def real(root):
    """Each folder that holds a profile as its writer left it, and each trace or snapshot that lies alone."""
    for group in sorted(p for p in root.iterdir() if p.is_dir() and p.name != "config"):
        for path in sorted(group.iterdir()):
            if path.is_dir() or path.suffix in (".gz", ".json", ".db", *SNAPSHOTS):
                base = next((b for b in (path.parent / f"{path.name}_baseline", path.parent / f"{path.name}_base")
                             if b.is_dir()), None)
                yield Profile(f"{group.name}-{path.name}", path, base)


def record_one(program, profile, views, out):
    folder = out / profile.name
    folder.mkdir(parents=True)

    def without_places(text):
        for place in (profile.path, profile.path.parent, folder):
            text = text.replace(str(place), "...")
        return text

    def keep(name, done):
        told = without_places(done.stdout + done.stderr)
        (folder / f"{name}.txt").write_text(f"exit code {done.returncode}\n{told}")

    keep("check", program.run("check", profile.path, "--verbose"))
    keep("report", program.run("report", profile.path, *profile.baseline, "-o", folder / "report"))
    for path in sorted((folder / "report").rglob("*.csv")):
        (folder / path.name).write_text(without_places(path.read_text(errors="replace")))
    shutil.rmtree(folder / "report", ignore_errors=True)
    for view in views:
        for theme in ("light", "dark"):
            name = f"{view}-{theme}"
            keep(name, program.run("shot", view, profile.path, *profile.baseline, "--theme", theme, "-o",
                                   folder / f"{name}.png"))
    return profile.name


def record(arguments):
    out = arguments.out
    if out.exists() and any(out.iterdir()):
        sys.exit(f"{out} is not empty")
    data = Path(os.environ.get("STAGESCOPE_REAL_DATA", HERE.parents[1].parent / "shared" / "data"))
    with tempfile.TemporaryDirectory(prefix="net-") as scratch:
        program = Program(arguments.program, Path(scratch) / "home")
        profiles = [*demos(program, Path(scratch)), *(real(data) if data.is_dir() else [])]
        if arguments.only:
            profiles = [profile for profile in profiles if profile.name in arguments.only]
        views = program.listed("shot", "Draws a view (", ")")
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            for name in pool.map(lambda profile: record_one(program, profile, views, out), profiles):
                print(name, flush=True)
    return 0


def first_lines(before, after):
    if before.suffix == ".png":
        return []
    texts = [path.read_text(errors="replace").splitlines() for path in (before, after)]
    return list(difflib.unified_diff(*texts, lineterm="", n=0))[2:8]


def compare(arguments):
    trees = [{path.relative_to(root): path for path in root.rglob("*") if path.is_file()}
             for root in (arguments.before, arguments.after)]
    differences = 0
    for name in sorted(set(trees[0]) | set(trees[1])):
        before, after = (tree.get(name) for tree in trees)
        if before is None or after is None:
            print(f"{name}: {'new' if before is None else 'gone'}")
        elif before.read_bytes() != after.read_bytes():
            print("\n    ".join([f"{name}: different", *first_lines(before, after)]))
        else:
            continue
        differences += 1
    print(f"{len(set(trees[0]) | set(trees[1]))} files, {differences} differ")
    return 1 if differences else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    recording = commands.add_parser("record")
    recording.add_argument("--program", required=True)
    recording.add_argument("out", type=Path)
    recording.add_argument("--only", action="append", help="name of a profile; may be repeated")
    recording.add_argument("--jobs", type=int, default=2)
    recording.set_defaults(run=record)
    comparing = commands.add_parser("compare")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    comparing.set_defaults(run=compare)
    arguments = parser.parse_args()
    return arguments.run(arguments)


if __name__ == "__main__":
    sys.exit(main())
