"""Work grows linearly with the units of an input: instructions are counted, not timed.

Usage: linear.py PROGRAM [PART-OF-A-NAME…]

PROGRAM is the example `linear` of hashlane-parquet. Its table has a line for each decoder and kind of unit:
members, frames, blocks, streams, chunks, pages, dictionaries. It does the work for a number of units and
for four times as many. Valgrind's Callgrind counts the instructions of both. They must grow less than
fivefold, and stay below a limit for each unit.

Without Valgrind the test reports that and is skipped; if CI is set, it fails.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FACTOR = 5

# More than twice what any unit takes, and less than clearing 64 KiB for each would take at 32 bytes per
# instruction. Linear work can still be too much, such as 8 MiB of memory for every LZ4 frame.
PER_UNIT = 20_000

# Kinds of units that take longer.
LONGER = {
    # Tables of Huffman codes are cleared for every stream.
    "brotli: rows": 200_000,
    # Blocks of bzip2 and dictionaries of xz are cleared for every stream.
    "bzip2: streams": 3_000_000,
    "stream: bzip2 streams": 3_000_000,
    "stream: xz streams": 1_000_000,
    # Tables are prepared for every dictionary, and the cache adds up their sizes.
    "fsst: tables": 200_000,
    "zstd: dictionaries": 1_000_000,
    # A unit is 20 values, and each is trained on several times.
    "zstd: samples to train on": 2_000_000,
    # A unit is a state of 100 values, sorted once more.
    "sample: merged states": 300_000,
}

# The whole test takes a minute. A nonlinear kind of unit may take hours.
SECONDS = 900

VALGRIND = [
    "valgrind", "--tool=callgrind", "--collect-atstart=no", "--toggle-collect=linear::measured",
    "--dump-after=linear::measured",
]


def count(program, names):
    """The lines that PROGRAM prints, and the number of instructions for the work of each."""
    with tempfile.TemporaryDirectory() as folder:
        # Valgrind doesn't support AVX-512, and reports that the CPU lacks it.
        environment = {**os.environ, "HASHLANE_ISA": "portable"}
        output = f"--callgrind-out-file={folder}/counts"
        call = [*VALGRIND, output, program, *names]
        try:
            done = subprocess.run(call, env=environment, text=True, capture_output=True, timeout=SECONDS)
        except subprocess.TimeoutExpired as expired:
            so_far = (expired.stdout or b"").decode()
            sys.exit(f"{program} was not done after {SECONDS} s; what follows this is not linear:\n{so_far}")
        if done.returncode != 0:
            sys.exit(f"{program} failed under Valgrind:\n{done.stdout}{done.stderr[-4000:]}")
        lines = [line.split("\t") for line in done.stdout.splitlines()]
        counts = [instructions(Path(folder) / f"counts.{i + 1}") for i in range(len(lines))]
    return lines, counts


def instructions(dump):
    """The total of a Callgrind dump."""
    text = dump.read_text()
    if "Trigger: --dump-after" not in text:
        sys.exit(f"{dump.name} is none of the dumps that were asked for:\n{text[:400]}")
    return int(re.search(r"^(?:summary|totals): (\d+)", text, re.M)[1])


def check(few, many, few_counted, many_counted):
    """Prints a line about a kind of unit, and returns whether it is linear."""
    name, units = few[0], int(few[1])
    assert many[0] == name and int(many[1]) == 4 * units, (few, many)
    growth = many_counted / few_counted
    each = many_counted / (4 * units)
    most = LONGER.get(name, PER_UNIT)
    fine = growth < FACTOR and each < most and few_counted >= units
    print(f"{'ok  ' if fine else 'FAIL'} {name}: {growth:.2f} times for 4 times the units, {each:,.0f} each", flush=True)
    return fine


def main(program, *names):
    if shutil.which("valgrind") is None:
        message = "linear.py: Valgrind is missing (Debian package valgrind), so nothing was counted"
        sys.exit(message if os.environ.get("CI") else print(message))
    lines, counts = count(program, names)
    if not lines:
        sys.exit("no kind of unit has such a name")
    unknown = LONGER.keys() - {line[0] for line in lines}
    if unknown and not names:
        sys.exit(f"no kind of unit is called {', '.join(sorted(unknown))}")
    fine = [
        check(*lines[i:i + 2], *counts[i:i + 2]) for i in range(0, len(lines), 2)
    ]
    print(f"{sum(fine)} of {len(fine)} kinds of units are linear")
    sys.exit(not all(fine))


if __name__ == "__main__":
    main(*sys.argv[1:])
