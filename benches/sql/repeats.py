"""Columns whose values repeat, in whole queries of DuckDB and DataFusion: ours beside the engines' own functions.

usage: repeats.py [ENGINE...]      some of duckdb-1, duckdb-2, duckdb-2-v2 (hashlane_v2) and datafusion

A million rows of 20 to 40 characters with 10 to 100,000 different values, and as many without repeats, in memory and in
Parquet files, one thread. Answers are checked against the reference packages before anything is timed; then every engine runs every
query once per round. The medians of the rounds are printed with their ratio to the engine's own `md5`, and written to
benches/record/<cpu>/<date>-repeats.csv.

Absolute times drift on a shared machine: read the ratios.
"""

import hashlib
import random
import re
import statistics
import sys

import blake3
import polars
import xxhash

import data
import run
from machine import record

ROWS, ROUNDS = 1_000_000, 7
COLUMNS = {"10": 10, "100": 100, "1,000": 1_000, "100,000": 100_000, "all": None}
DUCKDB = {
    "floor": "sum(strlen(s))",
    "md5": "count(md5(s))",
    "xxh3": "bit_xor(xxh3(s))",
    "xxh128": "count(xxh128(s))",
    "blake3": "count(blake3(s))",
    "hexdigest md5": "count(hexdigest(s, 'md5'))",
    "sha256": "count(sha256(s))",
    "hexdigest sha256": "count(hexdigest(s, 'sha256'))",
    "row_xxh3": "bit_xor(row_xxh3(s))",
    "zstd_compress": "count(zstd_compress(s))",
}
DATAFUSION = {**DUCKDB, "floor": "sum(octet_length(s))"}
CHECKS = [
    "bit_xor(xxh3(s))",
    "max(blake3_hex(s))",
    "max(hexdigest(s, 'md5'))",
    "sum(CASE WHEN zstd_decompress_text(zstd_compress(s)) = s THEN 1 ELSE 0 END)",
]
MEMORY, PARQUET = "in memory", "Parquet"


def values(different):
    """Rows that are picked from so many values; of all values, each is one row."""
    rng = random.Random(7)
    texts = [data.text(rng, rng.randint(20, 40)) for _ in range(different or ROWS)]
    return texts if different is None else rng.choices(texts, k=ROWS)


def prepare(name, different):
    """Writes a column as Parquet, and returns the file and the answers to the checks."""
    rows = values(different)
    path = run.BENCH / f"repeats-{different}.parquet"
    polars.DataFrame({"s": rows}).write_parquet(path, row_group_size=122_880)
    xor = 0
    for row in rows:
        xor ^= xxhash.xxh3_64_intdigest(row.encode())
    texts = [text.encode() for text in set(rows)]
    blake = max(blake3.blake3(text).hexdigest() for text in texts)
    return path, [xor, blake, max(hashlib.md5(text).hexdigest() for text in texts), ROWS]


class DuckDB:
    calls = DUCKDB

    def __init__(self, version, *extensions):
        self.engine = run.DuckDB(version, extensions)
        if "hashlane_v2" in extensions:
            self.engine.name = "DuckDB with hashlane_v2"

    def open(self, path, where):
        self.engine.run("DROP VIEW IF EXISTS t")
        self.engine.run("DROP TABLE IF EXISTS memory")
        if where == MEMORY:
            self.engine.run(f"CREATE TABLE memory AS FROM '{path}'")
        self.engine.run(f"CREATE VIEW t AS FROM {'memory' if where == MEMORY else repr(str(path))}")

    def check(self):
        return [int(value) if str(value).isdecimal() else value
                for value in self.engine.run(f"SELECT {', '.join(CHECKS)} FROM t")["rows"][0]]

    def seconds(self):
        return [self.engine.run(f"SELECT {call} FROM t")["seconds"] for call in self.calls.values()]


class DataFusion:
    calls = DATAFUSION

    def __init__(self):
        self.engine = run.DataFusion()

    def open(self, path, where):
        self.table, self.source = "", f"'{path}'"
        if where == MEMORY:
            self.table, self.source = f"CREATE TABLE t AS SELECT * FROM '{path}';", "t"

    def check(self):
        values = self.engine.values(f"{self.table} SELECT {', '.join(CHECKS)} FROM {self.source}")
        return [int(value) if value.isdecimal() else value for value in values]

    def seconds(self):
        selects = " ".join(f"SELECT {call} FROM {self.source};" for call in self.calls.values())
        timer = self.engine.run("--timer", "--threads", "1", sql=self.table + selects).stderr
        return [float(seconds) for seconds in re.findall(r": ([0-9.]+) s", timer)][-len(self.calls) :]


def measure(engines, path, where):
    """The median nanoseconds a row of each query, by engine."""
    rounds = {engine: [] for engine in engines}
    for _ in range(ROUNDS):
        for engine in engines:
            rounds[engine].append(engine.seconds())
    for engine, times in rounds.items():
        medians = [statistics.median(each) / ROWS * 1e9 for each in zip(*times)]
        yield engine, dict(zip(engine.calls, medians))


def report(engine, name, where, ns):
    version = f"{engine.engine.name} {engine.engine.version}"
    print(f"\n{version}, {name} different values, {where}: ns a row, and the ratio to the engine's md5")
    for query, each in ns.items():
        print(f"  {query:<20}{each:8.1f}{each / ns['md5']:8.2f}")
        yield {
            "engine": engine.engine.name, "version": engine.engine.version, "instruction_set": engine.engine.isa,
            "different": name.replace(",", ""), "source": where, "query": query, "sql": engine.calls[query],
            "ns_per_row": f"{each:.2f}",
        }


def main():
    run.BENCH.mkdir(parents=True, exist_ok=True)
    engines = {
        "duckdb-1": lambda: DuckDB("1.5.6", "hashlane"),
        "duckdb-2": lambda: DuckDB("2.0.1", "hashlane"),
        "duckdb-2-v2": lambda: DuckDB("2.0.1", "hashlane_v2", "hashlane"),
        "datafusion": DataFusion,
    }
    engines = [engines[name]() for name in sys.argv[1:] or engines]
    rows = []
    for name, different in COLUMNS.items():
        path, expected = prepare(name, different)
        for where in (MEMORY, PARQUET):
            for engine in engines:
                engine.open(path, where)
                if (found := engine.check()) != expected:
                    sys.exit(f"{engine.engine.name}, {name}, {where}: wrong answers\n{found}\n{expected}")
            for engine, ns in measure(engines, path, where):
                rows.extend(report(engine, name, where, ns))
    run.write(record("-repeats"), rows)


if __name__ == "__main__":
    main()
