"""Random tables: `hashlane sql` and `hashlane diff` on files whose rows are known.

Usage: random_tables.py [--program PATH] [--seconds N] [--seed N] [--only NUMBER] [--jobs N] [--cluster URL]
(with the Python that has pyarrow and zstandard, and DuckDB on the path)

A table is read exactly, or refused in one line with the documented exit code. Of two tables with planted differences,
`diff` finds exactly these. A kind of table that is always refused is a failure too, unless it may be. Every run has a
fresh seed, which is printed: with `--seed N` and `--only NUMBER` it repeats one table, and keeps its files.
"""

import argparse
import collections
import concurrent.futures
import os
import random
import re
import shutil
import sys
import tempfile
import time
from pathlib import Path

from tables import duckdb_rows, judge, pairs, reading
from tables.program import Wrong

# A kind counts as refused always if none of this many tables could be read.
ENOUGH = 4
ROOT = Path(__file__).resolve().parents[2]


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default=str(ROOT / "target/debug/hashlane"))
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().getrandbits(32))
    parser.add_argument("--only", type=int, help="the number of one table, whose files are kept")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--cluster", help="the scheduler's address: tables are read there too")
    parser.add_argument("--strict", action="store_true", help="fail if any table is refused that needn't be")
    parser.add_argument("--refusals", action="store_true", help="print why tables were refused")
    return parser.parse_args()


class Outcome:
    """What became of one table or pair."""

    def __init__(self, number, case, check, *arguments):
        self.number, self.tags, self.excused = number, case.tags, case.excused
        self.message = self.refusal = None
        try:
            refused = check(case, *arguments)
            self.refusal = refused and str(refused)
        except Wrong as error:
            self.message = f"{case.describe()}: {error}"
        except duckdb_rows.GeneratorWrong as error:
            self.message = f"{case.describe()}: the generator is wrong: {error}"

    def word(self):
        return "wrong" if self.message else "refused" if self.refusal else "read"


def outcomes_of(number, options, folder, connection):
    """Makes and checks a table, or every third time a pair of tables."""
    r = random.Random(f"{options.seed}/{number}")
    if number % 3 == 2:
        pair = pairs.Pair(r, folder)
        return [Outcome(number, pair, pairs.check, options.program, connection)]
    table = reading.Table(r, folder)
    found = [Outcome(number, table, reading.check, options.program, connection)]
    if options.cluster and found[0].word() == "read":
        found.append(Outcome(number, table, reading.check_on_cluster, options.program, options.cluster))
        found[1].tags = [f"cluster {tag}" for tag in table.tags if tag.startswith(("kind", "layout"))]
    return found


def work(first, options, folder):
    """Checks every `jobs`-th table until the time is over."""
    outcomes, end = [], time.monotonic() + options.seconds
    number, connection = first, duckdb_rows.connect()
    while time.monotonic() < end:
        place = folder / str(number)
        place.mkdir()
        try:
            outcomes += outcomes_of(number, options, place, connection)
        except Exception as error:
            raise RuntimeError(f"table {number} of seed {options.seed}") from error
        shutil.rmtree(place)
        number += options.jobs
    return outcomes


def signature(message):
    """What failures of one cause have in common."""
    return re.sub(r"\(.*?\)|'[^']*'|\"[^\"]*\"|id \S+|\d+", "", message.split(": ", 1)[1])[:50]


def print_kinds(outcomes):
    """Prints how many tables of each kind were read, refused or wrong. Returns the kinds that never were read."""
    kinds = collections.defaultdict(collections.Counter)
    for outcome in outcomes:
        for tag in {"all", *outcome.tags}:
            kinds[tag][outcome.word()] += 1
            kinds[tag]["must be readable"] += not outcome.excused
    print(f"{'kind':<44} {'read':>7} {'refused':>8} {'wrong':>6}")
    for tag, counts in sorted(kinds.items()):
        print(f"{tag:<44} {counts['read']:>7} {counts['refused']:>8} {counts['wrong']:>6}")
    enough = [(tag, counts) for tag, counts in sorted(kinds.items()) if counts["must be readable"] >= ENOUGH]
    return [tag for tag, counts in enough if not counts["read"] and not counts["wrong"]]


def report(outcomes, options):
    """Prints numbers by kind and the failures. Returns whether all went well."""
    refused = [outcome for outcome in outcomes if outcome.word() == "refused"]
    for outcome in refused if options.refusals else []:
        print(f"refused{' (may be)' if outcome.excused else ''}: number {outcome.number}: {outcome.refusal[:400]}")
    never = print_kinds(outcomes)
    for tag in never:
        example = next(outcome for outcome in refused if tag in outcome.tags and not outcome.excused)
        print(f"FAILED: {tag}: refused always, such as number {example.number}: {example.refusal[:300]}")
    seen = collections.Counter()
    for outcome in outcomes:
        if outcome.message:
            seen[signature(outcome.message)] += 1
            if seen[signature(outcome.message)] <= 3:
                print(f"FAILED: number {outcome.number}: {outcome.message[:900]}")
                print(f"  repeat: {sys.argv[0]} --seed {options.seed} --only {outcome.number}")
    needless = sum(not outcome.excused for outcome in refused)
    print(
        f"seed {options.seed}: {len(outcomes)} tables and pairs, {sum(seen.values())} wrong in {len(seen)} ways, "
        f"{needless} refused that could be read, {len(never)} kinds never read"
    )
    return bool(outcomes) and not seen and not never and not (options.strict and needless)


def main():
    options = arguments()
    options.program = str(Path(options.program).resolve())
    judge.check()
    print(f"seed {options.seed}", flush=True)
    if options.only is not None:
        folder = Path(tempfile.mkdtemp(prefix="random_tables"))
        outcomes = outcomes_of(options.only, options, folder, duckdb_rows.connect())
        for outcome in outcomes:
            print(f"{folder}: {outcome.word()} {outcome.message or outcome.refusal or ''}; {', '.join(outcome.tags)}")
        sys.exit(any(outcome.message for outcome in outcomes))
    with tempfile.TemporaryDirectory(prefix="random_tables") as folder:
        with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
            parts = [pool.submit(work, first, options, Path(folder)) for first in range(options.jobs)]
            outcomes = sorted((o for part in parts for o in part.result()), key=lambda outcome: outcome.number)
    sys.exit(not report(outcomes, options))


if __name__ == "__main__":
    main()
