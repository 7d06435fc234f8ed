"""A nightly load: what has changed since yesterday's Parquet file?

    make demo WHAT=changes
    python examples/change_detection/run.py YESTERDAY TODAY --key ID[,ID…] [--out CHANGES]

Without files it takes TPC-H's customers and two nights made of them by simulate.py: one in which the rows
only moved, and one in which some were added, removed and changed.

Fingerprints come first: where they are equal there is nothing to do. Else every row is a key and a version,
24 bytes by which the two files are joined, and whole rows are read for what has changed alone. CHANGES has
the columns change, changed_columns, before and after; the last two are the rows as structs, so
SELECT after.* FROM 'changes.parquet' WHERE change <> 'removed' is what to load. nightly.py is the job around it.
"""

import argparse
import pathlib
import sys

import duckdb
import simulate

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXTENSION = ROOT / "build" / "hashlane.duckdb_extension"
SHOWN = 3


def connect(extension=EXTENSION):
    """A connection with Hashlane in it. The extension is not signed, which DuckDB must be told."""
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    connection.execute(f"LOAD '{extension}'")
    return connection


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def listed(names, table=""):
    return ", ".join(table + quoted(name) for name in names)


def open_files(connection, yesterday, today):
    """Makes views of the files and returns their columns, which must be the same."""
    columns = []
    for view, file in (("yesterday", yesterday), ("today", today)):
        path = str(file).replace("'", "''")
        connection.execute(f"CREATE OR REPLACE TEMP VIEW {view} AS SELECT * FROM read_parquet('{path}')")
        rows = connection.execute(f"DESCRIBE {view}").fetchall()
        columns.append({name: type_ for name, type_, *_ in rows})
    old, new = columns
    # A hash is of the value and its type, so with another type every row would be a changed one.
    differing = [name for name in {**old, **new} if old.get(name) != new.get(name)]
    if differing:
        found = (f"{name} was {old.get(name, 'absent')}, is {new.get(name, 'absent')}" for name in differing)
        sys.exit("columns differ: " + "; ".join(found))
    return list(old)


def fingerprints(connection, columns):
    """Of both files, with the columns in one order."""
    return [fingerprint(connection, view, columns) for view in ("yesterday", "today")]


def fingerprint(connection, view, columns):
    """What fingerprint(…) gives, in any DuckDB: sql/compare_tables/fingerprint_by_sum.duckdb.sql explains the sums."""
    rows, high, low = connection.execute(f"""
        SELECT
            count(*), coalesce(sum(CAST(h >> 64 AS UBIGINT)), 0), coalesce(sum(CAST(h & 18446744073709551615 AS UBIGINT)), 0)
        FROM (SELECT CAST(CAST(row_xxh128({listed(columns)}) AS BIT) AS UHUGEINT) AS h FROM {view})
    """).fetchone()
    return f"hl1:{rows}:{((int(high) << 64) + int(low)) % 2**128:032x}"


def check_key(connection, keys, columns):
    for key in set(keys) - set(columns):
        sys.exit(f"there is no column {key}; the columns are {', '.join(columns)}")
    for view in ("yesterday", "today"):
        repeated = f"SELECT count(*) - count(DISTINCT row_xxh128({listed(keys)})) FROM {view}"
        if more := connection.execute(repeated).fetchone()[0]:
            sys.exit(f"{', '.join(keys)} is no key: {view} has {more:,} rows whose key another row has")


def find_changes(connection, keys, columns):
    """Makes the table changes: change, changed_columns, before, after."""
    key = f"row_xxh128({listed(keys)})"
    values = [name for name in columns if name not in keys]
    version = f"row_xxh3({listed(values)})" if values else "0"
    # 128 bits for keys, any two of which must differ. 64 for versions: one is compared with one.
    connection.execute(f"""
        CREATE OR REPLACE TEMP TABLE changed_keys AS
        SELECT
            coalesce(t.key, y.key) AS key,
            CASE WHEN y.key IS NULL THEN 'added' WHEN t.key IS NULL THEN 'removed' ELSE 'changed' END AS change
        FROM (SELECT {key} AS key, {version} AS version FROM yesterday) y
        FULL JOIN (SELECT {key} AS key, {version} AS version FROM today) t ON y.key = t.key
        WHERE y.key IS NULL OR t.key IS NULL OR y.version <> t.version
    """)
    differing = ", ".join(if_different(name) for name in values)
    order = (f"coalesce(today.{quoted(name)}, yesterday.{quoted(name)})" for name in keys)
    connection.execute(f"""
        CREATE OR REPLACE TEMP TABLE changes AS
        SELECT
            k.change,
            CASE WHEN k.change = 'changed' THEN [_name FOR _name IN [{differing}] IF _name IS NOT NULL] END
                AS changed_columns,
            CASE WHEN k.change <> 'added' THEN {struct("yesterday", columns)} END AS before,
            CASE WHEN k.change <> 'removed' THEN {struct("today", columns)} END AS after
        FROM changed_keys k
        LEFT JOIN yesterday ON row_xxh128({listed(keys, "yesterday.")}) = k.key
        LEFT JOIN today ON row_xxh128({listed(keys, "today.")}) = k.key
        ORDER BY k.change, {", ".join(order)}
    """)


