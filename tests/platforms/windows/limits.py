"""Runs functions under DuckDB's memory_limit in its program for Windows, under wine: the process may not die.

    limits.py ROOT DUCKDB EXTENSION [STEP]      on the host, with DuckDB's package on PYTHONPATH

A result and an error are both fine if the connection answers `SELECT 42` afterwards. The statements are those of
tests/engines/memory_limits.py, each STEP-th one under each limit. DuckDB's errors pass as C++ exceptions of Microsoft's compiler through frames of
another one, which is what this tests.
"""

import json
import pathlib
import subprocess
import sys

TESTS = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(TESTS / "engines"))

from memory_limits import statements

LIMITS = [1, 5, 20, 60]
CODECS = ["zstd", "gzip", "zlib", "snappy", "brotli", "xz", "lz4", "lz4_block"]
# Inputs for functions that read frames, made where they are used.
HOSTILE = [f"('{codec}', compress(repeat('an order of the customer Wolf ', 300000), '{codec}'))" for codec in CODECS] + [
    "('pack', (SELECT list_block_pack(list(repeat('an order of the customer Wolf ', 100))) FROM range(2000)))",
    "('claims', unhex('28B52FFDE0' || '0000000000000010' || '010000'))",
    "('snappy claims', unhex('FFFFFFFF07' || repeat('00', 64)))",
    "('noise', unhex(repeat('A75B0F', 30000)))",
]


class Listed:
    """The functions and the kinds of inputs, as memory_limits asks a connection for them."""

    def __init__(self, functions):
        self.functions = functions

    def execute(self, sql):
        self.rows = [(kind.split("'")[1],) for kind in HOSTILE] if "hostile" in sql else self.functions
        return self

    def fetchall(self):
        return self.rows


def main(root, duckdb, extension, step="7"):
    def run(script):
        command = [TESTS / "platforms/root/enter.sh", root, "wine", duckdb, "-unsigned", "-batch"]
        script = f"LOAD '{extension}';\n" + script
        return subprocess.run(
            command, input=script, encoding="utf-8", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=1500
        )

    columns = "name, signature, returns, example"
    listed = run(f".mode json\nSELECT {columns} FROM hashlane_functions() WHERE returns <> 'TABLE';\n")
    functions = [tuple(row.values()) for row in json.loads(listed.stdout[listed.stdout.index("[{") :])]
    queries = [query for _, own in statements(Listed(functions), "", "") for query in own]
    dead, all_thrown = [], 0
    for place, limit in enumerate(LIMITS):
        chosen = queries[place :: int(step)]
        script = ["SET threads = 1;", f"CREATE TABLE hostile AS SELECT * FROM (VALUES {', '.join(HOSTILE)}) t(kind, b);"]
        for number, query in enumerate(chosen):
            script += [f".print begin {number}", f"SET memory_limit = '{limit}MB';", query + ";", "RESET memory_limit;"]
            script += ["SELECT 'usable ' || 42;"]
        done = run(".mode list\n.headers off\n" + "\n".join(script) + "\n")
        usable = done.stdout.count("usable 42")
        outcomes = done.stdout.split("begin ")[1:]
        thrown = sum("Out of Memory Error" in outcome for outcome in outcomes)
        ours = sum("engine's memory limit" in outcome for outcome in outcomes)
        print(f"memory_limit {limit} MB: {len(chosen)} statements, {thrown} with DuckDB's error, {ours} with ours", flush=True)
        all_thrown += thrown
        if done.returncode not in (0, 1) or usable != len(chosen):
            last = done.stdout.rpartition("begin ")[2]
            dead.append(f"{limit} MB: exit {done.returncode}, {usable} of {len(chosen)} usable afterwards: {last[-1500:]}")
    if dead or not all_thrown:
        sys.exit("\n".join(dead) or "no statement made DuckDB throw, so nothing is tested")


if __name__ == "__main__":
    main(*sys.argv[1:])
