"""LOAD registers all functions or none, but for names that another extension has.

    load.py EXTENSION NEIGHBOR      an extension built with the feature `testing`, and a copy of it of that name,
                                    which registers some of our names
"""

import os
import sys
import tempfile
import threading

import duckdb

EXTENSION = os.path.abspath(sys.argv[1])
NEIGHBOR = os.path.abspath(sys.argv[2])
LOAD = f"LOAD '{EXTENSION}'"
HASH = 4052515222990873942  # xxh3('hashlane')
XXH32 = 458362836  # of the package xxhash
FUNCTIONS = "SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_type NOT LIKE '%macro'"


def connect(database=":memory:", **config):
    return duckdb.connect(database, config={"allow_unsigned_extensions": "true", **config})


def functions(connection):
    return {name for name, in connection.execute(FUNCTIONS).fetchall()}


def works(connection):
    query = "SELECT xxh3('hashlane'), (SELECT count(*) > 100 FROM hashlane_functions())"
    assert connection.execute(query).fetchall() == [(HASH, True)]


def refused(connection, *words):
    """LOAD fails with these words, and the connection still works, without any of our functions."""
    before = functions(connection)
    try:
        connection.execute(LOAD)
    except duckdb.Error as error:
        for word in words:
            assert word in str(error), error
    else:
        sys.exit(f"LOAD is not refused, which should say {words}")
    assert functions(connection) == before, functions(connection) - before
    assert connection.execute("SELECT 42").fetchall() == [(42,)]


def test_macros():
    """Macros of the user in the default schema, with any case."""
    taken = [
        ("xxh32(v)", "v", "memory.main.xxh32"),
        ("XXH64(v, w)", "v", "memory.main.XXH64"),
        ("imohash(v)", "TABLE SELECT v", "memory.main.imohash"),
        ("fingerprint(v)", "v", "memory.main.fingerprint"),
    ]
    connection = connect()
    for signature, body, name in taken:
        connection.execute(f"CREATE MACRO {signature} AS {body}")
        refused(connection, "none of its functions is registered", f"names of its functions: {name}; drop or rename")
        kind = "MACRO TABLE" if "TABLE" in body else "MACRO"
        connection.execute(f"DROP {kind} {signature.split('(')[0]}")
    # A table macro doesn't conflict with a scalar function.
    connection.execute("CREATE MACRO xxh3(v) AS TABLE SELECT v")
    connection.execute(LOAD)
    works(connection)


def test_macros_elsewhere():
    """Macros in other schemas and databases keep their names, and calls without a schema find our functions."""
    connection = connect()
    connection.execute("CREATE SCHEMA side; ATTACH ':memory:' AS other")
    connection.execute("CREATE MACRO side.xxh3(v) AS 'side'; CREATE MACRO other.xxh3(v) AS 'other'")
    connection.execute("CREATE MACRO other.hashlane_functions() AS TABLE SELECT 1")
    connection.execute(LOAD)
    works(connection)
    works(connection.cursor())
    assert connection.execute("SELECT side.xxh3(''), other.xxh3('')").fetchall() == [("side", "other")]


def test_macros_of_a_file():
    """The default database may be a file, and a macro in it clashes."""
    with tempfile.TemporaryDirectory() as folder:
        connection = connect(os.path.join(folder, "a.duckdb"))
        connection.execute("CREATE MACRO xxh32(v) AS v")
        refused(connection, "names of its functions: a.main.xxh32; drop or rename")


