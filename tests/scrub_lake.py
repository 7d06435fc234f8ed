"""`hashlane scrub` over a lake with planted faults, beside a model that knows every verdict.

usage: scrub_lake.py PROGRAM [--files N] [--faults N] [--runs N] [--seed N] [--keep]

The runs have random budgets. Some are stopped by SIGINT and SIGKILL at random moments and go on; one continues on a copy of the lake
with the state of the first. After each run, every row of the state is compared with the model. A seed repeats the lake, the
faults and the budgets, but not the moments of the signals.
"""

import argparse
import datetime
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

from scrub.disk import Disk
from scrub.faults import KINDS, Faults
from scrub.model import Judge
from scrub.program import FINDINGS, VERDICTS, Program, read_state


@dataclass
class Run:
    """The options of a run, and when it started."""

    arguments: list = field(default_factory=list)
    max_bytes: int | None = None
    max_age: datetime.timedelta | None = None
    is_limited: bool = False
    accept: set = field(default_factory=set)
    with_blake3: bool = False
    without_fingerprint: bool = False
    start: datetime.datetime | None = None


def now():
    return datetime.datetime.now(datetime.timezone.utc).replace(tzinfo=None)


def random_run(choice, disk, is_complete):
    """Random budgets, or none if the run must find everything."""
    run = Run()
    if choice.random() < 0.5:
        run.with_blake3, run.arguments = True, ["--digest", "blake3"]
    if choice.random() < 0.2:
        run.without_fingerprint = True
        run.arguments += ["--no-fingerprint"]
    if choice.random() < 0.3:
        run.arguments += ["--threads", str(choice.choice([1, 2, 7]))]
    if choice.random() < 0.3:
        run.arguments += ["--all"]
    if choice.random() < 0.2:
        run.arguments += ["--deep"]
    if is_complete:
        return run
    total = sum(file.content.bytes for file in disk.look().values() if file.content)
    budget = choice.choice(["bytes", "bytes", "time", "age", "age and bytes"])
    if "bytes" in budget:
        run.max_bytes, run.is_limited = int(total * choice.uniform(0.1, 0.8)), True
        run.arguments += ["--max-bytes", str(run.max_bytes)]
    if "time" in budget:
        run.is_limited = True
        run.arguments += ["--max-time", "1s", "--rate", f"{max(total // 3, 1000)}/s"]
    if "age" in budget:
        run.max_age = datetime.timedelta(hours=1)
        run.arguments += ["--max-age", "1h"]
    return run


