"""Runs random queries with `hashlane sql` on one machine and on a cluster, and in DuckDB with the extension: each has the same rows.

Usage: random_queries.py PROGRAM [--seconds N] [--seed N] [--round N] [--no-cluster] (with the Python that has requirements.txt and DuckDB 2.0 or
later, after `cargo build --workspace` and `cargo build` of the cluster)

Each round makes tables of up to 20 rows with NULLs and duplicates, each in several Parquet or CSV files or in the query, and
runs queries over them: on one machine, on a cluster with 1, 4 or 16 partitions, and in DuckDB. The rows of the results are equal as
multisets. Few queries may end with one line. The seed is printed, and `--seed` repeats all rounds, `--round` one of them.

The queries ask what Hashlane promises: its functions in joins, groups, windows, set operations and aggregates. `queries/expressions.py` and
`queries/grammar.py` say what is left out because DataFusion answers it wrongly, or DuckDB and DataFusion differ.
"""

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "tests"), str(ROOT / "cluster/tests")]

from clusters.processes import Cluster
from queries.engines import Broken, DuckDB, Program, Refused
from queries.grammar import Grammar
from queries.tables import Table

PARTITIONS = (1, 4, 16)
# Queries over the same tables, and the tables.
QUERIES, TABLES = 20, 3
# The largest share of queries that may be refused: by `hashlane`, and by the cluster alone.
MOST_REFUSED, MOST_REFUSED_BY_CLUSTER = 0.02, 0.03


class Trial:
    """Rounds of queries, and what became of them."""

    def __init__(self, seed, here, there, extension):
        self.seed, self.here, self.there, self.extension = seed, here, there, extension
        self.counts, self.reasons, self.faults = Counter(), Counter(), []

    def round(self, number, folder):
        generator = random.Random(f"{self.seed} {number}")
        tables = [Table(f"r{i}", generator) for i in range(TABLES)]
        named = [table.write(folder) for table in tables]
        grammar = Grammar(generator, tables)
        queries = [grammar.top() for _ in range(QUERIES)]
        # A round runs with one number of partitions: three would take as long as three times as many queries.
        programs = [self.here, generator.choice(self.there)] if self.there else [self.here]
        with ThreadPoolExecutor() as pool:
            runs = {program.name: pool.submit(program.run, named, queries) for program in programs}
            expected = DuckDB(tables, self.extension).run(queries)
            results = {name: run.result() for name, run in runs.items()}
        for at, query in enumerate(queries):
            found = {name: result[at] for name, result in results.items()}
            wrong = self.compare(found, expected[at])
            if wrong:
                self.faults.append((number, at))
                print(f"\nseed {self.seed}, round {number}, query {at}: {wrong}\n{query.sql}", flush=True)
                for table in tables:
                    print(f"  {table.describe()}")

    def compare(self, found, expected):
        """Counts what became of a query, and returns what is wrong with it."""
        self.counts["queries"] += 1
        here = next(iter(found.values()))
        for name, result in found.items():
            if isinstance(result, Broken):
                return f"{name} is broken: {result.line[:2000]}"
        if isinstance(here, Refused):
            self.counts["refused"] += 1
            self.reasons[here.reason()] += 1
        # What only the cluster runs is compared with DuckDB.
        there = {name: result for name, result in found.items() if isinstance(result, Refused)}
        if there and not isinstance(here, Refused):
            self.counts["refused by the cluster"] += 1
            self.reasons[next(iter(there.values())).reason()] += 1
        if isinstance(expected, Refused):
            self.counts["not run by DuckDB"] += 1
            self.reasons[f"DuckDB: {expected.reason()}"] += 1
        results = {"DuckDB": expected} | found
        results = {name: rows for name, rows in results.items() if not isinstance(rows, Refused)}
        if results and any(rows != next(iter(results.values())) for rows in results.values()):
            return "; ".join(f"{name}: {difference(rows, results)}" for name, rows in results.items())
        return None

    def report(self):
        """Prints what became of all queries, and returns whether there is no fault."""
        print(f"random queries: seed {self.seed}: " + ", ".join(f"{count} {what}" for what, count in self.counts.items()))
        for reason, count in self.reasons.most_common(12):
            print(f"  {count:6} {reason}")
        queries = max(self.counts["queries"], 1)
        too_many = queries >= 200 and (
            self.counts["refused"] > MOST_REFUSED * queries
            or self.counts["refused by the cluster"] > MOST_REFUSED_BY_CLUSTER * queries
        )
        if too_many:
            print("random queries: too many are refused")
        if self.faults:
            print(f"random queries: {len(self.faults)} differ")
        return not self.faults and not too_many


def difference(rows, results):
    """The number of rows, and those that not all results have."""
    shared = None
    for other in results.values():
        shared = Counter(other) if shared is None else shared & other
    extra = sorted((rows - shared).elements(), key=repr)
    return f"{rows.total()} rows" + (f", among them {extra[:4]}" if extra else "")


def packed(built, folder):
    """The extension that was built beside the program."""
    extension = folder / "hashlane.duckdb_extension"
    (library,) = [path for path in built.iterdir() if path.name in ("libhashlane.so", "libhashlane.dylib", "hashlane.dll")]
    subprocess.run([built / "xtask", "pack", library, extension], check=True, capture_output=True)
    return extension


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--round", type=int, default=None)
    parser.add_argument("--no-cluster", action="store_true")
    arguments = parser.parse_args()
    seed = random.randrange(1 << 32) if arguments.seed is None else arguments.seed
    print(f"random queries: seed {seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        here, there = Program("one machine", "--threads", 4), []
        if not arguments.no_cluster:
            cluster = Cluster(folder / "cluster")
            there = [Program(f"{n} partitions", "--cluster", cluster.url, "--partitions", n) for n in PARTITIONS]
        trial = Trial(seed, here, there, packed(Path(arguments.program).resolve().parent, folder))
        end = time.monotonic() + arguments.seconds
        number = arguments.round or 0
        while True:
            (folder / str(number)).mkdir()
            trial.round(number, folder / str(number))
            number += 1
            if arguments.round is not None or time.monotonic() >= end:
                break
        ok = trial.report()
        if not arguments.no_cluster:
            cluster.stop()
    sys.exit(0 if ok else 1)


if __name__ == "__main__":
    main()
