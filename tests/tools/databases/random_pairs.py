"""Random pairs of hard tables in any two systems: `hashlane diff` prints what a full outer join in Python finds.

usage: random_pairs.py PROGRAM [--pairs N] [--seed N] [--only NUMBER] [--keep-going] [SYSTEM…]

Systems are postgresql, mariadb, clickhouse, duckdb, sqlite, parquet, csv and json; at least one side of a pair is a database. Values
are hard on purpose: boundaries of every type, values that other systems lack, values of another storage class in SQLite, lengths near
limits, names that statements use. The rules by which Python compares them are in hard/meaning.py.
"""

import argparse
import concurrent.futures
import contextlib
import os
import pathlib
import random
import shlex
import subprocess
import sys
import tempfile

import engines
import servers
from hard import cases, oracle, stores, tables
from hard.systems import TYPES

# The program finds the driver in the package of the Python that runs this.
os.environ["PATH"] = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
# As many tables are written at once, and then compared.
BATCH = 100


def run(program, sides, pair, folder, *more):
    keys = [] if pair.is_multiset else ["--key=" + ",".join(tables.given(pair.left.names[column.left]) for column in pair.keys)]
    options = ["--multiset"] if pair.is_multiset else []
    command = [program, "diff", *sides, *keys, *options, *pair.options, "--json", *more]
    done = subprocess.run(command, capture_output=True, timeout=120, cwd=folder)
    return command, done.returncode, done.stdout.decode(), done.stderr.decode()


def check(program, sides, pair, folder):
    """Compares what the program prints about a pair with what Python finds. Returns the number of changes."""
    expected = oracle.Oracle(pair)
    command, code, out, error = run(program, sides, pair, folder)
    try:
        if pair.refusal is not None:
            if code != 2 or out or len(error.splitlines()) != 1 or pair.refusal not in error:
                raise oracle.Wrong(f"what must be refused gives exit code {code}: {oracle.short(error or out)}")
            return 0
        if not pair.is_multiset and expected.has_duplicates():
            if code != 2 or len(error.splitlines()) != 1:
                raise oracle.Wrong(f"duplicate keys give exit code {code}: {oracle.short(error or out)}")
            return 0
        if code != expected.exit_code():
            raise oracle.Wrong(f"exit code {code}, not {expected.exit_code()}: {oracle.short(error)} {explained(expected, out)}")
        found = expected.check_lines(lines(out))
        if not pair.is_multiset and pair.number % 5 == 0:
            _, _, out, error = run(program, sides, pair, folder, "--summary")
            expected.check_summary(oracle.parsed(out or "{}"))
        return found
    except oracle.Wrong as wrong:
        raise oracle.Wrong(f"{wrong}\n    {shlex.join(command)}") from None


def lines(out):
    """The lines of an output but the summary. Values may contain other ends of lines."""
    return out.removesuffix("\n").split("\n")[:-1]


def explained(expected, out):
    """The first difference behind a wrong exit code."""
    try:
        expected.check_lines(lines(out))
    except oracle.Wrong as wrong:
        return wrong
    return ""


def check_batch(arguments, engine_of, pairs, folder):
    """Writes the tables of some pairs, and compares each pair. Returns the number of changes and of faults."""
    sides = [side for pair in pairs for side in (pair.left, pair.right)]
    for system, engine in engine_of.items():
        mine = [side for side in sides if side.system == system]
        if mine:
            stores.FILL[system](engine, mine)
    for side in sides:
        if side.system in stores.WRITE:
            stores.WRITE[side.system](folder / stores.file_name(side), side)
    if "postgresql" in engine_of and not arguments.robbed:
        engine_of["postgresql"].run(stores.THEFT)
        arguments.robbed = True
    changes = faults = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        started = []
        for pair in pairs:
            addresses = [stores.address(side, engine_of.get(side.system)) for side in (pair.left, pair.right)]
            started.append((pair, pool.submit(check, arguments.program, addresses, pair, folder)))
        for pair, task in started:
            try:
                changes += task.result()
            except oracle.Wrong as wrong:
                faults += 1
                print(f"pair {pair.number} of --seed {arguments.seed}, {pair.left.system} and {pair.right.system}: {wrong}", flush=True)
                if not arguments.keep_going:
                    pool.shutdown(cancel_futures=True)
                    break
    return changes, faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("systems", nargs="*", default=list(TYPES))
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--only", type=int, help="this pair alone")
    parser.add_argument("--keep-going", action="store_true", help="print every pair that fails")
    arguments = parser.parse_intermixed_args()
    cases.check()
    arguments.program, arguments.robbed = os.path.abspath(arguments.program), False
    numbers = range(arguments.pairs) if arguments.only is None else [arguments.only]
    pairs = [tables.random_pair(random.Random(f"{arguments.seed} {number}"), number, arguments.systems) for number in numbers]
    used = {side.system for pair in pairs for side in (pair.left, pair.right)}
    changes = faults = 0
    with contextlib.ExitStack() as stack, tempfile.TemporaryDirectory() as folder:
        try:
            engine_of = {system: stack.enter_context(engines.ADDRESSED[system]()) for system in used if system in engines.ADDRESSED}
        except servers.Missing as error:
            sys.exit(str(error))
        for system, engine in engine_of.items():
            stores.prepare(system, engine)
        for at in range(0, len(pairs), BATCH):
            found = check_batch(arguments, engine_of, pairs[at : at + BATCH], pathlib.Path(folder))
            changes, faults = changes + found[0], faults + found[1]
            if faults and not arguments.keep_going:
                break
    if faults:
        sys.exit(f"{faults} pairs of --seed {arguments.seed} are wrong")
    print(f"{len(pairs)} random pairs of {', '.join(arguments.systems)} with {changes} changes are as Python finds them, "
          f"--seed {arguments.seed}", flush=True)


if __name__ == "__main__":
    main()
