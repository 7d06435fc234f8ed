"""`hashlane scrub` over a lake with planted faults, beside a model that knows every verdict.

usage: scrub_lake.py PROGRAM [--files N] [--faults N] [--runs N] [--lakes N] [--seed N] [--keep]

The runs have random budgets, exclude files, and have clocks that are years ahead or behind, if libfaketime is installed. Some are
stopped by SIGINT and SIGKILL at random moments and go on; one continues on a copy of the lake with the state of the first. After each run, every row of the state is compared with the model. A seed repeats the lake, the
faults and the budgets, but not the moments of the signals.
"""

import argparse
import datetime
import fnmatch
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import xxhash

from scrub.disk import Disk
from scrub.faults import KINDS, Faults
from scrub.model import Judge
from scrub.program import FAKETIME, FINDINGS, VERDICTS, Program, read_state, runs_of, spelled


@dataclass
class Run:
    """The options of a run, and when it started."""

    arguments: list = field(default_factory=list)
    max_bytes: int | None = None
    max_age: datetime.timedelta | None = None
    is_limited: bool = False
    has_max_time: bool = False
    without_fingerprint: bool = False
    is_deep: bool = False
    exclude: list = field(default_factory=list)
    # How far the clock is ahead.
    clock: datetime.timedelta = datetime.timedelta()
    # The number of complete runs before, and of interrupts.
    number: int = 0
    interrupts: int = 0
    start: datetime.datetime | None = None

    def leaves_out(self, path):
        return any(fnmatch.fnmatchcase(name, pattern) for name in path.split("/") for pattern in self.exclude)

    def now(self):
        return datetime.datetime.now(datetime.timezone.utc).replace(tzinfo=None) + self.clock


def random_run(choice, disk, is_complete, may_exclude=False):
    """Random budgets, or none if the run must find everything."""
    run = Run()
    if FAKETIME:
        run.clock = datetime.timedelta(days=choice.choice([0, 0, 0, 3650, -3000]))
    if choice.random() < 0.5:
        run.arguments += ["--digest", "blake3"]
    if choice.random() < 0.2:
        run.without_fingerprint = True
        run.arguments += ["--no-fingerprint"]
    if choice.random() < 0.3:
        run.arguments += ["--threads", str(choice.choice([1, 2, 7]))]
    if choice.random() < 0.3:
        run.arguments += ["--all"]
    if choice.random() < 0.2:
        run.is_deep = True
        run.arguments += ["--deep"]
    if may_exclude:
        run.exclude = choice.sample(["*.csv", "*.bin", "day=00[0-4]", "*.pq", "part-*7*"], 2)
        run.arguments += [f"--exclude={pattern}" for pattern in run.exclude]
    if is_complete:
        return run
    total = sum(file.content.bytes for file in disk.look().values() if file.content)
    budget = choice.choice(["bytes", "bytes", "time", "age", "age and bytes"])
    if "bytes" in budget:
        run.max_bytes, run.is_limited = int(total * choice.choice([choice.uniform(0.1, 0.8), choice.uniform(0.002, 0.05)])) + 1, True
        run.arguments += ["--max-bytes", f"{run.max_bytes}B"]
    if "time" in budget:
        run.is_limited = run.has_max_time = True
        run.arguments += ["--max-time", "1s", "--rate", f"{max(total // 3, 1000)}B/s"]
    if "age" in budget:
        run.max_age = datetime.timedelta(hours=1)
        run.arguments += ["--max-age", "1h"]
    return run


def identity(path):
    """Tells whether a file has been replaced."""
    return (path.stat().st_ino, path.stat().st_mtime_ns) if path.exists() else None


def night(choice, disk):
    """A run that reads a small part of the lake."""
    total = sum(file.content.bytes for file in disk.look().values() if file.content)
    run = Run(max_bytes=int(total * choice.uniform(0.002, 0.2)) + 1, is_limited=True)
    run.arguments = ["--max-bytes", f"{run.max_bytes}B"]
    return run


