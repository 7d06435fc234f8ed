"""Everything that DuckDB throws, lacks or nests too deeply ends as an error, on a connection that stays usable.

    edges.py EXTENSION

Each group of statements runs in its own process, to test that the process survives.
"""

import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

import duckdb

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))

from support.extension import HAS_AGGREGATES, connect

OUT_OF_MEMORY = "Out of Memory Error"

# Statements that end at a memory_limit of 20 MB. In 2.0 the strings of a result count against it, so the calls with
# which a function writes them throw.
LIMITED = [
    "SELECT count(DISTINCT row_bytes(i, repeat('x', 20000))) FROM range(5000) t(i)",
    "SELECT list(xxh128_hex(i::VARCHAR)) FROM range(3000000) t(i)",
    "SELECT * FROM hashlane_functions() a, hashlane_functions() b, hashlane_functions() c ORDER BY ALL",
]
LIMITED_IN_2 = [
    "SELECT octet_length(block_pack(repeat(i::VARCHAR, 1000), 'none')) FROM range(8000) t(i)",
    "SELECT g, octet_length(block_pack(v, 'none')) FROM (SELECT i % 500 AS g, repeat(i::VARCHAR, 400) AS v "
    "FROM range(20000) t(i)) GROUP BY g",
]

# Every aggregate, with the function that its error names before DuckDB 2.0.
AGGREGATES = {
    "fingerprint(i, s)": "Use list_fingerprint(list(row(…))), or list_fingerprint(list(t)) for all columns of the table t, or for large tables the recipe in sql/compare_tables",
    "hash_agg(i)": "Use list_hash_agg(list(row(…))), or list_hash_agg(list(t)) for all columns of the table t, or for large tables the recipe in sql/compare_tables",
    "digest_agg(s, 'md5' ORDER BY i)": "Use list_digest(list(v ORDER BY …), algorithm)",
    "zstd_train_dict(s)": "Use list_zstd_train_dict(list(v))",
    "zstd_train_dict(s, 1024, 100)": "Use list_zstd_train_dict(list(v))",
    "fsst_train(s)": "Use list_fsst_train(list(v))",
    "block_pack(s)": "Use list_block_pack(list(v ORDER BY …))",
    "block_pack(s, 'lz4', 1000 ORDER BY i)": "Use list_block_pack(list(v ORDER BY …))",
    "compress_bench(s)": "Use list_compress_bench(list(v))",
}

# The places where an aggregate may stand.
PLACES = [
    "SELECT {} FROM t",
    "SELECT {} FROM t WHERE i < 0",
    "SELECT i % 3, {} FROM t GROUP BY ALL",
    "SELECT {} OVER () FROM t",
    "SELECT {} OVER (PARTITION BY i % 3) FROM t",
    "SELECT {} OVER (ORDER BY i ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) FROM t",
    "SELECT {} FILTER (i % 2 = 0) FROM t",
]

# Types nested this many levels deep.
MAX_DEPTH = 100
DEEP = {
    "list": lambda depth: f"CAST(NULL AS INTEGER{'[]' * depth})",
    "array": lambda depth: f"CAST(NULL AS INTEGER{'[1]' * depth})",
    "struct": lambda depth: f"CAST(NULL AS {'STRUCT(a ' * depth}INTEGER{')' * depth})",
    # A map counts as two levels: a list of structs.
    "map": lambda depth: f"CAST(NULL AS {'MAP(INTEGER, ' * (depth // 2)}INTEGER{')' * (depth // 2)})",
    "values": lambda depth: f"{'[' * depth}7{']' * depth}",
}


def prepared(extension):
    connection = connect(extension, threads=2)
    connection.execute("CREATE TABLE t AS SELECT i, 'value number ' || i AS s FROM range(100) r(i)")
    return connection


def child(extension, setup):
    """Runs the statements of standard input; prints each result or error, and whether the connection still works."""
    connection = prepared(extension)
    if setup:
        connection.execute(setup)
    for sql in json.load(sys.stdin):
        try:
            outcome = f"result: {connection.execute(sql).fetchall()}"[:200]
        except duckdb.Error as error:
            outcome = f"error: {error}"
        usable = connection.execute("SELECT 42").fetchall() == [(42,)]
        print(json.dumps(outcome if usable else f"the connection is not usable: {outcome}"), flush=True)


