"""Random tables in real databases: `hashlane diff` finds in them what it finds in files with the same rows.

usage: random_pairs.py PROGRAM [--pairs N] [--seed N] [DATABASE…]

Each pair has random columns of every type that the database has, and random changes. One side is in the database, the other in it
too or in a Parquet file. The same rows are in two Parquet files, and both comparisons must print the same lines.
"""

import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import duckdb
import engines
import servers
import values

# The program finds the driver in the package of the Python that runs this.
os.environ["PATH"] = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
KEYS = [["id"], ["name"], ["part", "id"]]


def random_columns(choose, engine):
    """The key's columns, and up to eight more."""
    held = [name for name in values.VALUES if engines.column_type(engine, name)]
    others = [(f"c{at} {kind}", kind) for at, kind in enumerate(choose.choices(held, k=choose.randrange(1, 9)))]
    return [("id", "integer"), ("name", "text"), ("part", "integer"), *others]


def random_value(choose, engine, kind):
    if choose.random() < 0.1:
        return None
    return choose.choice([value for value in values.VALUES[kind] if engines.holds(engine, kind, value)])


def random_tables(choose, engine, columns):
    """Two lists of rows: the second one is the first with random changes."""
    def row(id):
        return [id, f"name {id}" + choose.choice(["", "é", " x"]), id % 5] + [random_value(choose, engine, kind) for _, kind in columns[3:]]

    count = choose.choice([0, 1, 30, 200])
    left = [row(id - 50) for id in range(count)]
    right = [list(one) for one in left]
    for change in range(choose.choice([0, 1, 5, 60])):
        kind = choose.choice(["changed", "removed", "added"])
        if kind == "added":
            right.append(row(10_000 + change))
        elif right and kind == "removed":
            right.pop(choose.randrange(len(right)))
        elif right:
            at = choose.randrange(3, len(columns))
            choose.choice(right)[at] = random_value(choose, engine, columns[at][1])
    choose.shuffle(right)
    return left, right


def to_parquet(path, columns, rows):
    connection = duckdb.connect()
    engine = engines.Engine("duckdb", connection.execute, connection.execute)
    engine.create("t", columns, rows)
    connection.execute("SET TimeZone = 'UTC'")
    # DuckDB writes integers of 128 bits as floats.
    names = [engine.quote(name) for name, kind in columns if kind == "hugeint"]
    replaced = f"* REPLACE ({', '.join(f'{name}::UBIGINT AS {name}' for name in names)})" if names else "*"
    connection.execute(f"COPY (SELECT {replaced} FROM t) TO '{path}'")


def lines(program, left, right, key, folder):
    done = subprocess.run([program, "diff", left, right, "--key", ",".join(key), "--json"], capture_output=True, text=True,
                          timeout=300, cwd=folder)
    if done.returncode not in (0, 1):
        raise AssertionError(f"{left}, {right}: {done.stderr}")
    found = []
    for line in done.stdout.splitlines():
        # Databases send the canonical text, which has one zero.
        change = json.loads(line.replace(":-0.0", ":0.0"))
        places = [(change, side, change.get("column", "")) for side in ("left", "right") if side in change]
        places += [(change["values"], column, column) for column in change.get("values", {})]
        for place, at, column in places:
            value = place[at]
            # Files print the bytes of a UUID. All timestamps of ClickHouse are points in time.
            if isinstance(value, str) and column.endswith(" uuid"):
                place[at] = value.replace("-", "")
            if isinstance(value, str) and column.endswith(" timestamp"):
                place[at] = value.removesuffix("Z")
            # MariaDB has no booleans.
            if value is not None and column.endswith(" boolean"):
                place[at] = int(value)
        found.append(json.dumps(change, sort_keys=True))
    return done.returncode, sorted(found)


def check_pair(program, engine, choose, number, folder):
    columns = random_columns(choose, engine.name)
    sides = random_tables(choose, engine.name, columns)
    addresses, files = [], []
    for side, rows in zip(("left", "right"), sides):
        table = f"{side}_{number}"
        engine.create(table, columns, rows)
        to_parquet(folder / f"{table}.parquet", columns, rows)
        addresses.append(engine.address(table))
        files.append(f"{table}.parquet")
    key = choose.choice(KEYS)
    expected = lines(program, *files, key, folder)
    pairs = [[addresses[0], files[1]], [files[0], addresses[1]]]
    # Between two tables of ClickHouse, bytes are text.
    if engine.name != "clickhouse" or "bytes" not in [kind for _, kind in columns]:
        pairs.append(addresses)
    for pair in pairs:
        found = lines(program, *pair, key, folder)
        if found != expected:
            missing, added = set(expected[1]) - set(found[1]), set(found[1]) - set(expected[1])
            raise AssertionError(f"{pair}, key {key}, {columns}: exit code {found[0]} instead of {expected[0]}; "
                                 f"missing {sorted(missing)[:3]}, wrong {sorted(added)[:3]}")
    for table in (f"left_{number}", f"right_{number}"):
        engine.run(f"DROP TABLE {table};")
        os.remove(folder / f"{table}.parquet")
    return len(expected[1])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("databases", nargs="*", default=list(engines.ADDRESSED))
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    arguments = parser.parse_intermixed_args()
    program = os.path.abspath(arguments.program)
    for name in arguments.databases:
        changes = 0
        try:
            with engines.ADDRESSED[name]() as engine, tempfile.TemporaryDirectory() as folder:
                for number in range(arguments.pairs):
                    choose = random.Random(f"{arguments.seed} {name} {number}")
                    try:
                        changes += check_pair(program, engine, choose, number, pathlib.Path(folder))
                    except AssertionError as error:
                        sys.exit(f"{name}, pair {number} of --seed {arguments.seed}: {error}")
        except servers.Missing as error:
            sys.exit(f"{name}: {error}")
        print(f"{name}: {arguments.pairs} random pairs with {changes} changes are those of the files, --seed {arguments.seed}", flush=True)


if __name__ == "__main__":
    main()
