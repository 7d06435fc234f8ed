"""Whole queries in DuckDB and DataFusion, ours beside the engines' own functions.

One thread, 3 million rows a column from memory. Answers are checked against the reference packages
before anything is timed; then every engine runs every query once per round, and the medians of
the rounds are printed with their ratios to reading the strings and to the engine's own function.
Absolute times drift on a shared machine: read the ratios.
"""

import hashlib
import json
import pathlib
import re
import statistics
import subprocess
import sys

import blake3
import xxhash

import data

ROOT = pathlib.Path(__file__).resolve().parents[2]
BENCH = ROOT / "build" / "bench"
ROWS = 3_000_000
ROUNDS = 9

DUCKDB = {
    "floor": "sum(strlen(s))",
    "hash": "bit_xor(hash(s))",
    "xxh3": "bit_xor(xxh3(s))",
    "xxh3 seeded": "bit_xor(xxh3(s, 7))",
    "32-byte BLOB": "count(hashlane_trivial32(s))",
    "xxh128": "count(xxh128(s))",
    "blake3": "count(blake3(s))",
    "digest md5": "count(digest(s, 'md5'))",
    "md5": "count(md5(s))",
    "digest sha256": "count(digest(s, 'sha256'))",
    "sha256": "count(sha256(s))",
}
DATAFUSION = {
    "floor": "sum(octet_length(s))",
    "xxh3": "bit_xor(xxh3(s))",
    "xxh3 seeded": "bit_xor(xxh3(s, 7))",
    "xxh128": "count(xxh128(s))",
    "blake3": "count(blake3(s))",
    "digest md5": "count(digest(s, 'md5'))",
    "md5": "count(md5(s))",
    "digest sha256": "count(digest(s, 'sha256'))",
    "sha256": "count(sha256(s))",
}
# What the scalar kernels must not exceed: name, in terms of, for each column.
BARS = [
    ("xxh3", "floor", {"words": 1.6, "short": 2.1, "uuid": 1.6}),
    ("xxh3", "hash", {"words": 0.85, "short": 1.05, "uuid": 1.1}),
]
CHECKS = "bit_xor(xxh3(s)), max(xxh128_hex(s)), max(blake3_hex(s)), max(hexdigest(s, 'sha256'))"


class DuckDB:
    """A version of DuckDB in a process of its own."""

    queries = DUCKDB

    def __init__(self, version):
        self.name = f"DuckDB {version}"
        self.process = subprocess.Popen(
            [sys.executable, pathlib.Path(__file__).with_name("duckdb_worker.py")],
            env={"PYTHONPATH": str(ROOT / "build" / "duckdb" / version)},
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )

    def load(self, column):
        self.run("DROP TABLE IF EXISTS t")
        self.run(f"CREATE TABLE t AS SELECT s FROM 'build/bench/{column}.parquet'")

    def check(self, column):
        self.load(column)
        return self.run(f"SELECT {CHECKS} FROM t")["rows"][0]

    def time(self, column):
        return [self.run(f"SELECT {call} FROM t")["seconds"] for call in self.queries.values()]

    def run(self, sql):
        self.process.stdin.write(json.dumps(sql) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


class DataFusion:
    """The release build of the `hashlane` program, started for each round."""

    name = "DataFusion"
    queries = DATAFUSION

    def check(self, column):
        result = self.run("--format", "csv", sql=f"{table(column)} SELECT {CHECKS} FROM t")
        number, *texts = result.stdout.splitlines()[1].split(",")
        return [int(number), *texts]

    def time(self, column):
        queries = " ".join(f"SELECT {call} FROM t;" for call in self.queries.values())
        timer = self.run("--timer", "--threads", "1", sql=table(column) + queries).stderr
        return [float(seconds) for seconds in re.findall(r": ([0-9.]+) s", timer)][1:]

    def run(self, *options, sql):
        program = ROOT / "target" / "release" / "hashlane"
        return subprocess.run(
            [program, "sql", *options, "-c", sql],
            cwd=ROOT, check=True, capture_output=True, text=True,
        )


def table(column):
    return f"CREATE TABLE t AS SELECT s FROM 'build/bench/{column}.parquet';"


def expected(rows):
    xor = 0
    for row in rows:
        xor ^= xxhash.xxh3_64_intdigest(row)
    return [
        xor,
        max(xxhash.xxh3_128_hexdigest(row) for row in rows),
        max(blake3.blake3(row).hexdigest() for row in rows),
        max(hashlib.sha256(row).hexdigest() for row in rows),
    ]


def prepare(engine, column):
    """Writes a column as Parquet, with DuckDB, and returns its rows."""
    rows = data.column(column, ROWS)
    csv, parquet = BENCH / f"{column}.csv", BENCH / f"{column}.parquet"
    csv.write_text("s\n" + "\n".join(rows) + "\n")
    source = f"read_csv('{csv}', header = true, columns = {{'s': 'VARCHAR'}})"
    engine.run(f"COPY (SELECT s FROM {source}) TO '{parquet}'")
    csv.unlink()
    return [row.encode() for row in rows]


def report(engine, column, times):
    ns = {name: statistics.median(runs) / ROWS * 1e9 for name, runs in times.items()}
    print(f"\n{engine.name}, {column}: ns a row, and the ratio to reading the strings")
    for name, call in engine.queries.items():
        print(f"  {call:<32}{ns[name]:8.1f}{ns[name] / ns['floor']:8.2f}")
    for name, base, bars in BARS:
        if base in ns and engine.name != "DataFusion":
            print(f"  {name} / {base}: {ns[name] / ns[base]:.2f} (bar {bars[column]})")
    if "32-byte BLOB" in ns:
        print(f"  a 32-byte BLOB over the floor: {ns['32-byte BLOB'] - ns['floor']:.1f} ns (bar 12)")


def main():
    BENCH.mkdir(parents=True, exist_ok=True)
    engines = [DuckDB("1.5.6"), DuckDB("2.0.0"), DataFusion()]
    for column in data.COLUMNS:
        want = expected(prepare(engines[0], column))
        for engine in engines:
            if engine.check(column) != want:
                sys.exit(f"{engine.name}, {column}: wrong answers\n{engine.check(column)}\n{want}")
        times = {engine: [] for engine in engines}
        for _ in range(ROUNDS):
            for engine in engines:
                times[engine].append(engine.time(column))
        for engine, rounds in times.items():
            report(engine, column, dict(zip(engine.queries, zip(*rounds))))


if __name__ == "__main__":
    main()
