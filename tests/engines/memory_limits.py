"""Runs every function under DuckDB's memory_limit and the system's limit on a process: no process may die.

    memory_limits.py EXTENSION [--full | --every N] [--only NAME]

A result and an error are both fine if the connection answers `SELECT 42` afterwards. The functions are those that
hashlane_functions() lists, with the arguments of their examples, but the first one is large, hostile or both. The
test fails if a function has no call that succeeds with plenty of memory. Statements run one after the other in
a process for each pair of limits; the limits are set after DuckDB and the extension are loaded.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import resource
import signal
import struct
import subprocess
import sys
import tempfile
import threading

import duckdb

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))

from support.extension import load

MIB = 1 << 20
# memory_limit in MB, and the number of MiB by which the process may grow after its start.
SELECTED = [(5, None), (20, None), (100, None), (None, 16), (None, 48), (None, 192), (20, 64)]
FULL = [(limit, None) for limit in (5, 10, 20, 50, 100, 200)]
FULL += [(limit, room) for limit in (None, 20, 200) for room in (16, 32, 64, 128, 256)]
# Longer statements are interrupted, which is an outcome like any other.
SECONDS = 2

# Rows that exhaust memory in one vector and in many, and short rows whose result is much larger.
WIDE = "FROM range(1200) t(i)", "repeat('hashlane ' || i, 6000)"
LONG = "FROM range(40000) t(i)", "'order number ' || i"
# One input per row, since the first error ends a statement.
HOSTILE = "FROM hostile t, range(20) WHERE kind = '{}'", "t.b"
# Functions that parse their input.
READS_FRAMES = re.compile(r"\((b|pack|frame)\b")
LISTS = "FROM range(40) t(i)", "[repeat('hashlane ' || j || i, 400) FOR j IN range(500)]"
STRUCTS = "FROM range(40) t(i)", "[{{'a': j, 'b': repeat('x', j)}} FOR j IN range(1000)]".replace("{{", "{").replace("}}", "}")


def frames(connection):
    """Inputs for decompressors and readers of packs."""
    text = "repeat('an order of the customer Wolf ', 300000)"
    for codec in ("zstd", "gzip", "zlib", "snappy", "brotli", "xz", "lz4", "lz4_block"):
        compressed = f"SELECT compress({text}, '{codec}')"
        yield codec, connection.execute(compressed).fetchone()[0]
    # A window of 128 MiB and more, but no content.
    yield "window", b"\x28\xb5\x2f\xfd" + bytes([0x00, 0x88]) + b"\x01\x00\x00"
    yield "claims", b"\x28\xb5\x2f\xfd\xe0" + struct.pack("<Q", 1 << 60) + b"\x01\x00\x00"
    yield "block claims", struct.pack("<I", 0x7FFFFFFF) + b"\x00" * 64
    yield "snappy claims", b"\xff\xff\xff\xff\x07" + b"\x00" * 64
    yield "codes", bytes(1_000_000)
    values = "(SELECT list(repeat('an order of the customer Wolf ', 100)) FROM range(2000))"
    yield "pack", connection.execute(f"SELECT list_block_pack({values})").fetchone()[0]
    yield "noise", bytes(i * 167 % 251 for i in range(100_000))
    xxh3 = lambda data, seed=0: connection.execute("SELECT xxh3(?::BLOB, ?::UBIGINT)", [data, seed]).fetchone()[0]
    for chunks in (1, 4, 100):
        yield f"NULLs of {chunks} chunks", forged_pack(xxh3, chunks)


def forged_pack(xxh3, chunks):
    """A pack that claims 16 Mi NULLs for each of its chunks, with correct checksums: docs/block-format.md."""
    most = 1 << 24
    checksum = lambda data, seed=0: struct.pack("<I", xxh3(data, seed) & 0xFFFFFFFF)
    chunk = bytes([0x80, 0, 0, 0, 0])
    length = 32 + chunks * (len(chunk) + 16)
    header = b"HLBP" + bytes([1, 0, 0, 0]) + struct.pack("<IIIQ", most, chunks, chunks * most, length)
    pack = header + checksum(header) + chunk * chunks
    for number in range(chunks):
        first = number * most
        entry = struct.pack("<QI", 32 + number * len(chunk), first)
        pack += entry + checksum(chunk, first + (most << 32))
    return pack


def arguments(example):
    """The arguments of a call."""
    start = example.index("(") + 1
    depth, quoted, parts, last = 0, False, [], start
    for at in range(start, len(example)):
        char = example[at]
        if char == "'":
            quoted = not quoted
        elif quoted:
            continue
        elif char in "([{":
            depth += 1
        elif char in ")]}" and depth:
            depth -= 1
        elif char in ",)" and not depth:
            parts.append(example[last:at].strip())
            last = at + 1
            if char == ")":
                return [part for part in parts if part]
    raise ValueError(example)


FINGERPRINT = "hl1:1:f0000000000000000000000000000001"


def innermost(name, example):
    """The call of the function in its example, which may be nested in other calls."""
    at = re.search(rf"\b{name}\(", example)
    return example[at.start():] if at else None


def statements(connection, files, only):
    """Every function whose name contains `only`, with its statements."""
    kinds = [kind for (kind,) in connection.execute("SELECT kind FROM hostile").fetchall()]
    functions = "SELECT * EXCLUDE description FROM functions"
    for name, signature, returns, example in connection.execute(functions).fetchall():
        if only not in name:
            continue
        if returns == "TABLE":
            call = re.sub(r"'[^']*\.(parquet|csv|txt)'|'[^']*\*[^']*'", f"'{files}/t.parquet'", example)
            yield name, [call if call.upper().startswith(("SELECT", "FROM")) else f"SELECT * FROM {call}"]
            continue
        call = innermost(name, example)
        given = arguments(call) if call else []
        ordered = re.search(r" ORDER BY .*", given[-1]) if given else None
        if ordered:
            given[-1] = given[-1][:ordered.start()]
        queries = []
        if "(list" in signature:
            sources = [LISTS, STRUCTS]
        elif READS_FRAMES.search(signature):
            sources = [(HOSTILE[0].format(kind), HOSTILE[1]) for kind in kinds]
        else:
            sources = [WIDE, LONG]
        for rows, value in sources:
            order = f" ORDER BY {value}" if ordered else ""
            if name.startswith("haraka"):
                # These functions take values of 32 or of 64 bytes.
                value = f"hexdigest({value}, '{'md5' if '256' in name else 'sha256'}')"
            if "(h, " in signature:
                value = f"hash({value})"
            if name in ("minhash_merge", "minhash_similarity", "minhash_bands"):
                # The examples' signatures have 4 numbers, but for this one.
                value = f"minhash([{value}], {8 if name == 'minhash_similarity' else 4})"
            if name.startswith("sketch_"):
                value = f"list_row_sketch([coalesce(length({value}), 0)], 8)"
            if "fingerprint_" in name:
                # What these functions add up.
                given_value = "['{0}']" if name.startswith("list_") else "'{0}'"
                value = f"CASE WHEN {value} IS NOT NULL THEN {given_value.format(FINGERPRINT)} END"
            # The argument before a row is an algorithm, a seed or a namespace; a name is a column of the example.
            rest = [value if part.isidentifier() else part for part in given[1:]]
            is_last = re.search(r"\(\w+, (key, )?any|\(namespace, ", signature)
            new = [given[0], *rest[:-1], value] if is_last else [value, *rest]
            new = f"{name}({', '.join(new)}{order})"
            queries.append(f"SELECT count(DISTINCT r::VARCHAR) FROM (SELECT {new} AS r {rows})")
        yield name, queries


def prepare(connection, files):
    # Each process has its own folder: DuckDB uses the same names for spilled blocks in all.
    connection.execute(f"SET temp_directory = '{files}/spilled-{os.getpid()}'")
    connection.execute("CREATE TABLE hostile (kind VARCHAR, b BLOB)")
    connection.executemany("INSERT INTO hostile VALUES (?, ?)", list(frames(connection)))
    connection.execute("CREATE TABLE functions AS SELECT * FROM hashlane_functions()")
    if not os.path.exists(f"{files}/t.parquet"):
        connection.execute(f"COPY (SELECT i, repeat('v' || i, 20) AS s FROM range(200000) t(i)) TO '{files}/t.parquet'")


def stop_threads(database):
    """Ends DuckDB's own threads, so that statements run in the caller's.

    A thread that waits for work flushes its allocator after half a second. If that is the first use of its thread-local
    data and there is no memory, the dynamic linker ends the process.
    """
    database.execute("SET threads = 1")
    if database.execute("SELECT 1 FROM duckdb_settings() WHERE name = 'async_threads'").fetchall():
        database.execute("SET async_threads = 0")


def connect(extension):
    # Hosts before 1.5.6 need this to read files.
    os.environ["HASHLANE_ALLOW_FILES"] = "1"
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    # The module has its own database, with its own threads.
    for database in (duckdb, connection):
        stop_threads(database)
    connection.execute(load(extension))
    return connection


def address_space():
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[0]) * resource.getpagesize()


def run(connection, sql, most=None):
    """The outcome of a statement if the process may use at most `most` bytes of address space."""
    timer = threading.Timer(SECONDS, connection.interrupt)
    # Before the limit is set: Python waits forever for a thread that finds no memory at its start.
    timer.start()
    before = resource.getrlimit(resource.RLIMIT_AS)
    try:
        if most:
            resource.setrlimit(resource.RLIMIT_AS, (most, before[1]))
        connection.execute(sql).fetchall()
        return "a result"
    except (duckdb.Error, MemoryError) as error:
        return str(error).splitlines()[0][:200] if str(error) else type(error).__name__
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
        timer.cancel()


def child(extension, files, only, memory_limit, room, first, step):
    """Runs the statements from number `first` on; prints the number and the outcome of each."""
    connection = connect(extension)
    prepare(connection, files)
    queries = [query for _, queries in statements(connection, files, only) for query in queries]
    limit = address_space() + room * MIB if room else None
    for number in range(first, len(queries), step):
        os.write(1, f"{number}\n".encode())
        if memory_limit:
            connection.execute(f"SET memory_limit = '{memory_limit}MB'")
        try:
            outcome = run(connection, queries[number], limit)
        except BaseException as error:  # Python's own, out of memory.
            outcome = type(error).__name__
        if memory_limit:
            connection.execute("RESET memory_limit")
        usable = connection.execute("SELECT 42").fetchall() == [(42,)]
        os.write(1, (json.dumps(outcome if usable else f"NOT USABLE after {outcome}") + "\n").encode())


def sweep(extension, files, only, queries, limits, first, step):
    """The statements that kill a process or its connection under a pair of limits, and the number of results."""
    memory_limit, room = limits
    found, results = [], 0
    while first < len(queries):
        command = [sys.executable, __file__, extension, "--child", json.dumps([files, only, memory_limit, room, first, step])]
        process = subprocess.run(command, capture_output=True, text=True)
        lines = process.stdout.splitlines()
        results += lines.count('"a result"')
        found += [(queries[int(lines[i - 1])], line) for i, line in enumerate(lines) if "NOT USABLE" in line]
        if process.returncode == 0:
            break
        numbers = [int(line) for line in lines if line.isdigit()]
        if not numbers:
            found.append(("before the first statement", process.stderr[-500:]))
            break
        code = process.returncode
        why = signal.Signals(-code).name if code < 0 else f"exit {code}"
        told = [line for line in process.stderr.splitlines() if line.strip()]
        found.append((queries[numbers[-1]], f"{why}: {' | '.join(told[-3:])[-300:]}"))
        first = numbers[-1] + step
    return found, results


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("extension")
    parser.add_argument("--full", action="store_true", help="every statement under every pair of limits")
    parser.add_argument("--every", type=int, default=1, help="without --full: one of so many statements")
    parser.add_argument("--only", default="", help="functions with this in their names")
    parser.add_argument("--child")
    options = parser.parse_args()
    if options.child:
        return child(options.extension, *json.loads(options.child))
    if not os.path.exists("/proc/self/statm"):
        return print("memory_limits: this system does not tell what a process takes")
    with tempfile.TemporaryDirectory() as files:
        connection = connect(options.extension)
        prepare(connection, files)
        queries, useless = [], []
        for name, own in statements(connection, files, options.only):
            queries += own
            outcomes = []
            for query in own:
                outcomes.append(run(connection, query))
                if outcomes[-1] in ("a result", "INTERRUPT Error: Interrupted!"):
                    break
            else:
                if not any("before 2.0" in outcome for outcome in outcomes):
                    useless.append((name, outcomes[:3]))
        connection.close()
        for name, outcomes in useless:
            print(f"{name}: none of its calls works without limits: {outcomes}")
        dead = 0
        limits = FULL if options.full else SELECTED
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            # Each pair of limits runs some of the statements, or all.
            step = 1 if options.full else len(limits) * options.every
            firsts = [0] * len(limits) if options.full else range(len(limits))
            start = lambda pair, first: sweep(options.extension, files, options.only, queries, pair, first, step)
            sweeps = pool.map(start, limits, firsts)
            for (memory_limit, room), (found, results) in zip(limits, sweeps):
                where = f"DuckDB {duckdb.__version__}, memory_limit {memory_limit} MB, {room} MiB of address space"
                print(f"{where}: {results} of about {len(queries) // step} statements gave a result", flush=True)
                for query, why in found:
                    dead += 1
                    print(f"  {query}\n    {why}", flush=True)
        if dead or useless:
            sys.exit(f"{dead} statements ended a process or a connection; {len(useless)} functions have no call")


if __name__ == "__main__":
    main()
