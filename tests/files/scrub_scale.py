"""Time, memory and the size of the state of `hashlane scrub` over large lakes.

usage: scrub_scale.py PROGRAM [--gigabytes N] [--files N] [--folder FOLDER] (with the Python that has pyarrow)

Times are reported, never asserted: `hashlane sum` and `hashlane scrub` take turns over the same bytes. Asserted are memory, the
size of the state, and that a run with nothing due reads nothing.
"""

import argparse
import os
import random
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from scrub.contents import random_file
from scrub.disk import OLDEST
from scrub.program import read_state

MIB, GIB = 1 << 20, 1 << 30
PROGRAM = str(Path(sys.argv[1]).resolve())
# What the machine keeps free.
SPARE = 15 * GIB


# A process of its own, since a process begins with the peak of the one that it was forked from.
LAUNCHER = """
import os, subprocess, sys, time
start = time.monotonic()
child = subprocess.Popen(sys.argv[1:])
_, status, usage = os.wait4(child.pid, 0)
print(time.monotonic() - start, usage.ru_maxrss, os.waitstatus_to_exitcode(status), file=sys.stderr)
"""


def measured(*arguments):
    """Seconds and the peak of memory of a run of the program, and what it printed."""
    command = [sys.executable, "-S", "-c", LAUNCHER, PROGRAM, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    (line,) = done.stderr.splitlines()
    seconds, memory, code = line.split()
    assert code == "0", (arguments, code)
    # Linux counts in KiB, macOS in bytes.
    return float(seconds), int(memory) * (1 if sys.platform == "darwin" else 1024), done.stdout


def report(what, text):
    print(f"scrub: {what}: {text}", flush=True)


def write_table(path, mebibytes, seed):
    """A Parquet file of a column of random numbers and one of few values, without compression."""
    rows = mebibytes * MIB // 8
    with pq.ParquetWriter(
        path, pa.schema([("n", pa.int64()), ("kind", pa.string())]), compression="none", use_dictionary=["kind"], write_page_checksum=True,
    ) as writer:
        choice = random.Random(seed)
        for _ in range(0, rows, MIB):
            numbers = pa.array(struct.unpack(f"<{MIB}q", choice.randbytes(8 * MIB)), pa.int64())
            kinds = pa.DictionaryArray.from_arrays(pa.array([i % 7 for i in range(MIB)], pa.int32()), list("abcdefg")).cast(pa.string())
            writer.write_table(pa.table({"n": numbers, "kind": kinds}))


def copies_with_a_difference(source, folder, count, ending):
    """Files as large as `source`, each with other bytes at its start, so that none is a copy of another."""
    for number in range(count):
        shutil.copy(source, folder / f"{number}{ending}")
        if ending == ".bin":
            with open(folder / f"{number}{ending}", "r+b") as file:
                file.write(number.to_bytes(8, "little"))


def test_bytes(folder, gibibytes):
    """The time of a read of all bytes, beside that of `hashlane sum`, for files of any kind and for Parquet files."""
    each = 256
    write_table(folder / "source.parquet", each, 1)
    for name, ending in [("other", ".bin"), ("Parquet", ".parquet")]:
        lake = folder / name
        lake.mkdir()
        copies_with_a_difference(folder / "source.parquet", lake, max(gibibytes * GIB // 2 // (each * MIB), 1), ending)
        total = sum(path.stat().st_size for path in lake.iterdir()) / GIB
        for options in [["--no-fingerprint"], []] if ending == ".parquet" else [[]]:
            times = {"sum": [], "scrub": []}
            for turn in range(3):
                state = folder / f"{name}-{len(options)}-{turn}.parquet"
                times["sum"].append(measured("sum", "-r", "-a", "xxh128", lake)[0])
                seconds, memory, _ = measured("scrub", "--state", state, "--quiet", *options, lake)
                times["scrub"].append(seconds)
                assert memory < 200 * MIB, f"{memory / MIB:.0f} MiB"
            best, medians = ({command: of(seconds) for command, seconds in times.items()} for of in (min, statistics.median))
            report(
                " ".join([f"{total:.1f} GiB of {name} files", *options]),
                f"sum {best['sum']:.2f} s, scrub {best['scrub']:.2f} s, ratio {best['sum'] / best['scrub']:.2f} "
                f"(medians {medians['sum']:.2f} and {medians['scrub']:.2f} s), {total / best['scrub']:.2f} GiB/s, "
                f"peak memory {memory / MIB:.0f} MiB",
            )
        shutil.rmtree(lake)


def test_state(folder):
    """The bytes of the state for each file, of files that all differ and have long paths."""
    lake, state = folder / "lake", folder / "state.parquet"
    choice = random.Random(2)
    count = 4000
    for number in range(count):
        below = lake / f"year=2026/month={number % 12:02}/day={number % 31:02}"
        below.mkdir(parents=True, exist_ok=True)
        kind, ending = choice.choice([("checked", ".parquet"), ("plain", ".parquet"), ("csv", ".csv")])
        name = f"part-{number:05}-{choice.getrandbits(128):032x}-c000.snappy{ending}"
        (below / name).write_bytes(random_file(choice, kind)[0])
    measured("scrub", "--state", state, "--digest", "blake3", "--quiet", lake)
    each = state.stat().st_size / count
    assert len(read_state(state)) == count
    report("the state", f"{each:.0f} bytes a file, with BLAKE3")
    assert each < 300, each
    shutil.rmtree(lake)


def test_nothing_due(folder, count):
    """A run with nothing due over many files."""
    lake, state = folder / "many", folder / "many.parquet"
    for number in range(count):
        if number % 1000 == 0:
            below = lake / f"day={number // 1000:05}"
            below.mkdir(parents=True)
        with open(below / f"part-{number}.csv", "wb") as file:
            file.write(b"%d\n" % number)
        os.utime(below / f"part-{number}.csv", ns=(OLDEST, OLDEST))
    seconds, memory, _ = measured("scrub", "--state", state, "--quiet", lake)
    each = state.stat().st_size / count
    report(f"{count} new files", f"{seconds:.1f} s, peak memory {memory / MIB:.0f} MiB, {each:.0f} bytes a file in the state")
    seconds, memory, out = measured("scrub", "--state", state, "--max-age", "30d", lake)
    assert f"{count} files, " in out and f"{count} not_read" in out.replace(",", "").replace("not read", "not_read"), out
    report(f"nothing due of {count} files", f"{seconds:.1f} s, peak memory {memory / MIB:.0f} MiB")
    shutil.rmtree(lake)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("program")
    arguments.add_argument("--gigabytes", type=int, default=10)
    arguments.add_argument("--files", type=int, default=1_000_000)
    arguments.add_argument("--folder", default=tempfile.gettempdir(), help="where the files are written")
    given = arguments.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    free = shutil.disk_usage(given.folder).free - SPARE
    gigabytes = min(given.gigabytes, max(free // GIB - 5, 1))
    if gigabytes < given.gigabytes:
        report("less than asked for", f"{gigabytes} GiB, since {SPARE // GIB} GiB stay free")
    folder = Path(tempfile.mkdtemp(prefix="scrub-scale-", dir=given.folder))
    try:
        test_state(folder)
        test_bytes(folder, gigabytes)
        test_nothing_due(folder, given.files)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
