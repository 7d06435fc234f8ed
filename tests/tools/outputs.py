"""`hashlane sql -o`: a query that fails or is stopped leaves everything as it was, and a file has all rows and values.

Usage: outputs.py PROGRAM (with the Python that has pyarrow)
"""

import datetime
import json
import math
import signal
import tempfile
import time
from pathlib import Path

import pyarrow.parquet as pq

from faults import complains, end, run, small_disk, start

ROWS, BAD_ROW = 300_000, 270_000
FAILING = (
    "SELECT value, blake3_hex(CAST(value AS VARCHAR)) AS hash, "
    f"CAST(CASE WHEN value = {BAD_ROW} THEN 'bad' ELSE '1' END AS BIGINT) AS n FROM generate_series(1, {ROWS})"
)
# Fails in the first batch, before anything is written.
FAILING_AT_ONCE = "SELECT CAST(value || 'bad' AS BIGINT) AS n FROM generate_series(1, 10)"
ENDLESS = "SELECT value, blake3_hex(CAST(value AS VARCHAR)) AS hash FROM generate_series(1, 10000000000)"
TARGETS = ["old.csv", "old.json", "old.parquet"]


def state(folder):
    """Every file with its content."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def prepare(folder):
    for target in TARGETS:
        run("sql", "-o", target, "-c", "SELECT 1 AS value", cwd=folder)
    return state(folder)


def test_failing(folder):
    before = prepare(folder)
    for query in [FAILING, FAILING_AT_ONCE]:
        for target in [*TARGETS, *(target.replace("old", "new") for target in TARGETS)]:
            _, lines = run("sql", "-f", "-o", target, "-c", query, expected=1, cwd=folder)
            complains(lines, "bad' to value of Int64 type")
            assert state(folder) == before, target


def test_stopped(folder):
    before = prepare(folder)
    for target, number in zip(TARGETS, [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], strict=True):
        child = start("sql", "-f", "-o", target, "-c", ENDLESS, cwd=folder)
        deadline = time.monotonic() + 120
        while not any(path.name.startswith(".hashlane-") for path in folder.iterdir()):
            assert child.poll() is None and time.monotonic() < deadline, (target, child.poll())
            time.sleep(0.02)
        child.send_signal(number)
        assert end(child) == (-number, "", []), target
        assert state(folder) == before, target


def test_stopped_query(folder):
    """A query that writes nothing ends at once, too."""
    child = start("sql", "-c", f"SELECT max(hash) FROM ({ENDLESS})")
    time.sleep(1)
    begin = time.monotonic()
    child.send_signal(signal.SIGINT)
    assert end(child) == (-signal.SIGINT, "", []) and time.monotonic() - begin < 5


def test_full_disk(folder):
    with small_disk(folder) as disk:
        if not disk:
            print("outputs: no disk of 1 MiB could be mounted (are you root?)")
            return
        for target in TARGETS:
            (disk / target).write_text("before")
            for query in [f"SELECT * FROM ({ENDLESS}) LIMIT {rows}" for rows in (3_000_000, 60_000)]:
                _, lines = run("sql", "-f", "-o", disk / target, "-c", query, expected=1)
                complains(lines, disk / target, "No space left")
                assert state(disk) == {target: b"before"}, query
            (disk / target).unlink()


def test_own_input(folder):
    """A file that is read and replaced."""
    rows = f"SELECT value, blake3_hex(CAST(value AS VARCHAR)) AS hash FROM generate_series(1, {ROWS})"
    run("sql", "-o", "a.parquet", "-c", rows, cwd=folder)
    run("sql", "-f", "-o", "a.parquet", "-c", "SELECT * FROM 'a.parquet' WHERE value > 10", cwd=folder)
    table = pq.read_table(folder / "a.parquet")
    assert table.num_rows == ROWS - 10 and min(table["value"].to_pylist()) == 11
    assert state(folder).keys() == {"a.parquet"}


def test_permissions(folder):
    path = folder / "a.csv"
    path.write_text("before")
    path.chmod(0o640)
    (folder / "link.csv").symlink_to("a.csv")
    run("sql", "-f", "-o", "link.csv", "-c", "SELECT 1 AS n", cwd=folder)
    assert path.read_text() == "n\n1\n" and path.stat().st_mode & 0o777 == 0o640 and (folder / "link.csv").is_symlink()


def test_values(folder):
    """What JSON can't say as a number is a text, in nested values too, and NULL is there. Parquet has the values themselves."""
    rows = (
        "SELECT CAST('NaN' AS DOUBLE) AS a, [arrow_cast('-inf', 'Float32'), 0.5] AS b, "
        "named_struct('x', arrow_cast(arrow_cast('inf', 'Float32'), 'Float16')) AS c, CAST(0.1 AS FLOAT) AS d, "
        "CAST(NULL AS BIGINT) AS e, map(['k'], [CAST('NaN' AS DOUBLE)]) AS f, xxh3('hashlane') AS h, "
        "DATE '2024-02-29' AS day, 'é' AS text"
    )
    expected = {
        "a": "NaN", "b": ["-Infinity", 0.5], "c": {"x": "Infinity"}, "d": 0.1, "e": None, "f": {"k": "NaN"},
        # xxhash.xxh3_64_intdigest(b"hashlane")
        "h": 4052515222990873942, "day": "2024-02-29", "text": "é",
    }
    out, _ = run("sql", "--json", "-c", rows)
    assert json.loads(out) == expected, out
    for name in ["a.json", "a.parquet"]:
        run("sql", "-o", name, "-c", rows, cwd=folder)
    assert (folder / "a.json").read_text() == out
    (row,) = pq.read_table(folder / "a.parquet").to_pylist()
    assert math.isnan(row.pop("a")) and math.isnan(dict(row.pop("f"))["k"]) and abs(row.pop("d") - 0.1) < 1e-8
    assert row == {
        "b": [-math.inf, 0.5], "c": {"x": math.inf}, "e": None, "h": expected["h"], "day": datetime.date(2024, 2, 29), "text": "é",
    }, row


