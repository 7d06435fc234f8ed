"""Runs SQL for run.py: a statement per line as JSON in, seconds and rows per line as JSON out.

usage: duckdb_worker.py EXTENSION...      the names of extensions, which are loaded in this order
"""

import json
import sys
import time

import duckdb

connection = duckdb.connect(config={"allow_unsigned_extensions": "true", "threads": 1})
for name in sys.argv[1:]:
    connection.execute(f"LOAD './build/testing/{name}.duckdb_extension'")
for line in sys.stdin:
    start = time.perf_counter()
    rows = connection.execute(json.loads(line)).fetchall()
    seconds = time.perf_counter() - start
    print(json.dumps({"seconds": seconds, "rows": rows}, default=bytes.hex), flush=True)
