"""LOAD of hashlane_v2: alone, before and after hashlane, beside an extension with some of its names, in a version that it isn't for.

    load_v2.py HASHLANE_V2 NEIGHBOR      files beside a hashlane, all built with the feature `testing`
"""

import os
import pathlib
import subprocess
import sys
import tempfile

import duckdb

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))

from support.extension import load

HASHLANE_V2, NEIGHBOR = (os.path.abspath(path) for path in sys.argv[1:3])
HASHLANE = HASHLANE_V2.replace("hashlane_v2.", "hashlane.")
# Of the package xxhash.
XXH3, XXH32 = 4052515222990873942, 458362836
# What the catalogue has, but for detect_codec.
LISTED = "SELECT name FROM hashlane_functions() WHERE returns <> 'TABLE' AND name <> 'detect_codec'"


def connect(*extensions, database=":memory:"):
    connection = duckdb.connect(database, config={"allow_unsigned_extensions": "true"})
    for extension in extensions:
        connection.execute(f"LOAD '{extension}'")
    return connection


def error(connection, sql):
    try:
        connection.execute(sql).fetchall()
    except duckdb.Error as error:
        return str(error)
    sys.exit(f"DuckDB should refuse {sql}")


def value(connection, sql):
    return connection.execute(sql).fetchone()[0]


def written(connection, sql):
    """What a statement writes to the standard error."""
    with tempfile.TemporaryFile() as file:
        before = os.dup(2)
        os.dup2(file.fileno(), 2)
        try:
            connection.execute(sql)
        finally:
            os.dup2(before, 2)
            os.close(before)
        file.seek(0)
        return file.read().decode()


def test_alone():
    connection = connect(HASHLANE_V2)
    connection.execute(f"LOAD '{HASHLANE_V2}'")
    assert value(connection, "SELECT xxh3('hashlane')") == XXH3
    documented = "SELECT bool_and(description <> '' AND len(examples) > 0) FROM duckdb_functions() WHERE function_name IN ({})"
    listed = value(connect(HASHLANE), f"SELECT string_agg('''' || name || '''', ', ') FROM ({LISTED})")
    assert value(connection, documented.format(listed))
    missing = f"SELECT count(*) FROM (SELECT unnest([{listed}]) EXCEPT SELECT function_name FROM duckdb_functions())"
    assert value(connection, missing) == 0
    assert "does not exist" in error(connection, "FROM hashlane_functions()")
    named = """SELECT xxh3('a', seed := 7) = xxh3('a', 7), hexdigest(algorithm := 'md5', v := 'a') = md5('a'),
        hash_bucket('a', 2, n := 7) = hash_bucket('a', 2, 7), zstd_decompress(zstd_compress('a', level := 9), max_bytes := 5) = 'a'::BLOB"""
    assert connection.execute(named).fetchall() == [(True, True, True, True)]
    # A second database in the process.
    assert value(connect(HASHLANE_V2), "SELECT xxh3('hashlane')") == XXH3


def test_with_hashlane():
    connection = connect()
    assert written(connection, load(HASHLANE_V2)) == ""
    assert value(connection, "SELECT xxh3('hashlane')") == XXH3
    assert connection.execute(LISTED).fetchall() == connect(HASHLANE).execute(LISTED).fetchall()
    assert value(connection, "SELECT count(*) FROM hashlane_info() WHERE key = 'left_out'") == 0
    assert value(connection, "SELECT detect_codec(zstd_compress('a', level := 4))") == "zstd"


def test_after_hashlane():
    connection = connect(HASHLANE)
    functions = "SELECT count(*) FROM duckdb_functions()"
    before = value(connection, functions)
    assert "Load hashlane_v2 before it" in error(connection, f"LOAD '{HASHLANE_V2}'")
    assert value(connection, functions) == before
    assert value(connection, "SELECT xxh3('hashlane')") == XXH3


def test_neighbor():
    connection = connect(NEIGHBOR)
    os.environ["HASHLANE_TAKEN_NAMES"] = "refuse"
    assert "functions of the same names: rapidhash, xxh32." in error(connect(NEIGHBOR), f"LOAD '{HASHLANE_V2}'")
    os.environ["HASHLANE_TAKEN_NAMES"] = "leave"
    assert "HASHLANE_TAKEN_NAMES is" in error(connection, f"LOAD '{HASHLANE_V2}'")
    del os.environ["HASHLANE_TAKEN_NAMES"]
    lines = written(connection, f"LOAD '{HASHLANE_V2}'")
    assert lines.startswith("hashlane_v2: ") and lines.endswith("not registered: rapidhash, xxh32\n"), lines
    assert connection.execute("SELECT xxh3('hashlane'), xxh32('hashlane')").fetchall() == [(XXH3, XXH32)]


def test_index():
    """An index with a function can be created, but not kept: DuckDB says so, and the table stays as it was. docs/limits.md has this."""
    connection = connect(HASHLANE_V2)
    connection.execute("CREATE TABLE t AS SELECT 'a' AS s")
    connection.execute("CREATE INDEX i ON t (xxh3(s))")
    assert 'Cannot use "xxh3" in this context' in error(connection, "INSERT INTO t VALUES ('b')")
    assert value(connection, "SELECT count(*) FROM t WHERE xxh3(s) > 0") == 1
    connection.execute("DROP INDEX i")
    connection.execute("INSERT INTO t VALUES ('b')")
    connection.execute("CREATE INDEX i ON t (xxh3(s))")
    assert "FATAL" in error(connection, "DELETE FROM t WHERE s = 'b'")


def test_file_is_closed(folder):
    """LOAD keeps no connection, which would keep the file locked."""
    path = os.path.join(folder, "a.duckdb")
    connection = connect(HASHLANE_V2, database=path)
    connection.execute("CREATE TABLE t AS SELECT xxh3('a') AS h")
    connection.close()
    subprocess.run([sys.executable, "-c", f"import duckdb; duckdb.connect({path!r}).execute('DROP TABLE t')"], check=True)


def test_other_version():
    """DuckDB refuses the file in its own words."""
    connection = connect()
    text = error(connection, f"LOAD '{HASHLANE_V2}'")
    assert "specifically for DuckDB version 'v2.0" in text, text
    assert value(connection, "SELECT 42") == 42


def main():
    with open(HASHLANE_V2, "rb") as file:
        is_for_this = f"hashlane_v2 for DuckDB {duckdb.__version__}\n".encode() in file.read()
    if is_for_this:
        for test in test_alone, test_with_hashlane, test_after_hashlane, test_neighbor, test_index:
            test()
        with tempfile.TemporaryDirectory() as folder:
            test_file_is_closed(folder)
    else:
        test_other_version()
    print(f"LOAD of hashlane_v2 in DuckDB {duckdb.__version__}: {'as documented' if is_for_this else 'refused'}")


if __name__ == "__main__":
    main()
