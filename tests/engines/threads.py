"""Queries on many threads return the results of one thread.

usage: threads.py EXTENSION
"""

import pathlib
import sys
import threading

import xxhash

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))

from support.extension import call, connect

ROWS = 1_000_000

SETUP = f"""
CREATE TABLE t AS SELECT i, CASE WHEN i % 10 = 0 THEN NULL
    ELSE substr(repeat('0123456789abcdef', 4), (i % 16 + 1)::BIGINT, (i % 37)::BIGINT) || i END AS s,
    (i % 3)::UBIGINT AS seed, ['md5', 'sha256', 'blake3'][(i // 4096 % 3 + 1)::BIGINT] AS algorithm
FROM range({ROWS}) r(i);
CREATE TABLE d AS SELECT {call("zstd_train_dict", "s", 2048)} AS d, {call("fsst_train", "s")} AS f FROM t WHERE i % 100 = 1
"""

# Each query reads all rows; XOR is independent of their order.
QUERIES = [
    "SELECT count(*), bit_xor(xxh3(s)), bit_xor(xxh3(s, seed)), bit_xor(xxh32(s)), sum(crc32(s)) FROM t",
    "SELECT bit_xor(xxh3(blake3(s))), bit_xor(xxh64(xxh128_hex(s))), count(DISTINCT xxh128(s)) FROM t",
    "SELECT bit_xor(xxh3(digest(s, algorithm))) FROM t WHERE i % 4 = 0",
    "SELECT count(*) FROM t WHERE zstd_decompress_text(zstd_compress(s, 1)) = s AND i % 8 = 1",
    "SELECT count(*) FROM t WHERE lz4_block_decompress_text(lz4_block_compress(s)) = s",
    "SELECT count(try_zstd_decompress(s)) FROM t",
    "SELECT count(*) FROM t, d WHERE zstd_decompress_text(zstd_compress(s, 3, d), d) = s AND i % 4 = 1",
    "SELECT count(*) FROM t, d WHERE fsst_decompress_text(fsst_compress(s, f), f) = s AND i % 4 = 1",
    "SELECT count(*) FROM t WHERE decompress_text(compress(s, 'snappy'), 'snappy') = s AND i % 4 = 1",
    # A sample is independent of the order of rows.
    f"SELECT md5({call('zstd_train_dict', 's', 1024, 5000)}::VARCHAR), md5({call('fsst_train', 's')}::VARCHAR) FROM t",
]


def results(connection):
    return [connection.execute(query).fetchone() for query in QUERIES]


def check_first(connection, result):
    """Compares the one-thread result with another implementation."""
    expected = 0
    for (value,) in connection.execute("SELECT s FROM t WHERE s IS NOT NULL").fetchall():
        expected ^= xxhash.xxh3_64_intdigest(value.encode())
    assert result[0][1] == expected, (result[0], expected)
    assert result[4] == (ROWS - ROWS // 10,), result[4]


def check_connections(connection, expected):
    """Connections to one database, each with its own queries, at the same time."""
    outcomes = [None] * 4

    def work(place):
        try:
            outcomes[place] = results(connection.cursor())
        except Exception as error:  # An assertion below reports it.
            outcomes[place] = error

    workers = [threading.Thread(target=work, args=(place,)) for place in range(len(outcomes))]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert outcomes == [expected] * len(outcomes), outcomes


def main():
    connection = connect(sys.argv[1], threads=1)
    connection.execute(SETUP)
    expected = results(connection)
    check_first(connection, expected)
    connection.execute("SET threads = 4")
    parallel = results(connection)
    assert parallel == expected, (parallel, expected)
    check_connections(connection, expected)


main()
