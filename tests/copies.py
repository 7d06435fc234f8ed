"""COPY and INSERT of `hashlane sql`: a statement that fails or is stopped leaves everything as it was.

Usage: copies.py PROGRAM (with the Python that has pyarrow)
"""

import json
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as pq

from faults import PROGRAM, complains, end, run, small_disk, start

# Bytes that the sinks buffer before they open an upload are 10 MiB: these rows are more, in each format.
ROWS, BAD_ROW = 300_000, 270_000
FAILING = (
    "SELECT value, value % 3 AS part, blake3_hex(CAST(value AS VARCHAR)) AS hash, "
    f"CAST(CASE WHEN value = {BAD_ROW} THEN 'bad' ELSE '1' END AS BIGINT) AS n FROM generate_series(1, {ROWS})"
)
# Fails in the first batch, before anything is uploaded.
FAILING_AT_ONCE = "SELECT CAST(value || 'bad' AS BIGINT) AS n, value AS part FROM generate_series(1, 10)"
ENDLESS = "SELECT value, value % 3 AS part, blake3_hex(CAST(value AS VARCHAR)) AS hash FROM generate_series(1, 10000000000)"
TARGETS = ["old.csv", "old.csv.gz", "old.tsv.zst", "old.json", "old.jsonl.gz", "old.parquet", "old.arrow"]
FOLDERS = [
    ("new/deep/", "STORED AS {format} PARTITIONED BY (part)"), ("new/deep/", "STORED AS {format}"),
    ("there/", "STORED AS {format} PARTITIONED BY (part)"),
]


