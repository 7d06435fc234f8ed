"""Hashlane beside what people use in its place: the measured cells of the table "How it compares" of README.md.

usage: run.py [ROUNDS]

`make bench WHAT=compare` installs what it needs: both wheels, and DuckDB, DataFusion, Polars, polars-hash and ClickHouse (chdb) from PyPI.
Extensions of DuckDB's community channel take part if they are installed for this DuckDB (`INSTALL hashfuncs FROM community`). A rival
that is missing is reported and recorded as missing.

Tables in memory, one thread for every engine, 2 million rows. Where both return the same value, the values are compared first.
Then each contest runs in ROUNDS (7) rounds, ours and theirs in turns, and the ratio of the medians is printed: theirs over ours.
Writes benches/record/<cpu>/<date>-compare.csv, or nothing with fewer than 7 rounds.
"""

import csv
import json
import pathlib
import random
import statistics
import subprocess
import sys

import duckdb

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "benches"), str(ROOT / "benches" / "sql")]

import contests
import data
import machine

TABLES = ROOT / "build" / "bench" / "compare"
ROWS = 2_000_000
LEAST_ROUNDS = 7


class Missing(Exception):
    """An engine that can't be had here."""


class Engine:
    """A process that runs the queries of one engine."""

    def __init__(self, name):
        worker = pathlib.Path(__file__).with_name("worker.py")
        self.process = subprocess.Popen(
            [sys.executable, worker, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        hello = self.read()
        if "missing" in hello:
            raise Missing(hello["missing"])
        self.version = hello["version"]
        self.loaded = None

    def read(self):
        line = self.process.stdout.readline()
        if not line:
            sys.exit("a worker has ended; its error is above")
        return json.loads(line)

    def ask(self, verb, argument):
        self.process.stdin.write(json.dumps([verb, str(argument)]) + "\n")
        self.process.stdin.flush()
        return self.read()

    def load(self, data_set):
        if self.loaded != data_set:
            self.ask("load", table(data_set))
            self.loaded = data_set


def table(data_set):
    """The path of a data set, which is written if it isn't there."""
    path = TABLES / f"{data_set}-{ROWS}.parquet"
    if not path.exists():
        TABLES.mkdir(parents=True, exist_ok=True)
        if data_set == "rows":
            query = data.rows_query(ROWS)
        else:
            text = path.with_suffix(".csv")
            text.write_text("s\n" + "\n".join(data.column(data_set, ROWS)) + "\n")
            query = f"SELECT s FROM read_csv('{text}', header = true, columns = {{'s': 'VARCHAR'}})"
        duckdb.sql(f"COPY ({query}) TO '{path}'")
        path.with_suffix(".csv").unlink(missing_ok=True)
    return path


def engines():
    """The engines that are here by name, and why the others aren't."""
    here, missing = {}, {}
    for contest in contests.CONTESTS:
        for name, _ in (contest.ours, contest.theirs):
            if name in here or name in missing:
                continue
            try:
                here[name] = Engine(name)
            except Missing as why:
                missing[name] = str(why)
    return here, missing


def measure(contest, data_set, here, rounds):
    """The rows of the record for a contest over a data set."""
    sides = [("hashlane", *contest.ours), (contest.rival, *contest.theirs)]
    for _, engine, _ in sides:
        here[engine].load(data_set)
    values = [here[engine].ask("run", query)["value"] for _, engine, query in sides]
    if contest.same and values[0] != values[1]:
        sys.exit(f"{contest.rival}, {contest.job}, {data_set}: the answers differ, {values[0]} and {values[1]}")
    times = {who: [] for who, _, _ in sides}
    for _ in range(rounds):
        for who, engine, query in random.sample(sides, 2):
            times[who].append(here[engine].ask("run", query)["seconds"])
    ns = {who: statistics.median(seconds) * 1e9 / ROWS for who, seconds in times.items()}
    ratio = ns[contest.rival] / ns["hashlane"]
    print(f"{contest.rival:30}{contest.job:22}{data_set:6}{ns['hashlane']:8.1f}{ns[contest.rival]:9.1f}{ratio:7.2f} x", flush=True)
    for who, engine, query in sides:
        yield {
            "rival": contest.rival, "job": contest.job, "data_set": data_set, "rows": ROWS, "who": who,
            "same_value": "yes" if contest.same else "no",
            "engine": here[engine].version, "query": query, "median_ns_per_row": f"{ns[who]:.2f}",
            "times_ours": f"{ns[who] / ns['hashlane']:.2f}", "missing": "",
        }


def absent(rival, job, why):
    print(f"{rival:30}{job:22}not measured: {why}", flush=True)
    return {"rival": rival, "job": job, "missing": why}


def results(rounds):
    here, missing = engines()
    # A data set is loaded once, not for each contest.
    for data_set in [*contests.TEXTS, *contests.ROWS]:
        for contest in contests.CONTESTS:
            needs = contest.ours[0], contest.theirs[0]
            if data_set in contest.data_sets and not missing.keys() & set(needs):
                yield from measure(contest, data_set, here, rounds)
    for contest in contests.CONTESTS:
        why = [missing[name] for name, _ in (contest.theirs, contest.ours) if name in missing]
        if why:
            yield absent(contest.rival, contest.job, why[0])
    for rival, why in contests.ELSEWHERE.items():
        yield absent(rival, "", why)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else LEAST_ROUNDS
    for data_set in [*contests.TEXTS, *contests.ROWS]:
        table(data_set)
    print("ns a row, ours and theirs, and theirs over ours")
    rows = list(results(rounds))
    if rounds < LEAST_ROUNDS:
        return
    path = machine.record("-compare")
    path.parent.mkdir(parents=True, exist_ok=True)
    where = {"cpu": machine.cpu(), "commit": machine.commit(), "date": machine.date()}
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, [*where, *rows[0]], lineterminator="\n")
        writer.writeheader()
        writer.writerows({**where, **row} for row in rows)
    print(f"written: {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