class Lake:
    """A lake in `folder/lake`, its faults, and the program over it."""

    def __init__(self, folder, seed):
        self.folder, self.choice = folder, random.Random(seed)
        self.root = folder / "lake"
        self.state = self.root / ".hashlane/scrub.parquet"
        self.state.parent.mkdir(parents=True)
        # The program may run as another user.
        self.state.parent.chmod(0o777)
        self.disk, self.judge = Disk(self.root, self.choice), Judge()
        self.faults = Faults(self.disk, self.judge, self.choice)
        self.program = Program(folder, self.state)
        self.signals = Counter()
        # Links to folders are not followed: this one would lead in a circle.
        (self.root / "link-in").symlink_to(".")
        (folder / "outside").mkdir()

    @property
    def link_out(self):
        return self.root / "link-out"

    def run(self, run, interrupts=0):
        """Runs until it is complete, stops it by signals before that, and judges the state."""
        self.kept, run.start, run.number, run.interrupts = 0, run.now(), runs_of(self.state), interrupts
        for _ in range(interrupts):
            if self.interrupt(run):
                break
        else:
            self.complete(run)
        self.judge.judge(self.disk.look(), read_state(self.state), run)

    def accept(self, paths):
        """Accepts files, whose paths are those of the state or absolute."""
        absolute = {spelled(path): self.root / path for path in self.disk.files}
        named = [self.choice.choice([path, absolute.get(path, path)]) for path in sorted(paths)]
        # A path may begin with a dash.
        done = self.program.run(self.root, *[f"--accept={path}" for path in named], expected=2 if self.link_out.is_symlink() else 0)
        gone = len(paths - absolute.keys())
        assert done.summary["accepted"] == len(paths) - gone and done.summary["accepted_as_missing"] == gone, done.summary
        self.judge.judge_accepted(self.disk.look(), read_state(self.state), paths)

    def journal(self):
        return self.state.with_name(self.state.name + ".journal")

    def interrupt(self, run):
        """Stops a run at a random moment. Returns whether it had written its state before."""
        before = identity(self.state)
        signal_number = self.choice.choice([signal.SIGINT, signal.SIGKILL, signal.SIGKILL])
        # Either after some rows of the journal, or at any time.
        rows, delay = self.choice.choice([(self.choice.randrange(40_000), 20), (10**9, self.choice.uniform(0, 1))])
        child = self.program.start(self.root, *run.arguments, clock=run.clock)
        end = time.monotonic() + delay
        while child.poll() is None and time.monotonic() < end:
            if self.journal().exists() and self.journal().stat().st_size > rows:
                break
            time.sleep(0.0005)
        child.send_signal(signal_number)
        error = child.communicate(timeout=60)[1].decode()
        is_complete = identity(self.state) != before
        in_time = child.returncode < 0 or child.returncode == 128 + signal_number
        self.signals["in time" if in_time else "late"] += 1
        assert in_time or is_complete, (child.returncode, error)
        if not is_complete:
            self.check_journal()
        return is_complete

    def check_journal(self):
        """The rows of a stopped run are whole lines with a checksum, but for the last."""
        if self.journal().exists() and b"\n" in self.journal().read_bytes():
            # The first line says to which state the others belong; the last may be cut off.
            _, *lines, _ = self.journal().read_bytes().split(b"\n")
            # A file that was read twice has two rows. Damaged files may have been repaired, so they are read again.
            assert all(line[:17].decode() == f"{xxhash.xxh3_64_hexdigest(line[17:])} " for line in lines), "a wrong checksum"
            rows = {row["path"]: row["verdict"] for row in (json.loads(line[17:])["row"] for line in lines)}
            self.kept = sum(1 for verdict in rows.values() if verdict != "damaged")
            self.signals["rows kept"] += self.kept

    def complete(self, run):
        begun = run.now()
        done = self.program.run(self.root, *run.arguments, clock=run.clock)
        assert self.journal().stat().st_size == 0, "a complete run leaves an empty journal"
        assert {path.name for path in self.state.parent.iterdir()} == {self.state.name, self.journal().name}, "temporary files are left"
        links = [line for line in done.errors if "link-out" in line and "--exclude" in line]
        assert len(links) == self.link_out.is_symlink(), done.errors
        state = read_state(self.state)
        verdicts = {path: row["verdict"] for path, row in state.items()}
        assert set(verdicts.values()) <= VERDICTS, set(verdicts.values())
        told = {path: verdict for path, verdict in verdicts.items() if "--all" in run.arguments or verdict in FINDINGS}
        assert done.verdicts() == told, "the findings differ from the state"
        counts = {verdict: count for verdict, count in done.summary.items() if verdict in VERDICTS and count}
        assert counts == dict(Counter(verdicts.values())), (done.summary, Counter(verdicts.values()))
        code = 2 if "unreadable" in counts or links else 1 if counts.keys() & {"damaged", "missing"} else 0
        assert done.code == code, (done.code, counts, done.errors[-3:])
        not_again = sum(1 for row in state.values() if row["last_read"] and run.start <= row["last_read"] < begun)
        assert not_again >= self.kept, f"the journal had {self.kept} files, but only {not_again} were not read again"
        self.signals["rows not read again"] += not_again

    def move_to_second_machine(self):
        """A copy of the lake takes the place of the first, with its times and its state."""
        first = self.folder / "first"
        subprocess.run(["cp", "-a", self.root, self.folder / "second"], check=True)
        os.rename(self.root, first)
        os.rename(self.folder / "second", self.root)
        return first

    def compare(self, first):
        """`--compare` finds what differs between the rows of two states."""
        ours, theirs = read_state(self.state), read_state(first / ".hashlane/scrub.parquet")
        done = self.program.run("--compare", first / ".hashlane/scrub.parquet")
        told = done.verdicts()
        there = lambda rows: {path: row for path, row in rows.items() if row["verdict"] != "missing"}
        ours, theirs = there(ours), there(theirs)
        # What is known of these is what they were.
        is_old = lambda row: row["verdict"] in ("damaged", "unreadable", "excluded") or row["xxh128"] is None
        is_excluded = lambda row: row is not None and row["verdict"] == "excluded"
        empty = xxhash.xxh3_128_hexdigest(b"")
        for path in ours.keys() | theirs.keys():
            here, other = ours.get(path), theirs.get(path)
            if is_excluded(here) and is_excluded(other) or None in (here, other) and (is_excluded(here) or is_excluded(other)):
                allowed = {None}
            elif here is None:
                allowed = {"missing"} if other["xxh128"] == empty else {"missing", None}
            elif other is None:
                allowed = {"extra"} if here["xxh128"] == empty else {"extra", "moved"}
            elif is_old(here) or is_old(other):
                allowed = {"unknown"}
            else:
                allowed = {None} if here["xxh128"] == other["xxh128"] else {"differs"}
                # A file that was written since it was last read.
                allowed |= {"unknown"} if {here["detail"], other["detail"]} != {None} else set()
            if told.get(path) not in allowed:
                self.judge.complain(path, f"compared is {told.get(path)}, expected {allowed}")
        moved = {finding["detail"].removeprefix("from ") for finding in done.findings if finding["verdict"] == "moved"}
        silent = {path for path in theirs.keys() - ours.keys() if path not in told and not is_excluded(theirs[path])}
        if moved != silent:
            self.judge.complain("compared", f"moved from {moved}, but not reported as missing are {silent}")
        assert done.code == 1, done.code
        shutil.rmtree(first)
        return len(told)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("program")
    arguments.add_argument("--files", type=int, default=500)
    arguments.add_argument("--faults", type=int, default=210)
    arguments.add_argument("--runs", type=int, default=6)
    arguments.add_argument("--lakes", type=int, default=1, help="one after the other, each with a seed of its own")
    arguments.add_argument("--seed", type=int)
    arguments.add_argument("--keep", action="store_true", help="keep the lake")
    given = arguments.parse_args()
    # In the background, a shell ignores SIGINT, and the program would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if not FAKETIME:
        print("scrub: clocks ahead and behind not tested, for want of libfaketime", flush=True)
    wrong = 0
    for _ in range(given.lakes):
        wrong += run_lake(given, random.randrange(10**6) if given.seed is None else given.seed)
    sys.exit(bool(wrong))


