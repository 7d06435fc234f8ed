"""Runs the codec benchmarks in interleaved rounds, and writes what they print to a record.

`record.py` writes benches/record/<cpu>/<date>-codecs.csv. `record.py TERM...` times only what the
terms name (see benches/README.md), and writes build/bench/codecs.csv.
"""

import csv
import pathlib
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))

import machine

BENCH = ["cargo", "bench", "--manifest-path", "benches/codecs/Cargo.toml", "--bench", "codecs", "--"]


def main():
    terms = sys.argv[1:]
    # The C libraries are compiled for the baseline, as they are in what we ship: ours and the
    # peers call the same ones.
    bench = subprocess.run([*BENCH, *terms], cwd=machine.ROOT, stdout=subprocess.PIPE, text=True)
    if bench.returncode != 0:
        sys.exit(bench.returncode)
    part = machine.ROOT / "build" / "bench" / "codecs.csv"
    path = part if terms else machine.record("-codecs")
    machine.write(path, csv.DictReader(bench.stdout.splitlines()))
    print(f"written: {path.relative_to(machine.ROOT)}")


if __name__ == "__main__":
    main()
