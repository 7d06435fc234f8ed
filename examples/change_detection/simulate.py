"""Two nights in the life of TPC-H's customers, the same in every run.

What is changed is chosen by the customer's number, and counted without any hash.
"""

import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
CUSTOMERS = ROOT / "build" / "demo" / "customer.parquet"

REMOVED = "c_custkey % 1000 = 7"
ADDED = "c_custkey % 1500 = 9"  # Customers that are there again under new numbers.
# Column: whose, and what it becomes. Every 3,500th customer has two changed columns.
CHANGED = {
    "c_acctbal": ("c_custkey % 500 = 3", "c_acctbal + 10"),
    "c_mktsegment": ("c_custkey % 900 = 11", "lower(c_mktsegment)"),
    "c_phone": ("c_custkey % 700 = 3", "NULL"),
}


def yesterday():
    """The file that `make demo` makes as well."""
    if not CUSTOMERS.exists():
        program = pathlib.Path(sys.executable).with_name("tpchgen-cli")
        program = program if program.exists() else shutil.which("tpchgen-cli")
        if not program:
            sys.exit("tpchgen-cli is missing: `make demo WHAT=changes` installs it, or pip install tpchgen-cli")
        arguments = ["parquet", "--scale-factor", "1", "--tables", "customer", "--output-dir", CUSTOMERS.parent]
        subprocess.run([program, *arguments], check=True)
    return CUSTOMERS


def quiet_night(connection, file, folder):
    """The same rows in another order, other row groups and another codec."""
    path = folder / "quiet.parquet"
    connection.execute(f"""
        COPY (SELECT * FROM '{file}' ORDER BY c_phone)
        TO '{path}' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 20000)
    """)
    return path


def busy_night(connection, file, folder):
    """A file with changes, and how many of each kind run.counts should find."""
    path = folder / "today.parquet"
    connection.execute(f"CREATE OR REPLACE TEMP TABLE customer AS SELECT * FROM '{file}'")
    made = count_changes(connection)
    connection.execute(f"""
        INSERT INTO customer SELECT * REPLACE (c_custkey + 10000000 AS c_custkey) FROM customer WHERE {ADDED}
    """)
    connection.execute(f"DELETE FROM customer WHERE c_custkey < 10000000 AND {REMOVED}")
    for column, (whose, value) in CHANGED.items():
        connection.execute(f"UPDATE customer SET {column} = {value} WHERE c_custkey < 10000000 AND {whose}")
    connection.execute(f"COPY (SELECT * FROM customer ORDER BY c_phone) TO '{path}' (FORMAT parquet)")
    return path, made


def count_changes(connection):
    any_change = " OR ".join(whose for whose, _ in CHANGED.values())
    rules = [ADDED, REMOVED, any_change, *(whose for whose, _ in CHANGED.values())]
    filters = ", ".join(f"count(*) FILTER ({rule})" for rule in rules)
    added, removed, changed, *columns = connection.execute(f"SELECT {filters} FROM customer").fetchone()
    return {"added": added, "removed": removed, "changed": changed}, dict(zip(CHANGED, columns))
