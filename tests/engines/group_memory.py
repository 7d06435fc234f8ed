"""Every aggregate over a million rows and up to as many groups, under DuckDB's memory_limit: a result or an error, in at most twice the limit.

    group_memory.py EXTENSION [--all]

Each runs in a process of its own. Without --all the limit is 100 MB. With --all it is also 400 MB and 1 GB, and calls have an
order; that takes some minutes.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

ROWS = 1_000_000
TEXT = "'order ' || i"
FINGERPRINT = "'hl1:1:f0000000000000000000000000000001'"
# The calls, and the number of groups.
CALLS = [
    (f"hash_agg(i, {TEXT})", ROWS),
    (f"fingerprint(i, {TEXT})", ROWS),
    (f"fingerprint_sum({FINGERPRINT})", ROWS),
    (f"digest_agg({TEXT}, 'blake3')", ROWS),
    (f"zstd_train_dict({TEXT}, 256)", ROWS),
    (f"fsst_train({TEXT})", ROWS),
    (f"compress_bench({TEXT})", ROWS),
    (f"block_pack({TEXT})", ROWS),
    (f"minhash_agg({TEXT}, 128)", ROWS),
    (f"minhash_agg({TEXT}, 4096)", ROWS),
    (f"row_sketch(8, i, {TEXT})", ROWS),
    (f"row_sketch(20, i, {TEXT})", ROWS),
    (f"row_sketch(8, i, {TEXT})", 1000),
    (f"row_sketch(20, i, {TEXT})", 1),
]
ORDERED = [(f"digest_agg({TEXT}, 'sha256' ORDER BY i)", ROWS), (f"block_pack({TEXT} ORDER BY i)", ROWS)]
# It measures for hours where memory allows it.
SLOW = "compress_bench"


def run(limit, extension, call, groups):
    """A statement in this process: prints its result or error, and the most memory that the process had."""
    import resource

    import duckdb

    sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
    from support.extension import load

    with tempfile.TemporaryDirectory() as spilled:
        connection = duckdb.connect(
            config={
                "allow_unsigned_extensions": True,
                "threads": 2,
                "memory_limit": limit,
                "temp_directory": spilled,
            }
        )
        connection.execute("SET enable_progress_bar = false")
        connection.execute(load(extension))
        inner = f"SELECT {call} AS r FROM range({ROWS}) t(i) GROUP BY i % {groups}"
        try:
            found = connection.execute(f"SELECT count(*), max(hash(r)) FROM ({inner})").fetchone()
            assert found[0] == groups, found
            outcome = "a result"
        except duckdb.Error as error:
            outcome = str(error).splitlines()[0]
        assert connection.execute("SELECT 42").fetchone() == (42,)
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10, outcome)


def check(extension, limit, call, groups):
    command = [sys.executable, __file__, extension, "--run", str(limit), call, str(groups)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, (call, done.returncode, done.stderr[-500:])
    resident, outcome = done.stdout.strip().split(" ", 1)
    named = ("memory_limit", "Out of Memory", "at least 7 values")
    assert outcome == "a result" or any(word in outcome for word in named), (call, outcome)
    assert int(resident) <= 2 * limit, f"{call} took {resident} MB under a limit of {limit} MB: {outcome}"
    return outcome


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("extension")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--run", nargs=3)
    arguments = parser.parse_args()
    extension = os.path.abspath(arguments.extension)
    if arguments.run:
        limit, call, groups = arguments.run
        return run(f"{limit}MB", extension, call, int(groups))
    if sys.platform != "linux":
        return print("group memory: this system tells the memory of a process in other units")
    limits = (100, 400, 1000) if arguments.all else (100,)
    for limit in limits:
        calls = CALLS if limit == 100 else [call for call in CALLS if not call[0].startswith(SLOW)]
        calls = calls + ORDERED if arguments.all else calls
        outcomes = [check(extension, limit, call, groups) for call, groups in calls]
        results = outcomes.count("a result")
        assert 0 < results < len(calls), f"all or none of the calls exceed {limit} MB: {outcomes}"
        print(f"group memory: {limit} MB, {results} results, {len(calls) - results} refused", flush=True)


main()
