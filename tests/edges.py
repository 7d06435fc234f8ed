"""What DuckDB throws or can't do ends as an error, on a connection that stays usable.

    edges.py EXTENSION

Each statement runs in a process of its own, since what it tests is that the process lives.
"""

import os
import subprocess
import sys

import duckdb

BEFORE_2 = int(duckdb.__version__.split(".")[0]) < 2

OUT_OF_MEMORY = "Out of Memory Error"

# DuckDB's C++ exceptions. From 2.0 on, the strings of a result count against memory_limit, so the call that
# assigns them throws; before, they don't, and the statement just runs.
LIMITED = [
    # A scalar, with results of one width and of any.
    "SELECT sum(octet_length(x)) FROM (SELECT row_bytes(repeat('x', 1000000 + i::INT)) AS x FROM range(2000) t(i))",
    "SELECT count(DISTINCT x) FROM (SELECT zstd_decompress(z) || 'x' AS x FROM range(2000) t(i), z)",
    "SELECT sum(octet_length(zstd_decompress(z))) FROM range(2000) t(i), z",
    "SELECT sum(octet_length(row_xxh3_hex(i, repeat('x', 20000)))), count(DISTINCT zstd_decompress(z)) FROM range(2000) t(i), z",
    # Lists.
    "SELECT sum(len(block_values(p))) FROM range(2000) t(i), p",
    # The finish of aggregates.
    "SELECT octet_length(block_pack(repeat(i::VARCHAR, 1000), 'none')) FROM range(8000) t(i)",
    "SELECT i % 1000 AS g, octet_length(block_pack(repeat(i::VARCHAR, 1000), 'none')) FROM range(20000) t(i) GROUP BY g",
]

AGGREGATES = {
    "fingerprint(i, s)": "Use list_fingerprint(list(row(…)))",
    "hash_agg(i)": "Use list_hash_agg(list(row(…)))",
    "digest_agg(s, 'md5' ORDER BY i)": "Use list_digest(list(v ORDER BY …), algorithm)",
    "zstd_train_dict(s)": "Use list_zstd_train_dict(list(v))",
    "zstd_train_dict(s, 1024, 100)": "Use list_zstd_train_dict(list(v))",
    "fsst_train(s)": "Use list_fsst_train(list(v))",
    "block_pack(s)": "Use list_block_pack(list(v ORDER BY …))",
    "block_pack(s, 'lz4' ORDER BY i)": "Use list_block_pack(list(v ORDER BY …))",
    "compress_bench(s)": "Use list_compress_bench(list(v))",
}

# Where an aggregate may stand.
PLACES = [
    "SELECT {} FROM t",
    "SELECT {} FROM t WHERE i < 0",
    "SELECT i % 3, {} FROM t GROUP BY ALL",
    "SELECT {} OVER () FROM t",
    "SELECT {} OVER (PARTITION BY i % 3) FROM t",
    "SELECT {} OVER (PARTITION BY i % 3 ORDER BY i) FROM t",
    "SELECT {} OVER (ORDER BY i ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) FROM t",
    "SELECT {} FILTER (i % 2 = 0) FROM t",
    "PREPARE p AS SELECT {} FROM t; EXECUTE p",
]
