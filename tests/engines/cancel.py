"""An interrupted query ends, and its connection still works.

usage: cancel.py EXTENSION

DuckDB checks for interrupts between chunks of 2,048 rows, so the time that a function takes for a chunk
matters. Table functions over files check while they wait for a row, in hosts that report interrupts: DuckDB
1.5.6 and later. Each query here would take minutes.
"""

import os
import pathlib
import sys
import tempfile
import threading
import time

import duckdb
import xxhash

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))

from support.extension import HAS_AGGREGATES, call, connect

# Far more than stopping takes, and far less than the queries take.
DEADLINE = 10

SETUP = f"""
CREATE TABLE t AS SELECT i, repeat('value ' || i || ' ', 20) AS s FROM range(1000) r(i);
CREATE TABLE c AS SELECT zstd_compress(s) AS z, gzip_compress(s) AS g FROM t;
CREATE TABLE d AS SELECT {call("zstd_train_dict", "s", 2048)} AS d FROM t;
CREATE TABLE p AS SELECT {call("block_pack", "s", order="i")} AS p FROM t
"""

MANY = "range(100_000_000) r(n)"

QUERIES = [
    f"SELECT bit_xor(xxh3(s)) FROM t, {MANY}",
    f"SELECT count(blake3(s)) FROM t, {MANY}",
    f"SELECT count(zstd_compress(s, 3)) FROM t, {MANY}",
    f"SELECT count(zstd_compress(s, 3, d)) FROM t, d, {MANY}",
    f"SELECT count(zstd_decompress(z)) FROM c, {MANY}",
    f"SELECT count(gzip_decompress(g)) FROM c, {MANY}",
    f"SELECT count(block_get(p, (n % 1000 + 1)::UBIGINT)) FROM p, {MANY}, t",
    f"SELECT max(row_blake3(i, s, n)) FROM t, {MANY}",
] + [
    f"SELECT fingerprint(i, s, n) FROM t, {MANY}",
    f"SELECT block_count(block_pack(s)) FROM t, {MANY}",
] * HAS_AGGREGATES

# 480 million values that take little space, and a hole of 64 GiB.
ROWS, COLUMNS, HOLE = 20_000_000, 24, 64 << 30

# These return their first row after they have read the whole file.
LATE = [
    "FROM parquet_fingerprint('{parquet}')",
    "FROM parquet_fingerprint('{parquet}', ordered := true)",
    "FROM parquet_diff('{parquet}', '{parquet}')",
    "FROM file_digests('{hole}', 'sha512, sha256')",
]

# These return a row now and then, which is enough for any host.
EARLY = ["FROM parquet_verify('{many}', deep := true)"]


def files(connection, folder):
    """Files that take long to process."""
    parquet, hole = f"{folder}/values.parquet", f"{folder}/hole"
    columns = ", ".join(f"{i} AS c{i}" for i in range(COLUMNS))
    connection.execute(f"COPY (SELECT {columns} FROM range({ROWS})) TO '{parquet}' (FORMAT parquet)")
    with open(hole, "wb") as file:
        file.truncate(HOLE)
    os.mkdir(f"{folder}/many")
    for i in range(30_000):
        os.symlink(parquet, f"{folder}/many/{i}.parquet")
    return {"parquet": parquet, "hole": hole, "many": f"{folder}/many/*.parquet"}


def knows_of_interrupts():
    return tuple(map(int, duckdb.__version__.split(".")[:3])) >= (1, 5, 6)


def bytes_read():
    with open("/proc/self/io") as counters:
        return int(counters.readline().split()[1])


def interrupted(connection, query):
    """The number of seconds that the query runs on after it is interrupted."""
    at = []

    def interrupt():
        at.append(time.perf_counter())
        connection.interrupt()

    timer = threading.Timer(0.3, interrupt)
    timer.start()
    try:
        connection.execute(query).fetchall()
        raise AssertionError(f"it ran to its end: {query}")
    except duckdb.InterruptException:
        ended = time.perf_counter()
    finally:
        timer.join()
    return ended - at[0]


def check(connection, query):
    seconds = interrupted(connection, query)
    print(f"{seconds:7.3f} s  {query}")
    assert seconds < DEADLINE, f"{seconds:.1f} s after the interrupt: {query}"
    expected = xxhash.xxh3_64_intdigest(b"after")
    found = connection.execute("SELECT xxh3('after'), count(zstd_decompress_text(z)) FROM c").fetchone()
    assert found == (expected, 1000), found


def check_files(connection, folder):
    paths = files(connection, folder)
    late = LATE if knows_of_interrupts() else []
    for threads in [4, 1]:
        connection.execute(f"SET threads = {threads}")
        for query in late + EARLY:
            check(connection, query.format(**paths))
            before = bytes_read()
            # Long enough for leftover threads to read something.
            time.sleep(0.2)
            assert bytes_read() - before < 4096, f"it reads on: {query}"
    check_deadline(connection, late[0].format(**paths) if late else None)
    # A LIMIT stops within a file in any host.
    for query in ["FROM parquet_verify('{many}', deep := true)", "FROM file_digests('{many}', 'sha256')"]:
        rows = connection.execute(query.format(**paths) + " LIMIT 1").fetchall()
        assert len(rows) == 1, rows


def check_deadline(connection, query):
    """A query that takes too long fails: it doesn't end with fewer rows."""
    if query is None or not connection.execute(
        "SELECT 1 FROM duckdb_settings() WHERE name = 'max_execution_time'"
    ).fetchall():
        return
    connection.execute("SET max_execution_time = 300")
    start = time.perf_counter()
    try:
        rows = connection.execute(query).fetchall()
        raise AssertionError(f"it ended without an error: {rows}")
    except duckdb.Error as error:
        assert "maximum execution time" in str(error), error
    assert time.perf_counter() - start < DEADLINE
    connection.execute("SET max_execution_time = 0")


def main():
    connection = connect(sys.argv[1])
    connection.execute(SETUP)
    for query in QUERIES:
        check(connection, query)
    with tempfile.TemporaryDirectory() as folder:
        check_files(connection, folder)


main()
