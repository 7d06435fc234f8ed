"""Runs the kernel benchmarks in interleaved rounds, and writes what they print to three records: of columns that come
from memory, of chunks that stay in the caches, and of those in batches of few rows and with NULLs.

`record.py` writes benches/record/<cpu>/<date>-streaming.csv, <date>.csv and <date>-batches.csv. `record.py TERM...`
times only what the terms name (see benches/README.md), and writes build/bench/kernels*.csv.
"""

import csv
import itertools
import os
import pathlib
import statistics
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))

import machine

BENCH = ["cargo", "bench", "--manifest-path", "benches/kernels/Cargo.toml", "--bench", "kernels", "--"]


def bench(*arguments):
    """The output of the benchmark."""
    # The C library chooses its instruction set when it is compiled. Rust crates are compiled for
    # the baseline, as they are in what people ship, and choose when they run.
    environment = {**os.environ, "CFLAGS": os.environ.get("CFLAGS", "-march=native")}
    process = subprocess.run(
        [*BENCH, *arguments], cwd=machine.ROOT, env=environment, stdout=subprocess.PIPE, text=True
    )
    if process.returncode != 0:
        sys.exit(process.returncode)
    return process.stdout.splitlines()


def merged(passes):
    """One record of several: the least minimum, and the median of the medians."""
    timed = ["min_ns_per_row", "median_ns_per_row"]
    times = {}
    for row in itertools.chain(*passes):
        line = tuple((name, value) for name, value in row.items() if name not in timed)
        times.setdefault(line, []).append([float(row[name]) for name in timed])
    for line, of_passes in times.items():
        least, medians = zip(*of_passes)
        yield dict(line) | {timed[0]: f"{min(least):.3f}", timed[1]: f"{statistics.median(medians):.3f}"}


def record(mode, suffix, terms, passes=1):
    """Times the data sets, each in a process of its own, which gives its memory back. Several passes time each line at
    several times of the run: on a shared machine, a neighbor may disturb all rounds of a line in one pass."""
    sets = bench("sets")
    named = [set(term.split(",")) & set(sets) for term in terms]
    sets = [name for name in sets if all(name in some for some in named if some)]
    rows = list(merged(csv.DictReader(bench(mode, name, *terms)) for _ in range(passes) for name in sets))
    if not rows:
        return
    path = machine.ROOT / "build" / "bench" / f"kernels{suffix}.csv" if terms else machine.record(suffix)
    machine.write(path, rows)
    print(f"written: {path.relative_to(machine.ROOT)}")


def main():
    terms = sys.argv[1:]
    record("streaming", "-streaming", terms, passes=2)
    record("hot", "", terms)
    record("batches", "-batches", terms)


if __name__ == "__main__":
    main()
