"""Compressing and decompressing a million rows takes no more memory than the first rows did.

usage: memory.py EXTENSION
"""

import os
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))

from support.extension import call, connect

ROWS = 250_000
TIMES = 4

# Each query compresses and decompresses every row.
QUERIES = [
    "zstd_decompress_text(zstd_compress(s, 1))",
    "zstd_decompress_text(zstd_compress(s, 1, d), d)",
    "zstd_decompress_text(zstd_compress(s, 1, CASE WHEN i % 3 = 0 THEN d ELSE e END), CASE WHEN i % 3 = 0 THEN d ELSE e END)",
    "lz4_decompress_text(lz4_compress(s))",
    "lz4_block_decompress_text(lz4_block_compress(s))",
    "snappy_decompress_text(snappy_compress(s))",
    "zlib_decompress_text(zlib_compress(s, 1))",
    "fsst_decompress_text(fsst_compress(s, f), f)",
    "block_get_text(p, i % 1000 + 1)",
    "COALESCE(try_zstd_decompress_text(s), s)",
]


def resident():
    """The resident memory of this process in bytes, or None if the system doesn't report it."""
    status = pathlib.Path("/proc/self/statm")
    return int(status.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if status.exists() else None


def main():
    if resident() is None:
        print("memory: this system does not tell what a process takes")
        return
    connection = connect(sys.argv[1], threads=1)
    connection.execute(
        f"CREATE TABLE t AS SELECT i, 'https://example.com/orders/' || (i * 7919 % 100003) AS s FROM range({ROWS}) r(i)"
    )
    connection.execute(
        f"""CREATE TABLE tools AS SELECT {call("zstd_train_dict", "s", 2048)} AS d,
        {call("zstd_train_dict", "s || i", 1024)} AS e, {call("fsst_train", "s")} AS f,
        {call("block_pack", "s", where="i < 1000")} AS p FROM t"""
    )
    for query in QUERIES:
        sql = f"SELECT count(*), count({query}) FROM t, tools"
        first = connection.execute(sql).fetchone()
        assert first == (ROWS, ROWS), (query, first)
        before = resident()
        for _ in range(TIMES):
            assert connection.execute(sql).fetchone() == first, query
        grown = resident() - before
        assert grown <= before // 20, f"{query}: {before} bytes have grown by {grown}"


main()
