"""Is the lake what is in PostgreSQL? A million rows, compared by sketches.

    make demo WHAT=databases

A PostgreSQL server starts on a free port as an ordinary user, with a table of a million customers. The lake has the same customers as
a Parquet file, and then the table changes. `hashlane diff` finds exactly these changes, and moves a few megabytes.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import duckdb

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/tools/databases"))
import servers

ROWS = 1_000_000
# The same values in both dialects.
CUSTOMER = """i AS id, 'customer ' || i AS name, CAST(CAST(i * 7 % 1000003 AS NUMERIC(12, 2)) / 100 AS NUMERIC(12, 2)) AS balance,
              i % 3 = 0 AS is_active, CAST('2024-01-01' AS DATE) + CAST(i % 366 AS INTEGER) AS since"""
CHANGES = """
    UPDATE customers SET balance = balance + 0.01 WHERE id % 5000 = 17;
    UPDATE customers SET name = NULL WHERE id % 10000 = 4321;
    DELETE FROM customers WHERE id % 10000 = 99;
    INSERT INTO customers SELECT i, 'new customer', 0, true, DATE '2025-01-01' FROM generate_series(-100, -1) AS s(i);
"""


def planted():
    """The ids of each change."""
    return {
        "changed": {i for i in range(1, ROWS + 1) if i % 5000 == 17 or i % 10000 == 4321},
        "removed": set(range(-100, 0)),
        "added": {i for i in range(1, ROWS + 1) if i % 10000 == 99},
    }


def found(program, table, file):
    """The ids of each change that `hashlane diff` prints, and the seconds that it took."""
    # The program finds the driver in the package of this Python.
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
    start = time.monotonic()
    done = subprocess.run([program, "diff", table, file, "--key", "id", "--json"], stdout=subprocess.PIPE, text=True,
                          env={**os.environ, "PATH": path})
    seconds = time.monotonic() - start
    if done.returncode != 1:
        sys.exit(f"hashlane diff ended with {done.returncode}")
    ids = {"changed": set(), "removed": set(), "added": set()}
    for line in done.stdout.splitlines():
        change = json.loads(line)
        if change.get("change") in ids:
            ids[change["change"]].add(change["key"]["id"])
    return ids, seconds


def main():
    program = sys.argv[1]
    try:
        with servers.postgresql() as server, tempfile.TemporaryDirectory() as folder:
            file = f"{folder}/customers.parquet"
            print(f"PostgreSQL runs on port {server.port}. Both sides get {ROWS:,} customers", flush=True)
            server.run(f"""CREATE TABLE customers (id bigint PRIMARY KEY, name text, balance numeric(12, 2), is_active boolean, since date);
                           INSERT INTO customers SELECT {CUSTOMER} FROM generate_series(1, {ROWS}) AS s(i); {CHANGES}""")
            duckdb.execute(f"COPY (SELECT {CUSTOMER} FROM range(1, {ROWS + 1}) AS s(i)) TO '{file}'")
            table = f"{server.url}?table=public.customers"
            print(f"hashlane diff '{table}' customers.parquet --key id", flush=True)
            ids, seconds = found(program, table, file)
    except servers.Missing as missing:
        sys.exit(f"{missing}")
    for change, expected in planted().items():
        assert ids[change] == expected, f"{change}: {len(ids[change])} found, {len(expected)} planted"
        print(f"{len(expected):>6,} {change}: exactly those that were planted")
    print(f"{seconds:.1f} s")


main()
