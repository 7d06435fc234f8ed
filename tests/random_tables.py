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

from tables import duckdb_rows, pairs, reading
from tables.program import Wrong

# A kind counts as refused always if none of this many tables could be read.
ENOUGH = 4
ROOT = Path(__file__).resolve().parent.parent


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
    parser.add_argument("--failures", type=int, default=20, help="stop after this many different failures")
    return parser.parse_args()


class Outcome:
    """What became of one table or pair."""

    def __init__(self, number, what, tags, excused, read, message):
        self.number, self.what, self.tags, self.excused, self.read, self.message = number, what, tags, excused, read, message


def one(number, options, folder, connection):
    """Makes and checks a table, or every third time a pair of tables."""
    r = random.Random(f"{options.seed}/{number}")
    if number % 3 == 2:
        case, check = pairs.Pair(r, folder), pairs.check
    else:
        case, check = reading.Table(r, folder), reading.check
    what = "pairs" if number % 3 == 2 else "tables"
    outcome = Outcome(number, what, case.tags, case.excused, False, None)
    try:
        refused = check(case, options.program, options.cluster, connection)
        outcome.read = refused is None
        outcome.refusal = str(refused or "")
    except Wrong as error:
        outcome.message = f"{case.describe()}: {error}"
    except duckdb_rows.GeneratorWrong as error:
        outcome.message = f"{case.describe()}: the generator is wrong: {error}"
    return outcome


def work(first, options, folder):
    """Checks every `jobs`-th table until the time is over."""
    outcomes, end = [], time.monotonic() + options.seconds
    number, connection = first, duckdb_rows.connect()
    while time.monotonic() < end:
        place = folder / str(number)
        place.mkdir()
        try:
            outcomes.append(one(number, options, place, connection))
        except Exception as error:
            raise RuntimeError(f"table {number} of seed {options.seed}") from error
        shutil.rmtree(place)
        number += options.jobs
    return outcomes


def report(outcomes, options):
    """Prints numbers by kind and the failures. Returns whether all went well."""
    kinds = collections.defaultdict(collections.Counter)
    for outcome in outcomes:
        for tag in {outcome.what, *outcome.tags}:
            kinds[tag]["wrong" if outcome.message else "read" if outcome.read else "refused"] += 1
            kinds[tag]["must be readable"] += not outcome.excused
    for outcome in outcomes:
        if options.refusals and not outcome.read and not outcome.message:
            print(f"refused{' (may be)' if outcome.excused else ''}: number {outcome.number}: {outcome.refusal[:400]}")
    print(f"{'kind':<44} {'read':>7} {'refused':>8} {'wrong':>6}")
    for tag, counts in sorted(kinds.items()):
        print(f"{tag:<44} {counts['read']:>7} {counts['refused']:>8} {counts['wrong']:>6}")
    never = [tag for tag, counts in sorted(kinds.items()) if not counts["read"] and not counts["wrong"] and counts["must be readable"] >= ENOUGH]
    for tag in never:
        example = next(o for o in outcomes if tag in o.tags and not o.excused)
        print(f"FAILED: {tag}: refused always, such as table {example.number}: {example.refusal[:300]}")
    seen = collections.Counter()
    for outcome in outcomes:
        if outcome.message:
            signature = re.sub(r"\d+|'[^']*'", "", outcome.message.split(": ", 1)[1])[:60]
            seen[signature] += 1
            if seen[signature] <= 2 and len(seen) <= options.failures:
                print(f"FAILED: number {outcome.number}: {outcome.message[:900]}")
                print(f"  repeat: {sys.argv[0]} --seed {options.seed} --only {outcome.number}")
    needless = sum(not outcome.read and not outcome.message and not outcome.excused for outcome in outcomes)
    print(
        f"seed {options.seed}: {len(outcomes)} tables and pairs, {sum(seen.values())} wrong in {len(seen)} ways, "
        f"{needless} refused that could be read, {len(never)} kinds never read"
    )
    return bool(outcomes) and not seen and not never and not (options.strict and needless)


def main():
    options = arguments()
    options.program = str(Path(options.program).resolve())
    print(f"seed {options.seed}", flush=True)
    if options.only is not None:
        folder = Path(tempfile.mkdtemp(prefix="random_tables"))
        outcome = one(options.only, options, folder, duckdb_rows.connect())
        print(f"{folder}: {outcome.message or ('read' if outcome.read else 'refused: ' + outcome.refusal)}; {', '.join(outcome.tags)}")
        sys.exit(bool(outcome.message))
    with tempfile.TemporaryDirectory(prefix="random_tables") as folder:
        with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
            parts = [pool.submit(work, first, options, Path(folder)) for first in range(options.jobs)]
            outcomes = sorted((o for part in parts for o in part.result()), key=lambda outcome: outcome.number)
    sys.exit(not report(outcomes, options))


if __name__ == "__main__":
    main()
