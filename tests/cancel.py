"""A query that is interrupted ends, and its connection works on.

usage: cancel.py EXTENSION

DuckDB looks at interrupts between chunks of 2,048 rows, and its C API tells functions nothing of them. So
what counts is how long a function takes for a chunk. Each query here would take minutes.
"""

import os
import sys
import threading
import time

import duckdb
import xxhash

from aggregate_calls import HAS_AGGREGATES, call

# Far above what it takes, and far below what the queries take.
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


def interrupted(connection, query):
    """How long the query goes on after it is interrupted, in seconds."""
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


def main():
    connection = duckdb.connect(config={"allow_unsigned_extensions": True})
    connection.execute(f"LOAD '{os.path.abspath(sys.argv[1])}'")
    connection.execute(SETUP)
    expected = xxhash.xxh3_64_intdigest(b"after")
    for query in QUERIES:
        seconds = interrupted(connection, query)
        print(f"{seconds:7.3f} s  {query}")
        assert seconds < DEADLINE, f"{seconds:.1f} s after the interrupt: {query}"
        found = connection.execute("SELECT xxh3('after'), count(zstd_decompress_text(z)) FROM c").fetchone()
        assert found == (expected, 1000), found


main()
