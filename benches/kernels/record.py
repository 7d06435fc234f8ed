"""Runs the kernel benchmarks in interleaved rounds, and writes what they print to a record.

`record.py` writes benches/record/<cpu>/<date>.csv. `record.py TERM...` times only what the terms
name (see benches/README.md), and writes build/bench/kernels.csv.
"""

import csv
import os
import pathlib
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))

import machine

BENCH = ["cargo", "bench", "--manifest-path", "benches/kernels/Cargo.toml", "--bench", "kernels", "--", "rounds"]


def main():
    terms = sys.argv[1:]
    # The C library chooses its instruction set when it is compiled. Rust crates are compiled for
    # the baseline, as they are in what people ship, and choose when they run.
    environment = {**os.environ, "CFLAGS": os.environ.get("CFLAGS", "-march=native")}
    bench = subprocess.run(
        [*BENCH, *terms], cwd=machine.ROOT, env=environment, stdout=subprocess.PIPE, text=True
    )
    if bench.returncode != 0:
        sys.exit(bench.returncode)
    path = machine.ROOT / "build" / "bench" / "kernels.csv" if terms else machine.record()
    machine.write(path, csv.DictReader(bench.stdout.splitlines()))
    print(f"written: {path.relative_to(machine.ROOT)}")


if __name__ == "__main__":
    main()