def identity(path):
    """Tells whether a file has been replaced."""
    return (path.stat().st_ino, path.stat().st_mtime_ns) if path.exists() else None


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

    def run(self, run, interrupts=0):
        """Runs until it is complete, stops it by signals before that, and judges the state."""
        self.kept, run.start = 0, now()
        for path in sorted(run.accept):
            # A path may begin with a dash.
            run.arguments += [f"--accept={path}"]
        for _ in range(interrupts):
            if self.interrupt(run):
                break
        else:
            self.complete(run)
        self.judge.judge(self.disk.look(), read_state(self.state), run)

    def journal(self):
        return self.state.with_name(self.state.name + ".journal")

    def interrupt(self, run):
        """Stops a run at a random moment. Returns whether it had written its state before."""
        before = identity(self.state)
        signal_number = self.choice.choice([signal.SIGINT, signal.SIGKILL, signal.SIGKILL])
        # Either after some rows of the journal, or at any time.
        rows, delay = self.choice.choice([(self.choice.randrange(40_000), 20), (10**9, self.choice.uniform(0, 1))])
        child = self.program.start(self.root, *run.arguments)
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
            self.check_journal(run)
        return is_complete

    def check_journal(self, run):
        """The rows of a stopped run are whole JSON lines, but for the last."""
        if self.journal().exists() and b"\n" in self.journal().read_bytes():
            # The first line says to which state the others belong; the last may be cut off.
            _, *lines, _ = self.journal().read_bytes().split(b"\n")
            # A file that was read twice has two rows. Damaged files may have been repaired, so they are read again.
            rows = {row["path"]: row["verdict"] for row in (json.loads(line)["row"] for line in lines)}
            self.kept = sum(1 for path, verdict in rows.items() if verdict != "damaged" and path not in run.accept)
            self.signals["rows kept"] += self.kept

    def complete(self, run):
        begun = now()
        done = self.program.run(self.root, *run.arguments)
        assert self.journal().stat().st_size == 0, "a complete run leaves an empty journal"
        state = read_state(self.state)
        verdicts = {path: row["verdict"] for path, row in state.items()}
        assert set(verdicts.values()) <= VERDICTS, set(verdicts.values())
        told = {path: verdict for path, verdict in verdicts.items() if "--all" in run.arguments or verdict in FINDINGS}
        assert done.verdicts() == told, "the findings differ from the state"
        counts = {verdict: count for verdict, count in done.summary.items() if verdict in VERDICTS and count}
        assert counts == dict(Counter(verdicts.values())), (done.summary, Counter(verdicts.values()))
        code = 2 if "unreadable" in counts else 1 if counts.keys() & {"damaged", "missing"} else 0
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
        is_old = lambda row: row["verdict"] in ("damaged", "unreadable") or row["xxh128"] is None
        for path in ours.keys() | theirs.keys():
            here, other = ours.get(path), theirs.get(path)
            if here is None:
                allowed = {"missing", None}
            elif other is None:
                allowed = {"extra", "moved"}
            elif is_old(here) or is_old(other):
                allowed = {"unknown"}
            else:
                allowed = {None} if here["xxh128"] == other["xxh128"] else {"differs"}
                # A file that was written since it was last read.
                allowed |= {"unknown"} if {here["detail"], other["detail"]} != {None} else set()
            if told.get(path) not in allowed:
                self.judge.complain(path, f"compared is {told.get(path)}, expected {allowed}")
        moved = {finding["detail"].removeprefix("from ") for finding in done.findings if finding["verdict"] == "moved"}
        silent = {path for path in theirs.keys() - ours.keys() if path not in told}
        if moved != silent:
            self.judge.complain("compared", f"moved from {moved}, but not reported as missing are {silent}")
        assert done.code == 1, done.code
        shutil.rmtree(first)
        return len(told)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("program")
    arguments.add_argument("--files", type=int, default=600)
    arguments.add_argument("--faults", type=int, default=160)
    arguments.add_argument("--runs", type=int, default=5)
    arguments.add_argument("--seed", type=int, default=random.randrange(10**6))
    arguments.add_argument("--keep", action="store_true", help="keep the lake")
    given = arguments.parse_args()
    # In the background, a shell ignores SIGINT, and the program would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    folder = Path(tempfile.mkdtemp(prefix="scrub-lake-"))
    folder.chmod(0o755)
    try:
        lake = test(folder, given)
    finally:
        if given.keep:
            print(f"kept {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    for path, *words in lake.judge.wrong[:10]:
        print(f"{path!r}:", *words)
    report = f"{lake.judge.judged} verdicts {dict(lake.judge.seen)}, {len(lake.judge.wrong)} wrong; signals {dict(lake.signals)}"
    print(f"scrub: seed {given.seed}, {given.files} files, {lake.faults.planted.total()} faults, {report}", flush=True)
    sys.exit(bool(lake.judge.wrong))


def test(folder, given):
    lake = Lake(folder, given.seed)
    lake.disk.fill(given.files)
    lake.run(random_run(lake.choice, lake.disk, is_complete=lake.choice.random() < 0.5), interrupts=2)
    first = None
    share = given.faults // (given.runs - 1)
    for number in range(2, given.runs + 1):
        is_last = number == given.runs
        if number == given.runs // 2 + 1:
            first = lake.move_to_second_machine()
        run = random_run(lake.choice, lake.disk, is_complete=is_last or number == 3)
        lake.faults.plant(given.faults - share * (given.runs - 2) if is_last else share, may_accept=not run.is_limited)
        run.accept = lake.faults.accept
        lake.run(run, interrupts=lake.choice.choice([0, 1, 2]))
        counts = Counter(row["verdict"] for row in read_state(lake.state).values())
        options = " ".join(run.arguments[:-len(run.accept) or None])
        print(f"run {number}: {options}: {dict(counts)}", flush=True)
    if first:
        print(f"compared with the first machine: {lake.compare(first)} findings")
    assert not (missing := VERDICTS - lake.judge.seen.keys()), f"no file was {missing}"
    if given.faults >= 160:
        assert not (missing := KINDS.keys() - lake.faults.planted.keys()), f"never planted: {missing}"
    return lake


if __name__ == "__main__":
    main()
