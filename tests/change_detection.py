"""The change-detection example finds the differences made here, whatever the columns are called.

usage: change_detection.py EXTENSION
"""

import contextlib
import io
import pathlib
import sys
import tempfile

import duckdb

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "examples" / "change_detection"))

import run  # noqa: E402

# Columns with the names that the example's own SQL uses, one with a comma and one with quotes.
COLUMNS = (
    'region VARCHAR, "key" BIGINT, "change" VARCHAR, "today" VARCHAR, "a, b" DECIMAL(9,2), '
    + '"it\'s ""x""" INTEGER[]'
)
STAYS = "('north', 2, NULL, NULL, NULL, NULL)"
YESTERDAY = [
    STAYS,
    "(NULL, 1, 'a-b', 'c', 1.50, [1])",  # Two strings are swapped.
    "('north', 1, NULL, 'd', 2, [1, NULL])",  # NULL becomes an empty string, and a list loses its end.
    "('south', 1, 'x', NULL, 3, [])",  # The string is NULL.
    "('south', NULL, 'gone', NULL, NULL, NULL)",
]
TODAY = [
    "('south', 2, 'new', NULL, NULL, NULL)",
    "('south', 1, NULL, NULL, 3.01, NULL)",
    "('north', 1, '', 'd', 2, [1])",
    "(NULL, 1, 'c', 'a-b', 1.5, [1])",
    STAYS,
]
LIST = 'it\'s "x"'
FOUND = [
    ("added", None, None, 2),
    ("changed", ["change", LIST], "north", 1),
    ("changed", ["change", "a, b", LIST], "south", 1),
    ("changed", ["change", "today"], None, 1),
    ("removed", None, "south", None),
]


def write(connection, folder, name, columns, rows):
    path = folder / f"{name}.parquet"
    connection.execute(f"CREATE OR REPLACE TABLE made({columns})")
    connection.execute(f"INSERT INTO made VALUES {', '.join(rows)}")
    connection.execute(f"COPY made TO '{path}' (FORMAT parquet)")
    return path


def compare(connection, yesterday, today, keys, folder):
    """The output of the example, and whether it found changes; or the text that it stops with."""
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            found = run.compare(connection, yesterday, today, keys, folder / "changes.parquet")
    except SystemExit as stop:
        return str(stop), None
    return printed.getvalue(), found


def main():
    connection = run.connect(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        yesterday = write(connection, folder, "yesterday", COLUMNS, YESTERDAY)
        today = write(connection, folder, "today", COLUMNS, TODAY)
        keys = ["region", "key"]
        text, found = compare(connection, yesterday, today, keys, folder)
        assert found, text
        rows = connection.execute(f"""
            SELECT change, changed_columns, before.region, coalesce(before.key, after.key)
            FROM '{folder}/changes.parquet'
        """).fetchall()
        assert rows == FOUND, rows
        by_change = {"added": 1, "removed": 1, "changed": 3}
        by_column = {"a, b": 1, "change": 3, LIST: 2, "today": 1}
        assert run.counts(connection) == (by_change, by_column), run.counts(connection)

        moved = write(connection, folder, "moved", COLUMNS, YESTERDAY[::-1])
        text, found = compare(connection, yesterday, moved, keys, folder)
        assert found is False and "nothing to do" in text, text

        text, _ = compare(connection, yesterday, today, ["region"], folder)
        assert text == "region is no key: yesterday has 2 rows whose key another row has", text
        text, _ = compare(connection, yesterday, today, ["regoin"], folder)
        assert text.startswith("there is no column regoin; the columns are region, key,"), text
        floats = write(connection, folder, "floats", COLUMNS.replace("DECIMAL(9,2)", "DOUBLE"), TODAY)
        text, _ = compare(connection, yesterday, floats, keys, folder)
        assert text == "columns differ: a, b was DECIMAL(9,2), is DOUBLE", text
    print(f"DuckDB {duckdb.__version__}: the example found every change")


main()
