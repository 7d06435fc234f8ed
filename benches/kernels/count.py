"""Counts the instructions that the kernels and other crates execute for each row on 64-bit ARM, under qemu.

`count.py [TERM...]` writes benches/record/aarch64-counted/<date>.csv, or with terms build/bench/counted.csv. These are counts
and no times: how many instructions a CPU executes at a time, and which of them wait, no emulator says. It requires the root that
`make test WHAT=arm64` makes, a C compiler, and a qemu-aarch64 with plugins, as in Debian 12's package qemu-user (Debian 13's has none).
"""

import csv
import datetime
import pathlib
import subprocess
import sys
import os

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))

import machine

BUILD = machine.ROOT / "build" / "arm64"
# The default of tests/platforms/arm64/run.sh.
ARM_ROOT = pathlib.Path(os.environ.get("DEBIAN_ROOT", machine.ROOT / "build" / "debian" / "root"))
TARGET = "aarch64-unknown-linux-gnu"


def run(*command, **options):
    process = subprocess.run([*map(str, command)], cwd=machine.ROOT, text=True, **options)
    if process.returncode != 0:
        sys.exit(process.returncode)
    return process.stdout


def build():
    """The benchmark for ARM."""
    folder = BUILD / "bench"
    run(
        "tests/platforms/root/enter.sh", ARM_ROOT, "env", f"CARGO_TARGET_DIR={folder}", "RUSTFLAGS=", "cargo", "bench", "--quiet", "--no-run",
        "--manifest-path", "benches/kernels/Cargo.toml", "--target", TARGET,
    )  # fmt: skip
    programs = (folder / TARGET / "release" / "deps").glob("kernels-*")
    return max((path for path in programs if not path.suffix), key=lambda path: path.stat().st_mtime)


def main():
    terms = sys.argv[1:]
    if "-plugin" not in run("qemu-aarch64", "--help", stdout=subprocess.PIPE):
        sys.exit("this qemu-aarch64 has no plugins: install that of Debian 12's package qemu-user")
    program = build()
    plugin, counts = BUILD / "count.so", BUILD / "counts.txt"
    run("cc", "-shared", "-fPIC", "-O2", "-o", plugin, "benches/kernels/count.c")
    libraries = ARM_ROOT / "usr" / "aarch64-linux-gnu"
    lines = run(
        "qemu-aarch64", "-L", libraries, "-plugin", f"{plugin},out={counts}", program, "count", *terms, stdout=subprocess.PIPE
    ).splitlines()
    rows = list(csv.DictReader(lines))
    counted = [int(line) for line in counts.read_text().split()]
    assert len(rows) == len(counted), f"{len(rows)} candidates and {len(counted)} counts"
    for row, count in zip(rows, counted):
        row["instructions_per_row"] = f"{count / int(row.pop('rows')):.1f}"
    date = datetime.date.today().isoformat()
    record = machine.ROOT / "benches" / "record" / "aarch64-counted" / f"{date}.csv"
    path = machine.ROOT / "build" / "bench" / "counted.csv" if terms else record
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    print(f"written: {path.relative_to(machine.ROOT)}")


if __name__ == "__main__":
    main()
