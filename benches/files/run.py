"""Digests of a large file in the page cache, the `hashlane` program beside xxhsum and b3sum.

usage: run.py [GIB] [ROUNDS]

Answers are compared before anything is timed. Then every command runs once per round. For each, the least wall time and
the least CPU time (user and system) are printed, with the ratios that have a bar. On a shared machine, even the least
wall time of a command may come from a busy moment: run more rounds, and compare the CPU time.
"""

import os
import pathlib
import resource
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILE = ROOT / "build" / "bench" / "file.bin"
HASHLANE = os.environ.get("HASHLANE", str(ROOT / "target" / "release" / "hashlane"))
B3SUM = str(ROOT / "build" / "tools" / "bin" / "b3sum")
SIX = ["sha256", "blake3", "xxh3", "xxh64", "crc32c", "crc64nvme"]
CHUNK = 1 << 16

# The commands: the arguments before the name of the file.
COMMANDS = {
    "read": [sys.executable, __file__, "--read"],
    "xxhsum -H3": ["xxhsum", "-H3"],
    "sum -a xxh3": [HASHLANE, "sum", "-a", "xxh3"],
    "b3sum": [B3SUM],
    "sum -a blake3": [HASHLANE, "sum", "-a", "blake3"],
    **{f"sum -a {name}": [HASHLANE, "sum", "-a", name] for name in SIX},
    "sum of six": [HASHLANE, "sum", "-a", ",".join(SIX)],
}


def read(path):
    """Reads a file in pieces into one buffer, and prints how many seconds that took."""
    buffer = bytearray(CHUNK)
    start = time.perf_counter()
    with open(path, "rb", buffering=0) as file:
        while file.readinto(buffer):
            pass
    print(time.perf_counter() - start)


def make(size):
    """Bytes without a pattern, from a block of noise under a counter; kept for the next run."""
    FILE.parent.mkdir(parents=True, exist_ok=True)
    if FILE.exists() and FILE.stat().st_size == size:
        return
    noise = os.urandom(1 << 20)
    with open(FILE, "wb") as file:
        for number in range(size >> 20):
            file.write(number.to_bytes(8, "little") + noise[8:])


def run(command):
    """The output, the wall time and the CPU time in seconds."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run([*command, str(FILE)], capture_output=True, text=True, check=True)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if command[-1] == "--read":
        wall = float(done.stdout)  # Without the start of Python.
    return done.stdout, wall, cpu


def digits(text):
    """The digests in lines of either form, by how they end or begin."""
    return [line.rsplit(" = ", 1)[1] if " = " in line else line.split()[0] for line in text.splitlines()]


def check():
    """The tools give the same answers, and so does one pass for all algorithms."""
    answers = {name: digits(run(command)[0]) for name, command in COMMANDS.items() if name != "read"}
    assert answers["sum -a xxh3"] == answers["xxhsum -H3"], answers
    assert answers["sum -a blake3"] == answers["b3sum"], answers
    sha256 = digits(run(["sha256sum"])[0])
    assert answers["sum -a sha256"] == sha256, answers
    assert answers["sum of six"] == [answers[f"sum -a {name}"][0] for name in SIX], answers


def main():
    size = int(float(sys.argv[1]) * (1 << 30)) if len(sys.argv) > 1 else 1 << 30
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 7
    for program in [HASHLANE, B3SUM, "xxhsum"]:
        if not shutil.which(program):
            sys.exit(f"{program} is missing: `make bench WHAT=files` builds it, Debian's package xxhash has xxhsum")
    make(size)
    check()
    walls = {name: [] for name in COMMANDS}
    cpus = {name: [] for name in COMMANDS}
    for _ in range(rounds):
        for name, command in COMMANDS.items():
            _, wall, cpu = run(command)
            walls[name].append(wall)
            cpus[name].append(cpu)
    wall = {name: min(times) for name, times in walls.items()}
    cpu = {name: min(times) for name, times in cpus.items()}
    print(f"{size / 2**30:.2f} GiB, {os.cpu_count()} cores, least of {rounds} rounds")
    for name in COMMANDS:
        print(f"  {name:20} {wall[name]:7.3f} s {size / wall[name] / 1e9:7.2f} GB/s, {cpu[name]:7.3f} s of processor")
    slowest = max(SIX, key=lambda name: wall[f"sum -a {name}"])
    alone = wall[f"sum -a {slowest}"] + wall["read"]
    bars = [
        ("xxh3: speed over xxhsum's", wall["xxhsum -H3"] / wall["sum -a xxh3"], ">=", 0.95),
        ("blake3: speed over b3sum's", wall["b3sum"] / wall["sum -a blake3"], ">=", 0.95),
        (f"six: time over {slowest}'s alone and the read's", wall["sum of six"] / alone, "<=", 1.15),
    ]
    for what, ratio, sign, bar in bars:
        met = ratio >= bar if sign == ">=" else ratio <= bar
        print(f"  {what}: {ratio:.2f} (bar {sign} {bar}) {'met' if met else 'MISSED'}")
    print(f"  processor time: xxh3 {cpu['xxhsum -H3'] / cpu['sum -a xxh3']:.2f}, blake3 {cpu['b3sum'] / cpu['sum -a blake3']:.2f} of theirs over ours")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--read"]:
        read(sys.argv[2])
    else:
        main()