def if_different(name):
    """The name of a column where its values differ, else NULL."""
    column, text = quoted(name), name.replace("'", "''")
    return f"CASE WHEN row_xxh3(yesterday.{column}) <> row_xxh3(today.{column}) THEN '{text}' END"


def struct(table, columns):
    return "{" + ", ".join(f"{quoted(name)}: {table}.{quoted(name)}" for name in columns) + "}"


def counts(connection):
    """How many rows were added, removed and changed, and in how many rows each column changed."""
    rows = connection.execute("SELECT change, count(*) FROM changes GROUP BY change").fetchall()
    columns = connection.execute("""
        SELECT name, count(*) FROM (SELECT unnest(changed_columns) AS name FROM changes)
        GROUP BY name ORDER BY name
    """).fetchall()
    return {"added": 0, "removed": 0, "changed": 0, **dict(rows)}, dict(columns)


def report(connection, keys):
    by_change, by_column = counts(connection)
    for change, count in by_change.items():
        print(f"  {change:<8}{count:>9,}")
        sql = f"SELECT changed_columns, before, after FROM changes WHERE change = '{change}' LIMIT {SHOWN}"
        for names, before, after in connection.execute(sql).fetchall():
            print("      " + ", ".join(f"{name} {shown((after or before)[name])}" for name in keys))
            for name in names or []:
                print(f"          {name}: {shown(before[name])} -> {shown(after[name])}")
    if by_column:
        print("  columns: " + ", ".join(f"{name} in {count:,} rows" for name, count in by_column.items()))


def shown(value):
    """As much of a value as a line bears."""
    text = "NULL" if value is None else str(value)
    return text if len(text) <= 32 else text[:31] + "…"


def compare(connection, yesterday, today, keys, out):
    """Prints what has changed and writes it to a file; returns whether anything has."""
    columns = open_files(connection, yesterday, today)
    before, after = fingerprints(connection, columns)
    print(f"  yesterday  {before}\n  today      {after}")
    if before == after:
        print("  The rows are the same: nothing to do.")
        return False
    check_key(connection, keys, columns)
    find_changes(connection, keys, columns)
    report(connection, keys)
    path = str(out).replace("'", "''")
    connection.execute(f"COPY changes TO '{path}' (FORMAT parquet)")
    print(f"  written to {out}")
    return True


def simulated_nights(connection, out):
    yesterday = simulate.yesterday()
    folder = ROOT / "build" / "change_detection"
    folder.mkdir(parents=True, exist_ok=True)
    out = out or folder / "changes.parquet"
    print("A night in which the rows only moved:")
    if compare(connection, yesterday, simulate.quiet_night(connection, yesterday, folder), ["c_custkey"], out):
        sys.exit("moved rows are no changes")
    print("\nA night with changes:")
    today, made = simulate.busy_night(connection, yesterday, folder)
    compare(connection, yesterday, today, ["c_custkey"], out)
    if counts(connection) != made:
        sys.exit(f"the changes that were made are {made}")
    print("  These are the changes that were made.")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("files", nargs="*", metavar="FILE", help="yesterday's Parquet file and today's")
    parser.add_argument("--key", type=lambda text: text.split(","), help="the columns that identify a row")
    parser.add_argument("--out", help="where to write the changes (changes.parquet)")
    arguments = parser.parse_args()
    if not arguments.files:
        return simulated_nights(connect(), arguments.out)
    if len(arguments.files) != 2 or not arguments.key:
        parser.error("two files and --key are needed")
    compare(connect(), *arguments.files, arguments.key, arguments.out or "changes.parquet")


if __name__ == "__main__":
    main()