def test_functions():
    """Names of functions of another extension are left out, with all overloads, or LOAD is refused."""
    connection = connect()
    connection.execute(f"LOAD '{NEIGHBOR}'")
    overloads = "SELECT count(*) FROM duckdb_functions() WHERE function_name IN ('rapidhash', 'xxh32')"
    before = connection.execute(overloads).fetchall()
    for value, words in (
        ("refuse", "extension has functions of the same names: rapidhash, xxh32; load only one"),
        ("leave", "HASHLANE_TAKEN_NAMES is"),
    ):
        os.environ["HASHLANE_TAKEN_NAMES"] = value
        refused(connection, words)
        del os.environ["HASHLANE_TAKEN_NAMES"]
    connection.execute("CREATE MACRO xxh64(v) AS v")
    refused(connection, "names of its functions: memory.main.xxh64; drop or rename")
    connection.execute("DROP MACRO xxh64")
    with tempfile.TemporaryFile() as file:
        written = stderr_of(file, lambda: connection.execute(LOAD))
    assert written.count("\n") == 1 and written.endswith("not registered: rapidhash, xxh32\n"), written
    works(connection)
    assert connection.execute(overloads).fetchall() == before
    assert connection.execute("SELECT xxh32('hashlane')").fetchall() == [(XXH32,)]
    left_out = "SELECT value FROM hashlane_info() WHERE key = 'left_out'"
    assert connection.execute(left_out).fetchall() == [("rapidhash, xxh32",)]
    listed = "SELECT name FROM hashlane_functions() WHERE name IN ('rapidhash', 'xxh32', 'xxh64')"
    assert connection.execute(listed).fetchall() == [("xxh64",)]
    # Another database in the same process has all functions.
    other = connect()
    with tempfile.TemporaryFile() as file:
        assert stderr_of(file, lambda: other.execute(LOAD)) == ""
    assert other.execute(left_out).fetchall() == []
    assert other.execute(f"SELECT count(*) FROM ({listed})").fetchall() == [(3,)]


def test_functions_afterwards():
    """If another extension loads after ours, DuckDB decides; ours still work."""
    connection = connect()
    connection.execute(LOAD)
    try:
        connection.execute(f"LOAD '{NEIGHBOR}'")
    except duckdb.Error as error:
        # DuckDB 1.4.5. Later versions merge functions from the C API, and give this error to C++.
        assert "xxh32" in str(error), error
    works(connection)


def stderr_of(file, body):
    """What the process writes to the standard error while `body` runs."""
    saved = os.dup(2)
    os.dup2(file.fileno(), 2)
    try:
        body()
    finally:
        os.dup2(saved, 2)
        os.close(saved)
    file.seek(0)
    return file.read().decode()


def test_failing_halfway():
    """An error after all functions have been registered removes them again."""
    connection = connect()
    os.environ["HASHLANE_LOAD"] = "fail"
    refused(connection, "the last registration fails")
    refused(connection, "the last registration fails")
    os.environ["HASHLANE_LOAD"] = ""
    connection.execute(LOAD)
    works(connection)


def test_again():
    """LOAD twice, in a second database, in a transaction, by two threads, with no writable folder."""
    connection = connect()
    connection.execute(LOAD)
    connection.execute(LOAD)
    works(connection)
    works(connection.cursor())
    second = connect()
    second.execute("BEGIN")
    second.execute("CREATE TABLE t(i INT)")
    second.execute(LOAD)
    second.execute("COMMIT")
    works(second)
    second.execute("BEGIN TRANSACTION READ ONLY")
    works(second)
    databases = [connect() for _ in range(4)]
    threads = [threading.Thread(target=database.execute, args=(LOAD,)) for database in databases]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for database in databases:
        works(database)
    shared = connect()
    cursors = [shared.cursor() for _ in range(4)]
    threads = [threading.Thread(target=cursor.execute, args=(LOAD,)) for cursor in cursors]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for cursor in cursors:
        works(cursor)


def test_files():
    """A database in a file, read-only or not: we write nothing to it."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.duckdb")
        for config in ({}, {"access_mode": "READ_ONLY"}):
            connection = connect(path, **config)
            connection.execute(LOAD)
            works(connection)
            connection.close()
            connection = duckdb.connect(path)
            assert "xxh3" not in functions(connection)
            connection.close()


def main():
    for test in (
        test_macros, test_macros_elsewhere, test_macros_of_a_file, test_functions, test_functions_afterwards, test_failing_halfway, test_again, test_files,
    ):
        test()
    print(f"LOAD in DuckDB {duckdb.__version__}: all or nothing, but for the names of others")


if __name__ == "__main__":
    main()