def state(folder):
    """Every file with its content and every folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
    }


def outputs(query):
    for target in TARGETS:
        yield f"COPY ({query}) TO '{target}'"
        yield f"COPY ({query}) TO 'new/{target}'"
    for target, how in FOLDERS:
        for kind in ["PARQUET", "CSV", "JSON"]:
            yield f"COPY ({query}) TO '{target}' {how.format(format=kind)}"


def prepare(folder):
    for target in TARGETS:
        run("sql", "-c", f"COPY (SELECT 1 AS value) TO '{target}'", cwd=folder)
    (folder / "there/part=0").mkdir(parents=True)
    (folder / "there/part=0/old.csv").write_text("n\n1\n")
    return state(folder)


def test_failing(folder):
    before = prepare(folder)
    for query in [FAILING, FAILING_AT_ONCE]:
        for sql in outputs(query):
            _, lines = run("sql", "-c", sql, expected=1, cwd=folder)
            complains(lines, "bad' to value of Int64 type")
            assert state(folder) == before, sql


def test_failing_insert(folder):
    (folder / "table").mkdir()
    (folder / "table/old.csv").write_text("value,n\n1,1\n")
    before = state(folder)
    table = "CREATE EXTERNAL TABLE t (value BIGINT, n BIGINT) STORED AS CSV LOCATION 'table/' OPTIONS ('format.has_header' 'true')"
    _, lines = run("sql", "-c", f"{table}; INSERT INTO t SELECT value, n FROM ({FAILING})", expected=1, cwd=folder)
    complains(lines, "bad' to value of Int64 type")
    assert state(folder) == before
    out, _ = run("sql", "--format", "csv", "-c", f"{table}; INSERT INTO t VALUES (2, 2); SELECT sum(n) AS n FROM t", cwd=folder)
    assert out == "n\n3\n" and len(list((folder / "table").iterdir())) == 2, out


def stopped(folder, sql, number):
    """Sends a signal once the program writes, and returns the exit code."""
    before = state(folder)
    child = start("sql", "-c", sql, cwd=folder)
    deadline = time.monotonic() + 60
    while not any(path.name.startswith(".hashlane-") and path.stat().st_size > 0 for path in folder.rglob("*")):
        assert child.poll() is None and time.monotonic() < deadline, (sql, child.poll())
        time.sleep(0.02)
    child.send_signal(number)
    code, out, lines = end(child)
    assert (out, lines) == ("", []), (sql, lines)
    assert state(folder) == before, (sql, sorted(state(folder)))
    return code


def test_stopped(folder):
    prepare(folder)
    for sql, number in [
        (f"COPY ({ENDLESS}) TO 'old.csv'", signal.SIGINT), (f"COPY ({ENDLESS}) TO 'old.parquet'", signal.SIGTERM),
        (f"COPY ({ENDLESS}) TO 'new/deep/' STORED AS CSV PARTITIONED BY (part)", signal.SIGINT),
        (f"COPY ({ENDLESS}) TO 'old.json'", signal.SIGHUP),
    ]:
        assert stopped(folder, sql, number) == -number, sql


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
            print("copies: no disk of 1 MiB could be mounted (are you root?)")
            return
        (disk / "old.csv").write_text("before")
        for query in [ENDLESS, f"SELECT * FROM ({ENDLESS}) LIMIT 30000"]:
            _, lines = run("sql", "-c", f"COPY ({query}) TO '{disk}/old.csv'", expected=1)
            complains(lines, disk / "old.csv", "No space left")
            assert state(disk) == {"old.csv": b"before"}, query


def test_own_input(folder):
    """A file that is read and replaced."""
    rows = f"SELECT value, blake3_hex(CAST(value AS VARCHAR)) AS hash FROM generate_series(1, {ROWS})"
    run("sql", "-c", f"COPY ({rows}) TO 'a.parquet'; COPY (SELECT * FROM 'a.parquet' WHERE value > 10) TO 'a.parquet'", cwd=folder)
    table = pq.read_table(folder / "a.parquet")
    assert table.num_rows == ROWS - 10 and min(table["value"].to_pylist()) == 11
    assert state(folder).keys() == {"a.parquet"}


def test_permissions(folder):
    path = folder / "a.csv"
    path.write_text("before")
    path.chmod(0o640)
    (folder / "link.csv").symlink_to("a.csv")
    run("sql", "-c", "COPY (SELECT 1 AS n) TO 'link.csv'", cwd=folder)
    assert path.read_text() == "n\n1\n" and path.stat().st_mode & 0o777 == 0o640 and (folder / "link.csv").is_symlink()


def test_compressed(folder):
    """The tools of each format read what a name promises."""
    tools = {"": ["cat"], ".gz": ["gzip", "-dc"], ".bz2": ["bzip2", "-dc"], ".xz": ["xz", "-dc"], ".zst": [PROGRAM, "decompress", "-o", "-"]}
    texts = {
        ".csv": b"a,b\n1,x\n2,\"y,z\"\n", ".tsv": b"a\tb\n1\tx\n2\ty,z\n",
        **{ending: b'{"a":1,"b":"x"}\n{"a":2,"b":"y,z"}\n' for ending in [".json", ".jsonl", ".ndjson"]},
    }
    for ending, text in texts.items():
        for compression, tool in tools.items():
            name = f"t{ending}{compression}"
            run("sql", "-c", f"COPY (SELECT * FROM (VALUES (1, 'x'), (2, 'y,z')) AS t(a, b)) TO '{name}'", cwd=folder)
            with (folder / name).open("rb") as file:
                done = subprocess.run(tool, stdin=file, capture_output=True, check=True)
            assert done.stdout == text, (name, done.stdout)
    run("sql", "-c", "COPY (SELECT 1 AS a) TO 't.arrow'; COPY (SELECT 1 AS a) TO 't.parquet'", cwd=folder)
    assert feather.read_table(folder / "t.arrow").to_pydict() == pq.read_table(folder / "t.parquet").to_pydict() == {"a": [1]}


def test_json(folder):
    """What JSON can't say as a number is a text, in nested values too, and NULL is there."""
    rows = (
        "SELECT CAST('NaN' AS DOUBLE) AS a, [arrow_cast('-inf', 'Float32'), 0.5] AS b, "
        "named_struct('x', arrow_cast(arrow_cast('inf', 'Float32'), 'Float16')) AS c, CAST(0.1 AS FLOAT) AS d, "
        "CAST(NULL AS BIGINT) AS e, map(['k'], [CAST('NaN' AS DOUBLE)]) AS f"
    )
    expected = {"a": "NaN", "b": ["-Infinity", 0.5], "c": {"x": "Infinity"}, "d": 0.1, "e": None, "f": {"k": "NaN"}}
    out, _ = run("sql", "--format", "json", "-c", rows)
    assert json.loads(out) == expected, out
    run("sql", "-c", f"COPY ({rows}) TO 'a.json'", cwd=folder)
    assert (folder / "a.json").read_text() == out
    # A column of the right type reads them back.
    back = "CREATE EXTERNAL TABLE t (a DOUBLE, d FLOAT) STORED AS JSON LOCATION 'a.json'; SELECT isnan(a) AS a, d FROM t"
    assert run("sql", "--format", "csv", "-c", back, cwd=folder)[0] == "a,d\ntrue,0.1\n"
    run("sql", "-c", "CREATE EXTERNAL TABLE t (a DOUBLE) STORED AS JSON LOCATION 'json/'; INSERT INTO t VALUES ('inf'), (NULL)", cwd=folder)
    lines = "".join(path.read_text() for path in (folder / "json").iterdir())
    assert lines == '{"a":"Infinity"}\n{"a":null}\n', lines


