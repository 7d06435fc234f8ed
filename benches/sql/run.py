"""Whole queries in DuckDB and DataFusion, ours beside the engines' own functions.

One thread, tables in memory and, in DataFusion, in Parquet files too: 3 million rows of one column, and 5 million
of five columns. Answers are checked against the reference packages
before anything is timed; then every engine runs every query once per round, and the medians of
the rounds are printed with their ratios to reading the strings and to the engine's own function,
and written to benches/record/<cpu>/<date>-sql.csv. `run.py duckdb` times some engines only, and
writes build/bench/sql.csv. Codecs are timed in DuckDB, beside one call a row: `codecs_in_sql.py`.

Absolute times drift on a shared machine: read the ratios.
"""

import csv
import hashlib
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys

import blake3
import polars
import polars_hash
import xxhash

import codecs_in_sql
import data
import queries

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "benches"))

import machine

BENCH = ROOT / "build" / "bench"
ROWS = {"words": 3_000_000, "short": 3_000_000, "uuid": 3_000_000, "text": 3_000_000, "rows": 5_000_000}
ROUNDS = 9
ISA = "SELECT value FROM hashlane_info() WHERE key = 'instruction_set'"


class DuckDB:
    """A version of DuckDB in a process of its own."""

    name = "DuckDB"
    of_texts = queries.DUCKDB, queries.DUCKDB_BARS, queries.CHECKS + queries.DUCKDB_CHECKS

    def __init__(self, version, extensions=("hashlane",)):
        self.version = version
        is_old = version.startswith("1.")
        self.of_rows = queries.WITHOUT_AGGREGATES if is_old else queries.WITH_AGGREGATES
        self.process = subprocess.Popen(
            [sys.executable, pathlib.Path(__file__).with_name("duckdb_worker.py"), *extensions],
            env={**os.environ, "PYTHONPATH": str(ROOT / "build" / "duckdb" / version)},
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        self.isa = self.run(ISA)["rows"][0][0]

    def load(self, column):
        self.run("DROP TABLE IF EXISTS t")
        self.run(f"CREATE TABLE t AS SELECT * FROM 'build/bench/{column}.parquet'")

    def check(self, column):
        self.load(column)
        return self.run(f"SELECT {checks(self, column)} FROM t")["rows"][0]

    def time(self, column):
        return [self.run(f"SELECT {call} FROM t")["seconds"] for call in calls(self, column).values()]

    def run(self, sql):
        self.process.stdin.write(json.dumps(sql) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


class DataFusion:
    """The release build of the `hashlane` program, started for each round."""

    name = "DataFusion"
    of_texts = queries.DATAFUSION, queries.DATAFUSION_BARS, queries.CHECKS + queries.DATAFUSION_CHECKS
    of_rows = queries.DATAFUSION_ROWS, queries.DATAFUSION_BARS_OF_ROWS, queries.ROW_CHECKS
    # The build for benchmarks has this statement.
    table, source = "CREATE TABLE t AS SELECT * FROM 'build/bench/{}.parquet';", "t"

    def __init__(self):
        self.version = re.search(r"DataFusion ([0-9.]+)", self.values("SELECT version()")[0])[1]
        self.isa = self.values(ISA)[0]

    def check(self, column):
        values = self.values(self.table.format(column) + f"SELECT {checks(self, column)} FROM {self.source.format(column)}")
        return [int(value) if value.isdecimal() else value for value in values]

    def time(self, column):
        source, its_calls = self.source.format(column), calls(self, column).values()
        selects = " ".join(f"SELECT {call} FROM {source};" for call in its_calls)
        timer = self.run("--timer", "--threads", "1", sql=self.table.format(column) + selects).stderr
        return [float(seconds) for seconds in re.findall(r": ([0-9.]+) s", timer)][-len(its_calls) :]

    def values(self, sql):
        rows = csv.reader(self.run("--csv", sql=sql).stdout.splitlines())
        return list(rows)[-1]

    def run(self, *options, sql):
        program = ROOT / "target" / "release" / "hashlane"
        return subprocess.run(
            [program, "sql", *options, "-c", sql],
            cwd=ROOT, check=True, capture_output=True, text=True,
        )


class DataFusionOverParquet(DataFusion):
    """The same over a Parquet file, which is decoded for each query."""

    name = "DataFusion, Parquet"
    table, source = "", "'build/bench/{}.parquet'"


def queries_of(engine, column):
    return engine.of_rows if column == "rows" else engine.of_texts


def calls(engine, column):
    return queries_of(engine, column)[0]


def bars(engine, column):
    return queries_of(engine, column)[1]


def checks(engine, column):
    return ", ".join(queries_of(engine, column)[2])


def expected(rows):
    xor = 0
    for row in rows:
        xor ^= xxhash.xxh3_64_intdigest(row)
    blake = max(blake3.blake3(row).hexdigest() for row in rows)
    return [
        xor,
        max(xxhash.xxh3_128_hexdigest(row) for row in rows),
        blake,
        max(hashlib.md5(row).hexdigest() for row in rows),
        max(hashlib.sha256(row).hexdigest() for row in rows),
        xor,
        blake,
    ]


def expected_of_rows(parquet):
    """By polars-hash, whose bytes of a row ours are."""
    xor = total = 0
    rows = polars.scan_parquet(parquet).select(polars_hash.hash_rows(polars.all(), version=1).alias("row"))
    for row in rows.collect()["row"]:
        xor ^= xxhash.xxh3_64_intdigest(row)
        total += xxhash.xxh3_128_intdigest(row)
    return [xor, f"hl1:{ROWS['rows']}:{total % 2**128:032x}"]


def prepare(engine, column):
    """Writes a table as Parquet, with DuckDB, and returns what the checks must give."""
    text, parquet = BENCH / f"{column}.csv", BENCH / f"{column}.parquet"
    if column == "rows":
        engine.run(f"COPY ({data.rows_query(ROWS[column])}) TO '{parquet}'")
        return expected_of_rows(parquet)
    rows = data.column(column, ROWS[column])
    text.write_text("s\n" + "\n".join(rows) + "\n")
    source = f"read_csv('{text}', header = true, columns = {{'s': 'VARCHAR'}})"
    engine.run(f"COPY (SELECT s FROM {source}) TO '{parquet}'")
    text.unlink()
    return expected([row.encode() for row in rows])


def report(engine, column, ns):
    print(f"\n{engine.name} {engine.version}, {engine.isa}, {column}: "
          "ns a row, and the ratio to reading the strings")
    for name, call in calls(engine, column).items():
        print(f"  {call:<36}{ns[name]:8.1f}{ns[name] / ns['floor']:8.2f}")
    for text, measure, sense, limits in bars(engine, column):
        limit = limits.get(engine.isa, {}).get(column)
        if limit is None:
            continue
        value = measure(ns)
        held = value <= limit if sense == "at most" else value >= limit
        print(f"  {text:<40}{value:8.2f}, {sense} {limit}: {'held' if held else 'MISSED'}")


def record_rows(engine, column, ns):
    """The rows of a record, without the columns that `write` adds."""
    for name, call in calls(engine, column).items():
        yield {
            "engine": engine.name,
            "version": engine.version,
            "instruction_set": engine.isa,
            "column": column,
            "query": name,
            "sql": call,
            "median_seconds": f"{ns[name] * ROWS[column] / 1e9:.4f}",
            "ns_per_row": f"{ns[name]:.2f}",
        }


def write(path, rows):
    where = {"cpu": machine.cpu(), "commit": machine.commit(), "date": machine.date()}
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, [*where, *rows[0]], lineterminator="\n")
        writer.writeheader()
        writer.writerows({**where, **row} for row in rows)
    print(f"\nwritten: {path.relative_to(ROOT)}")


def measure(engines, column):
    """The median nanoseconds a row of each query, by engine."""
    times = {engine: [] for engine in engines}
    for _ in range(ROUNDS):
        for engine in engines:
            times[engine].append(engine.time(column))
    medians = {engine: map(statistics.median, zip(*rounds)) for engine, rounds in times.items()}
    return {
        engine: {name: seconds / ROWS[column] * 1e9 for name, seconds in zip(calls(engine, column), each)}
        for engine, each in medians.items()
    }


def main():
    BENCH.mkdir(parents=True, exist_ok=True)
    engines = [DuckDB("1.5.6"), DuckDB("2.0.1")]
    writer, wanted = engines[0], [term.lower() for term in sys.argv[1:]]
    if not wanted or "datafusion" in wanted:
        engines += [DataFusion(), DataFusionOverParquet()]
    if wanted:
        engines = [engine for engine in engines if engine.name.lower().split(",")[0] in wanted]
    rows = []
    for column in ROWS:
        want = prepare(writer, column)
        for engine in engines:
            if engine.check(column) != want[:len(queries_of(engine, column)[2])]:
                sys.exit(f"{engine.name}, {column}: wrong answers\n{engine.check(column)}\n{want}")
        for engine, ns in measure(engines, column).items():
            report(engine, column, ns)
            rows.extend(record_rows(engine, column, ns))
    of_duckdb = [engine for engine in engines if engine.name == "DuckDB"]
    if of_duckdb:
        rows.extend(codecs_in_sql.measure(of_duckdb, BENCH))
    write(BENCH / "sql.csv" if wanted else machine.record("-sql"), rows)


if __name__ == "__main__":
    main()