def run_lake(given, seed):
    """Returns the number of wrong answers."""
    folder = Path(tempfile.mkdtemp(prefix="scrub-lake-"))
    folder.chmod(0o755)
    try:
        lake = test(folder, given, seed)
    finally:
        if given.keep:
            print(f"kept {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    for path, *words in lake.judge.wrong[:10]:
        print(f"{path!r}:", *words)
    report = f"{lake.judge.judged} verdicts {dict(lake.judge.seen)}, {len(lake.judge.wrong)} wrong; signals {dict(lake.signals)}"
    print(f"scrub: seed {seed}, {given.files} files, {lake.faults.planted.total()} faults, {report}", flush=True)
    return len(lake.judge.wrong)


def test(folder, given, seed):
    print(f"scrub: seed {seed}", flush=True)
    lake = Lake(folder, seed)
    lake.disk.fill(given.files)
    lake.run(random_run(lake.choice, lake.disk, is_complete=lake.choice.random() < 0.5), interrupts=2)
    first = None
    share = given.faults // (given.runs - 1)
    for number in range(2, given.runs + 1):
        is_last = number == given.runs
        if number == given.runs // 2 + 1:
            first = lake.move_to_second_machine()
        if number == 4:
            lake.link_out.symlink_to("../outside")
        elif lake.link_out.is_symlink():
            lake.link_out.unlink()
        # The second to last run finds what was read under wrong clocks.
        run = random_run(lake.choice, lake.disk, is_complete=is_last or number == 3, may_exclude=number == given.runs - 1)
        lake.faults.plant(given.faults - share * (given.runs - 2) if is_last else share)
        if lake.faults.accept:
            lake.accept(lake.faults.accept)
        lake.run(run, interrupts=lake.choice.choice([0, 0, 1, 2]))
        for _ in range(0 if is_last else 3):
            # Nights without faults and interrupts, whose order of reads the model knows.
            lake.run(night(lake.choice, lake.disk))
        counts = Counter(row["verdict"] for row in read_state(lake.state).values())
        clock = f"clock {run.clock.days:+} days " if run.clock else ""
        print(f"run {number}: {clock}{' '.join(run.arguments)}: {dict(counts)}", flush=True)
    if first:
        print(f"compared with the first machine: {lake.compare(first)} findings")
    assert not (missing := VERDICTS - lake.judge.seen.keys()), f"no file was {missing}"
    if given.faults >= 210:
        by_chance = {"flipped by chance of the time", "damaged and returned"}
        assert not (missing := KINDS.keys() - lake.faults.planted.keys() - by_chance), f"never planted: {missing}"
    return lake


if __name__ == "__main__":
    main()
