"""Runs SQL for run.py: a statement per line as JSON in, seconds and rows per line as JSON out."""

import json
import sys
import time

import duckdb

connection = duckdb.connect(config={"allow_unsigned_extensions": "true", "threads": 1})
connection.execute("LOAD './build/testing/hashlane.duckdb_extension'")
for line in sys.stdin:
    start = time.perf_counter()
    rows = connection.execute(json.loads(line)).fetchall()
    seconds = time.perf_counter() - start
    print(json.dumps({"seconds": seconds, "rows": rows}, default=bytes.hex), flush=True)