def test_types(folder):
    """What Parquet has no type for is refused, not written as numbers."""
    for name in ["Timestamp(s)", "Date64", "Duration(s)"]:
        value = f"arrow_cast(1709251200, '{name.replace('(s)', '(Second, None)' if 'T' in name else '(Second)')}')"
        for query in [f"SELECT {value} AS v", f"SELECT [{value}] AS v", f"SELECT named_struct('x', {value}) AS v"]:
            complains(run("sql", "-o", "a.parquet", "-c", query, expected=1, cwd=folder)[1], f"no type for {name}", "'v'")
    assert state(folder) == {}


def test_names(folder):
    """A name is written as it is read; its ending says the format, or is refused; columns of one name are refused."""
    for name in ["x[1].csv", "x*.csv", "a?b.csv", "a%20b.CSV", "ü #1 .csv"]:
        run("sql", "-o", name, "-c", "SELECT 7 AS n", cwd=folder)
        assert state(folder) == {name: b"n\n7\n"}, state(folder)
        _, lines = run("sql", "-o", name, "-c", "SELECT 8 AS n", expected=1, cwd=folder)
        complains(lines, name, "-f overwrites it")
        (folder / name).unlink()
    for name in ["a.txt", "a", "-", "a.csv.gz", "a.arrow", ".csv", "folder/", "s3://bucket/a.csv"]:
        _, lines = run("sql", "-o", name, "-c", "SELECT 7 AS n", expected=2, cwd=folder)
        assert "is a URL" in lines[0] if "://" in name else "ends with none of .parquet, .csv and .json" in lines[0], lines
    for name in ["a.csv", "a.json", "a.parquet"]:
        sql = "SELECT a.n, b.n FROM (SELECT 1 AS n) AS a, (SELECT 2 AS n) AS b"
        complains(run("sql", "-o", name, "-c", sql, expected=1, cwd=folder)[1], "two columns of the name 'n'")
        complains(run("sql", "-o", name, "-c", "SELECT 1; SELECT 2", expected=1, cwd=folder)[1], "there are 2 statements")
        complains(run("sql", "-o", f"no/{name}", "-c", "SELECT 1", expected=1, cwd=folder)[1], f"no/{name}")
    assert state(folder) == {}


def main():
    steps = [
        test_failing, test_stopped, test_stopped_query, test_full_disk, test_own_input, test_permissions, test_values, test_types, test_names,
    ]
    for step in steps:
        with tempfile.TemporaryDirectory() as folder:
            step(Path(folder).resolve())
        print(f"outputs: {step.__name__.removeprefix('test_')} ok", flush=True)


if __name__ == "__main__":
    main()