def test_partitions(folder):
    """NULL has a folder of its own, which pyarrow reads as NULL."""
    for kind, column in [("int", "CAST(p AS BIGINT)"), ("text", "CAST(p AS VARCHAR)"), ("day", "CAST(p AS INT)::DATE")]:
        rows = f"SELECT n, {column} AS p FROM (VALUES (1, NULL), (2, 0), (3, 7), (4, NULL)) AS t(n, p)"
        run("sql", "-c", f"COPY ({rows}) TO '{kind}/' STORED AS PARQUET PARTITIONED BY (p)", cwd=folder)
        table = pq.read_table(folder / kind, partitioning="hive")
        pairs = zip(table["n"].to_pylist(), table["p"].to_pylist())
        assert sorted(n for n, p in pairs if p is None) == [1, 4], table
        assert sorted(table["n"].to_pylist()) == [1, 2, 3, 4]
    sql = "COPY (SELECT 1 AS n, CAST(NULL AS DOUBLE) AS p) TO 'float/' STORED AS PARQUET PARTITIONED BY (p)"
    complains(run("sql", "-c", sql, expected=1, cwd=folder)[1], "'p' has NULL")
    sql = "COPY (SELECT 1 AS n, '__HIVE_DEFAULT_PARTITION__' AS p) TO 'text2/' STORED AS PARQUET PARTITIONED BY (p)"
    complains(run("sql", "-c", sql, expected=1, cwd=folder)[1], "readers take it for NULL")
    assert not (folder / "float").exists() and not (folder / "text2").exists()
    # More files than a process may have open.
    many = "COPY (SELECT value, value % 1000 AS p FROM generate_series(1, 20000)) TO 'many/' STORED AS CSV PARTITIONED BY (p)"
    limited = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))
    run("sql", "-c", many, cwd=folder, preexec_fn=limited)
    assert len(list((folder / "many").rglob("*.csv"))) == 1000
    # Texts that need another spelling as names.
    odd = "VALUES ('a/b', 1), ('a%b', 2), ('', 3), ('..', 4), ('a=b', 5), ('ü ', 6)"
    sql = f"COPY (SELECT * FROM ({odd}) AS t(p, n)) TO 'odd/' STORED AS PARQUET PARTITIONED BY (p); SELECT p, n FROM 'odd/' ORDER BY n"
    out, _ = run("sql", "--format", "json", "-c", sql, cwd=folder)
    assert [json.loads(line)["p"] for line in out.splitlines()] == ["a/b", "a%b", "", "..", "a=b", "ü "], out


def test_names(folder):
    """Names that DataFusion takes for patterns or decodes; names that say another format; columns of one name."""
    for name in ["x[1].csv", "x*.csv", "a?b.csv", "a%20b.csv", "ü #1 .csv"]:
        run("sql", "-c", f"COPY (SELECT 7 AS n) TO '{name}'", cwd=folder)
        assert {path: content for path, content in state(folder).items()} == {name: b"n\n7\n"}, state(folder)
        (folder / name).unlink()
    for rest, words in [
        ("'a.parquet' STORED AS CSV", "STORED AS says CSV"), ("'a.csv' OPTIONS (compression gzip)", "OPTIONS says gzip"),
        ("'a.parquet.gz'", "compressed inside"), ("'a.tsv' OPTIONS (delimiter ';')", "another delimiter"), ("'a.txt'", ".ndjson"),
    ]:
        _, lines = run("sql", "-c", f"COPY (SELECT 1 AS n) TO {rest}", expected=1, cwd=folder)
        complains(lines, "COPY TO 'a.", words)
    for ending in ["csv", "json", "parquet"]:
        sql = f"COPY (SELECT a.n, b.n FROM (SELECT 1 AS n) AS a, (SELECT 2 AS n) AS b) TO 'a.{ending}'"
        complains(run("sql", "-c", sql, expected=1, cwd=folder)[1], "two columns of the name 'n'")
    assert state(folder) == {}


def main():
    steps = [
        test_failing, test_failing_insert, test_stopped, test_stopped_query, test_full_disk, test_own_input,
        test_permissions, test_compressed, test_json, test_partitions, test_names,
    ]
    for step in steps:
        with tempfile.TemporaryDirectory() as folder:
            step(Path(folder).resolve())
        print(f"copies: {step.__name__.removeprefix('test_')} ok", flush=True)


if __name__ == "__main__":
    main()
