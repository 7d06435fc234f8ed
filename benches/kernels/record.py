"""Runs the kernel benchmarks in interleaved rounds, and writes what they print to three records: of columns that come
from memory, of chunks that stay in the caches, and of those in batches of few rows and with NULLs.

`record.py` writes benches/record/<cpu>/<date>-streaming.csv, <date>.csv and <date>-batches.csv. `record.py TERM...`
times only what the terms name (see benches/README.md), and writes build/bench/kernels*.csv.
"""

import csv
import os
import pathlib
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


def record(mode, suffix, terms):
    """Times the data sets, each in a process of its own, which gives its memory back."""
    sets = bench("sets")
    named = [set(term.split(",")) & set(sets) for term in terms]
    lines = []
    for name in sets:
        if all(name in some for some in named if some):
            lines += bench(mode, name, *terms)[bool(lines):]
    if len(lines) < 2:
        return
    path = machine.ROOT / "build" / "bench" / f"kernels{suffix}.csv" if terms else machine.record(suffix)
    machine.write(path, csv.DictReader(lines))
    print(f"written: {path.relative_to(machine.ROOT)}")


def main():
    terms = sys.argv[1:]
    record("streaming", "-streaming", terms)
    record("hot", "", terms)
    record("batches", "-batches", terms)


if __name__ == "__main__":
    main()