def outcomes(extension, setup, statements):
    """The outcomes of statements in their own process; reports if the process dies."""
    command = [sys.executable, __file__, extension, setup]
    process = subprocess.run(command, input=json.dumps(statements), capture_output=True, text=True)
    outcomes = [json.loads(line) for line in process.stdout.splitlines()]
    died = f"the process ended with {process.returncode}: {process.stderr}"
    return outcomes + [died] * (len(statements) - len(outcomes))


def refusals():
    """Every aggregate in every place, with the expected error."""
    for aggregate, instead in AGGREGATES.items():
        name = aggregate.split("(")[0]
        for place in PLACES:
            # DuckDB 1.4 has no ORDER BY in the call of a window.
            call = aggregate.split(" ORDER BY")[0] + ")" if "ORDER" in aggregate and "OVER" in place else aggregate
            says = [f"error: Invalid Input Error: {name}: DuckDB before 2.0 can't pass the states", instead]
            yield place.format(call), says


def too_deep():
    """Types at the limit and beyond, with the expected error or result."""
    says = f"has a type that is nested more than {MAX_DEPTH} levels deep"
    for nested in DEEP.values():
        yield f"SELECT row_xxh3({nested(MAX_DEPTH)})", ["result: "]
        beyond = nested(MAX_DEPTH + 2)
        yield f"SELECT row_xxh3({beyond})", [f"row_xxh3: value 1 of the row {says}"]
        yield f"SELECT row_blake3({nested(MAX_DEPTH + 40)})", [f"row_blake3: value 1 of the row {says}"]
        yield f"SELECT spark_hash(1, {beyond})", [f"spark_hash: value 2 of the row {says}"]
        # By default DuckDB itself accepts at most 1,000 levels.
        yield f"SELECT row_xxh3({nested(10_000)})", ["error: Parser Error"]
    deep = DEEP["values"](MAX_DEPTH + 1)
    yield f"SELECT xxh3({deep})", ["error: ", "xxh3: argument v is LIST; it takes VARCHAR or BLOB"]
    elements = f"argument list has elements of a type that is nested more than {MAX_DEPTH} levels deep"
    yield f"SELECT list_fingerprint({deep})", [f"list_fingerprint: {elements}"]
    if HAS_AGGREGATES:
        yield f"SELECT fingerprint({deep}) FROM t", [f"fingerprint: value 1 of the row {says}"]
        yield f"SELECT digest_agg({deep}, 'md5' ORDER BY i) FROM t", [f"digest_agg: value 1 of the row {says}"]


def batches():
    """Settings and statements with their expected outcomes, for each process."""
    for sql in LIMITED + (LIMITED_IN_2 if HAS_AGGREGATES else []):
        yield "SET memory_limit = '20MB'", [(sql, [f"error: {OUT_OF_MEMORY}"])]
    if not HAS_AGGREGATES:
        yield "", list(refusals())
    yield "", list(too_deep())
    if duckdb.__version__ == "1.4.5":
        # DuckDB 1.5 and 2.0 overflow their own stack here, without any extension.
        says = f"row_blake3: value 1 of the row has a type that is nested more than {MAX_DEPTH} levels deep"
        yield "SET max_expression_depth = 100000", [(f"SELECT row_blake3({DEEP['list'](10_000)})", [says])]


def main(extension):
    def wrong(batch):
        setup, cases = batch
        got = outcomes(extension, setup, [sql for sql, _ in cases])
        pairs = zip(cases, got, strict=True)
        differ = [(sql, says, got) for (sql, says), got in pairs if not all(part in got for part in says)]
        return [f"{setup} {sql[:200]}\n    gave {got[:500]}\n    not  {says}" for sql, says, got in differ]

    tests = list(batches())
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        failures = [failure for failures in pool.map(wrong, tests) for failure in failures]
    count = sum(len(cases) for _, cases in tests)
    print(f"{count} statements in DuckDB {duckdb.__version__}: {count - len(failures)} end as they should")
    if failures:
        sys.exit("\n".join(failures))


if __name__ == "__main__":
    if len(sys.argv) == 3:
        child(*sys.argv[1:])
    else:
        main(sys.argv[1])
