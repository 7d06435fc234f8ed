"""The job after a nightly load: verify last night's file, compare it with the one of the day before, and keep what changed.

    python examples/change_detection/nightly.py BEFORE LAST --key ID[,ID…] --day 2026-03-02 \\
        --out changes.parquet --history history.duckdb

1. Every page of LAST is checked against its checksum, or decoded if it has none. A damaged file stops the job.
2. The rows of LAST are compared with those of BEFORE by key, as run.py does.
3. OUT gets a row for each inserted and deleted row and two for each updated one. Its columns are `day`, `change` and
   those of the files. `change` is 'insert', 'update before', 'update after' or 'delete'. OUT appears when it is complete.
4. The table `changes` of the database HISTORY gets these rows too. Running the job again for a day replaces that day's.

The exit code is 0, or 1 with one line that says why nothing was written.
"""

import argparse
import os
import pathlib
import sys
import tempfile

import duckdb
import run

# The kind of each row that a change leaves, and the row.
KINDS = {
    "added": [("insert", "after")],
    "removed": [("delete", "before")],
    "changed": [("update before", "before"), ("update after", "after")],
}


def text(value):
    return "'" + str(value).replace("'", "''") + "'"


def verify(connection, file):
    """Stops unless every part of the file is right. Few writers give pages checksums: pages without one are decoded."""
    damage = connection.execute(f"""
        SELECT check_name, row_group, column_name, detail FROM parquet_verify({text(file)}, deep := true)
        WHERE ok IS NOT TRUE AND (check_name <> 'page_crc' OR ok IS NOT NULL)
        ORDER BY ok NULLS LAST
    """).fetchall()
    if damage:
        check, row_group, column, detail = damage[0]
        place = "" if column is None else f" of column {column} in row group {row_group}"
        sys.exit(f"{file} is damaged in {len(damage):,} places, such as {check}{place}: {detail}")


def list_changes(connection, keys, columns, day):
    """Makes the table change_rows from the table changes of run.py."""
    for name in ("day", "change"):
        if name in columns:
            sys.exit(f"the files have a column {name}, which the list of changes has too: rename it")
    rows = [
        f"SELECT {text(kind)} AS change, {version}.* FROM changes WHERE changes.change = {text(change)}"
        for change, kinds in KINDS.items()
        for kind, version in kinds
    ]
    connection.execute(f"""
        CREATE OR REPLACE TEMP TABLE change_rows AS
        SELECT DATE {text(day)} AS day, * FROM ({" UNION ALL ".join(rows)})
        ORDER BY {run.listed(keys)}, change DESC
    """)


def write(connection, out):
    """Writes the file under another name first, so that no reader finds a part of it."""
    out = pathlib.Path(out)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=".changes-") as folder:
        whole = pathlib.Path(folder) / out.name
        connection.execute(f"COPY change_rows TO {text(whole)} (FORMAT parquet, COMPRESSION zstd)")
        os.replace(whole, out)


def append(connection, history, day):
    """Puts the rows in place of the day's in the history, in one transaction."""
    connection.execute(f"ATTACH {text(history)} AS history")
    try:
        connection.execute("BEGIN")
        connection.execute("CREATE TABLE IF NOT EXISTS history.changes AS FROM change_rows LIMIT 0")
        connection.execute(f"DELETE FROM history.changes WHERE day = DATE {text(day)}")
        connection.execute("INSERT INTO history.changes BY NAME FROM change_rows")
        connection.execute("COMMIT")
    except duckdb.Error:
        connection.execute("ROLLBACK")
        raise
    finally:
        connection.execute("DETACH history")


def night(connection, before, last, keys, day, out, history):
    """Runs the job; returns how many rows of each kind there are."""
    verify(connection, last)
    columns = run.open_files(connection, before, last)
    run.check_key(connection, keys, columns)
    run.find_changes(connection, keys, columns)
    list_changes(connection, keys, columns, day)
    write(connection, out)
    append(connection, history, day)
    return dict(connection.execute("SELECT change, count(*) FROM change_rows GROUP BY change ORDER BY change").fetchall())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("before", help="the Parquet file of the day before")
    parser.add_argument("last", help="last night's Parquet file")
    parser.add_argument("--key", required=True, type=lambda names: names.split(","), help="the columns that identify a row")
    parser.add_argument("--day", required=True, help="the day of last night's file")
    parser.add_argument("--out", default="changes.parquet", help="where to write the changed rows (changes.parquet)")
    parser.add_argument("--history", default="history.duckdb", help="the database with all changes (history.duckdb)")
    given = parser.parse_args()
    try:
        counts = night(run.connect(), given.before, given.last, given.key, given.day, given.out, given.history)
    except duckdb.Error as error:
        sys.exit(str(error).splitlines()[0])
    found = ", ".join(f"{count:,} {kind}" for kind, count in counts.items()) or "no changes"
    print(f"{given.day}: {found}, written to {given.out} and {given.history}")


if __name__ == "__main__":
    main()
