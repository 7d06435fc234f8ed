"""The Polars plugin beside polars-hash, in one process and in interleaved rounds.

usage: run.py

With `hashlane`, `duckdb`, `polars` and `polars-hash` installed; `make bench WHAT=python` installs them, `hashlane` from the wheel of
`make wheel WHAT=hashlane`.

The strings and rows of `make bench WHAT=sql`, in columns of four times the last-level cache, so that they come from memory. Both are
asked for the same answers, which are compared first. Polars uses one thread, so that the times are those of the functions. Prints
the ratios, theirs over ours, and writes benches/record/<cpu>/<date>-python.csv.
"""

import os

os.environ["POLARS_MAX_THREADS"] = "1"

import csv
import math
import pathlib
import random
import statistics
import sys
import time

import duckdb
import polars as pl
import polars_hash as plh

import hashlane.polars as hl

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "benches"), str(ROOT / "benches" / "sql")]

import data
import machine

# As for kernels: four times the last-level cache, and at least 64 MiB.
LEAST_BYTES = max(4 * machine.last_level_cache(), 64 << 20)

ROUNDS = 9
DATA_SETS = ["words", "short", "uuid", "text", "rows"]
ROW = ["a", "b", "c", "d", "e"]
ENCODED = plh.hash_rows(*ROW, version=1)

# By name: ours and theirs over a column s of strings, and the least ratio that should hold.
OF_TEXTS = {
    "xxh3": (hl.xxh3("s"), plh.col("s").nchash.xxh3_64(), 0.97),
    "blake3_hex": (hl.blake3_hex("s"), plh.col("s").chash.blake3(), 1.0),
    "sha256 in hex": (hl.hexdigest("s", "sha256"), plh.col("s").chash.sha2_256(), 1.0),
}
# The same over the columns of a row.
OF_ROWS = {
    "row_xxh3": (hl.row_xxh3(*ROW), ENCODED.nchash.xxh3_64(), 1.0),
    "row_blake3_hex": (hl.row_blake3_hex(*ROW), ENCODED.chash.blake3(), 1.0),
}


def table(name, rows):
    if name == "rows":
        return duckdb.sql(data.rows_query(rows)).pl().rechunk()
    return pl.DataFrame({"s": data.column(name, rows)})


def streaming(name):
    """A table that no cache holds."""
    sample = table(name, 10_000)
    frame = table(name, math.ceil(1.02 * LEAST_BYTES / sample.estimated_size() * len(sample)))
    assert frame.estimated_size() >= LEAST_BYTES, f"{name} has {frame.estimated_size()} bytes"
    return frame


def seconds(frame, expression):
    start = time.perf_counter()
    frame.select(expression)
    return time.perf_counter() - start


def measure(name, frame, queries):
    """A row of the record for each query and contestant."""
    for query, (ours, theirs, _) in queries.items():
        if not frame.select(ours.alias("v"))["v"].equals(frame.select(theirs.alias("v"))["v"]):
            sys.exit(f"{query} of {name}: the answers differ")
    times = {(query, who): [] for query in queries for who in (0, 1)}
    for _ in range(ROUNDS):
        order = list(times)
        random.shuffle(order)
        for query, who in order:
            times[query, who].append(seconds(frame, queries[query][who]))
    for query, (_, _, bar) in queries.items():
        ours, theirs = (statistics.median(times[query, who]) * 1e9 / len(frame) for who in (0, 1))
        held = "held" if theirs / ours >= bar else "MISSED"
        print(f"{name:6} {query:15} {ours:8.1f} ns, polars-hash {theirs:8.1f}: {theirs / ours:5.2f} x ({bar} {held})", flush=True)
        for who, ns in (("hashlane", ours), ("polars-hash", theirs)):
            yield {"data_set": name, "rows": len(frame), "bytes": frame.estimated_size(), "query": query, "who": who, "median_ns_per_row": f"{ns:.2f}"}


def main():
    rows = []
    for name in DATA_SETS:
        rows += measure(name, streaming(name), OF_ROWS if name == "rows" else OF_TEXTS)
    path = machine.record("-python")
    path.parent.mkdir(parents=True, exist_ok=True)
    where = {"cpu": machine.cpu(), "polars": pl.__version__, "commit": machine.commit(), "date": machine.date()}
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, [*where, *rows[0]], lineterminator="\n")
        writer.writeheader()
        writer.writerows({**where, **row} for row in rows)
    print(f"written: {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
