"""The change-detection example finds the differences made here, whatever the columns are called.

usage: change_detection.py EXTENSION
"""

import contextlib
import io
import pathlib
import sys
import tempfile

import duckdb

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "examples" / "change_detection"))

import nightly  # noqa: E402
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
    """The output of the example and whether it found changes, or the text that it stops with."""
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
        check_nights(connection, folder)
    print(f"DuckDB {duckdb.__version__}: the example found every change")


def check_nights(connection, folder):
    """Two nights of the nightly job, the second of them twice, then nights that must leave everything as it is."""
    columns = "id INTEGER, name VARCHAR, price DECIMAL(9,2)"
    monday = write(connection, folder, "monday", columns, ["(1, 'a', 1)", "(2, 'b', 2)", "(3, NULL, 3)"])
    tuesday = write(connection, folder, "tuesday", columns, ["(4, 'd', 4)", "(3, 'c', 3)", "(1, 'a', 1)"])
    friday = write(connection, folder, "friday", columns, ["(1, 'a', 1)", "(4, 'd', NULL)", "(3, 'c', 3)"])
    out, history = folder / "night.parquet", folder / "history.duckdb"

    def night(before, last, day):
        return nightly.night(connection, before, last, ["id"], day, out, history)

    def kept():
        with duckdb.connect(str(history), read_only=True) as database:
            return database.execute("SELECT strftime(day, '%a'), change, id, name, price::DOUBLE FROM changes ORDER BY day, id, change DESC").fetchall()

    first = [
        ("Tue", "delete", 2, "b", 2.0),
        ("Tue", "update before", 3, None, 3.0),
        ("Tue", "update after", 3, "c", 3.0),
        ("Tue", "insert", 4, "d", 4.0),
    ]
    counts = night(monday, tuesday, "2026-03-03")
    assert counts == {"delete": 1, "insert": 1, "update after": 1, "update before": 1}, counts
    rows = connection.execute(f"SELECT strftime(day, '%a'), * EXCLUDE (day, price), price::DOUBLE FROM '{out}'").fetchall()
    assert rows == first == kept(), (rows, kept())
    second = [("Fri", "update before", 4, "d", 4.0), ("Fri", "update after", 4, "d", None)]
    for _ in range(2):
        counts = night(tuesday, friday, "2026-03-06")
        assert counts == {"update after": 1, "update before": 1}, counts
        assert kept() == first + second, kept()
    assert night(friday, friday, "2026-03-07") == {}
    assert kept() == first + second, kept()

    # A flipped bit in a page, a duplicate row, and another column.
    before = out.read_bytes(), history.read_bytes()
    damaged = folder / "damaged.parquet"
    content = bytearray(tuesday.read_bytes())
    content[4] ^= 0xFF
    damaged.write_bytes(content)
    twice = write(connection, folder, "twice", columns, ["(1, 'a', 1)", "(1, 'b', 2)"])
    wider = write(connection, folder, "wider", columns + ", more INTEGER", ["(1, 'a', 1, 1)"])
    for last, words in [(damaged, "is damaged in"), (twice, "is no key"), (wider, "columns differ")]:
        try:
            night(monday, last, "2026-03-08")
        except SystemExit as stop:
            assert words in str(stop), stop
        else:
            raise AssertionError(last)
        assert (out.read_bytes(), history.read_bytes()) == before, last
    assert sorted(file.name for file in folder.glob(".changes-*")) == []


main()
