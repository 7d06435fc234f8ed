"""Functions of the extension under Valgrind's memcheck: no error has a frame of ours.

    memcheck.py EXTENSION

Memcheck reports reads and writes outside allocations, and jumps that depend on uninitialized memory. Python and DuckDB
cause such reports themselves; only those with a function of the extension on the stack count.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

# A query for each path from a value to a result, and for every decoder.
QUERIES = [
    "SELECT count(DISTINCT xxh3(s)), count(DISTINCT xxh32(s)), count(DISTINCT crc32c(s)), count(blake3_hex(s)) FROM t",
    "SELECT count(DISTINCT digest(s, 'sha256')), count(hmac_hex(s, 'key', 'md5')), count(siphash24(s, k)) FROM t",
    "SELECT count(row_xxh3(i, s, l, st, NULL)), count(row_bytes(l, st)), count(spark_hash(i, s)) FROM t",
    "SELECT count(iceberg_hash(s)), count(iceberg_partition(s, 16)), count(kafka_partition(s, 7)), count(java_hash(s)) FROM t",
    *(
        f"SELECT count(*) FROM t WHERE decompress_text(compress(s, '{codec}'), '{codec}') IS DISTINCT FROM s"
        for codec in ("zstd", "lz4", "lz4_block", "gzip", "zlib", "snappy", "brotli", "xz")
    ),
    "SELECT count(try_zstd_decompress(unhex(left(hex(zstd_compress(s)), 40)))) FROM t",
    "SELECT count(fsst_compress(s, (SELECT list_fsst_train(list(s)) FROM t))) FROM t",
    "SELECT count(block_values_text(p)), sum(block_count(p)) FROM (SELECT list_block_pack(list(s)) AS p FROM t)",
    "SELECT list_fingerprint(list(row(i, s, l, st))), list_digest(list(s ORDER BY i), 'md5') FROM t",
    "SELECT count(*) FROM hashlane_functions()",
]
# Names of the extension's frames: its own symbols, and its file.
OURS = re.compile(r"hashlane")


def child(extension):
    import duckdb

    sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
    from support.extension import load

    connection = duckdb.connect(config={"allow_unsigned_extensions": "true", "threads": 1})
    connection.execute(load(extension))
    connection.execute(
        """CREATE TABLE t AS SELECT i, CASE WHEN i % 9 = 0 THEN NULL ELSE repeat('value ' || i, (i % 40)::INTEGER) END AS s,
        [i, NULL, i + 1] AS l, {'a': i, 'b': i::VARCHAR} AS st, '0123456789abcdef'::BLOB AS k FROM range(300) r(i)"""
    )
    for query in QUERIES:
        connection.execute(query).fetchall()
    print("all queries ran", flush=True)
    # Without the teardown of Python and DuckDB.
    os._exit(0)


def main(extension):
    # In its own folder, so that its path identifies it.
    with tempfile.TemporaryDirectory() as folder:
        log = f"{folder}/memcheck.log"
        valgrind = ["valgrind", "--tool=memcheck", "--num-callers=40", "--error-limit=no", f"--log-file={log}"]
        # AVX2, unless HASHLANE_ISA names another set: Valgrind doesn't support AVX-512.
        environment = {**os.environ, "PYTHONMALLOC": "malloc", "HASHLANE_ISA": os.environ.get("HASHLANE_ISA", "avx2")}
        command = [*valgrind, sys.executable, __file__, "--child", extension]
        process = subprocess.run(command, env=environment, capture_output=True, text=True)
        with open(log) as lines:
            text = re.sub(r"^==\d+== ?", "", lines.read(), flags=re.M)
    if "all queries ran" not in process.stdout:
        sys.exit(f"the queries did not run: {process.stderr[-2000:]}\n{text[-3000:]}")
    ours = [report for report in text.split("\n\n") if OURS.search(report) and " at 0x" in report]
    for report in ours[:20]:
        print(report, end="\n\n")
    if ours:
        sys.exit(f"memcheck reports {len(ours)} errors with a frame of ours")
    print(f"memcheck: {len(QUERIES)} queries, no error with a frame of ours")


if sys.argv[1] == "--child":
    child(sys.argv[2])
else:
    main(sys.argv[1])
