"""hashlane_v2 returns the values and the errors of hashlane: random calls over columns in every form that DuckDB's vectors have.

usage: host_apis.py HASHLANE HASHLANE_V2 [--calls N] [--seed N]

Errors may come earlier: hashlane_v2 checks calls when they are bound, and hashlane only where there is a row without NULL.
"""

import argparse
import collections
import os
import pathlib
import random
import sys
import tempfile

import duckdb

# Where a column's values come from, and the form in which DuckDB hands them over. Each has the columns of `source`.
FORMS = {
    "flat": "(SELECT * FROM source)",
    "dictionary": "'few.parquet'",
    "parquet": "'many.parquet'",
    "selection": "(SELECT * FROM source WHERE i % 3 = 1)",
    "sorted": "(SELECT * FROM source ORDER BY t LIMIT 3000)",
    "joined": "(SELECT source.* FROM source JOIN range(0, 9000, 7) r(k) ON i = k)",
    "constant": "(SELECT one.* EXCLUDE i, r.k AS i FROM (SELECT * FROM source WHERE i = 17) one, range(3000) r(k))",
    "nulls": "(SELECT * FROM source WHERE t IS NULL)",
    "empty": "(SELECT * FROM source WHERE i < 0)",
    "stored": "stored",
}
COLUMNS = {
    "t": "CASE WHEN i % 11 = 3 THEN NULL ELSE repeat('text ' || (i * 7919 % {few}), 1 + i % 4) END",
    "short": "(i * 31 % {few})::VARCHAR",
    "b": "CASE WHEN i % 13 = 5 THEN NULL ELSE encode('bytes ' || (i * 104729 % {few})) END",
    "n": "CASE WHEN i % 7 = 2 THEN NULL ELSE i * 7 % {few} END",
    "h": "(i * 1000003 % {few})::HUGEINT",
    "d": "(i % {few}) / 7.0",
    "c": "((i % {few}) / 7.0)::DECIMAL(9, 3)",
    "e": "(['red', 'green', 'blue'])[1 + i % 3]::colour",
    "u": "md5((i % {few})::VARCHAR)::UUID",
    "day": "DATE '2024-02-29' + (i % {few})::INTEGER",
    "moment": "TIMESTAMP '2024-02-29 12:00:00' + INTERVAL (i % {few}) MINUTE",
    "l": "CASE WHEN i % 5 = 4 THEN NULL ELSE [i % {few}, NULL, i] END",
    "texts": "['a' || (i % {few}), NULL, repeat('b', (i % 30)::INTEGER)]",
    "s": "{{'a': i % {few}, 'b': ['x' || (i % {few})]}}",
    "m": "MAP {{'k' || (i % {few}): i % 3}}",
    "pair": "[i % {few}, i % 2]::BIGINT[2]",
    "v": "INTERVAL (i % {few}) DAY",
    # Lengths that some functions treat in another way, characters of several bytes, and NUL.
    "odd": "(['', 'a', repeat('x', 16), repeat('y', 32), repeat('z', 64), repeat('é', 300), 'a' || chr(0) || 'b', chr(0), NULL])[1 + i % 9]",
    "raw": "(['\\x00'::BLOB, ''::BLOB, '\\xFF\\xFE'::BLOB, encode(repeat('q', 64)), NULL])[1 + i % 5]",
}
TEXTS = ["t", "short", "b", "e", "u", "odd", "raw"]
# What parameters of these names allow; most of the time.
ALLOWED = {
    "v": TEXTS, "name": TEXTS, "seed": ["0", "7", "n", "-1"], "level": ["1", "3", "n"], "algorithm": ["'md5'", "'sha256'", "'xxh128'"], "h": ["xxh3(t)", "n"],
    "b": ["compress(t, 'zstd')", "zstd_compress(b)", "lz4_compress(short)", "gzip_compress(t)", "b"], "max_bytes": ["1000000", "3", "n"],
    "a": ["(SELECT fingerprint(i, t) FROM source)", "minhash(texts, 8)"], "n": ["3", "16"], "k": ["4"], "p": ["4", "8"], "bands": ["2"], "fraction": ["0.5", "1"],
    "key": ["'0123456789abcdef'", "'0123456789abcdef0123456789abcdef'", "t"], "codec": ["'zstd'", "'lz4'", "'auto'", "'zstd(3)'", "'none'"],
    "signature": ["minhash(texts, 8)"], "list": ["l", "texts", "[s, NULL]", "pair"], "symbols": ["(SELECT fsst_train(t) FROM source)"],
    "dictionary": ["(SELECT zstd_train_dict(t) FROM source)"], "pack": ["(SELECT block_pack(t) FROM source WHERE i < 20)"], "i": ["1", "n", "5"],
    "unit": ["'words'", "'chars'"], "length": ["16", "64"], "context": ["'context'"], "namespace": ["'url'", "u"], "client": ["'java'"],
    "s": ["(SELECT row_sketch(8, i, t) FROM source)"], "f": ["(SELECT fingerprint(i, t) FROM source)"], "max_samples": ["100"], "chunk_bytes": ["1000"],
}
CONSTANTS = [
    "0", "1", "3", "-1", "16", "99", "NULL", "1.5", "18446744073709551615", "'md5'", "'sha256'", "'xxh3'", "'zstd'", "'zstd(3)'", "'x'", "''",
    "'0123456789abcdef'", "encode('0123456789abcdef0123456789abcdef')", "'words'", "'url'", "DATE '2024-01-01'", "[1, 2]", "?",
]
# Its results are times.
UNCOMPARABLE = {"compress_bench", "list_compress_bench"}


def connect(*extensions):
    connection = duckdb.connect(config={"allow_unsigned_extensions": True, "threads": 2})
    for extension in extensions:
        connection.execute(f"LOAD '{extension}'")
    connection.execute("CREATE TYPE colour AS ENUM ('red', 'green', 'blue')")
    return connection


def make_tables(connection):
    columns = ", ".join(f"{sql.format(few=40)} AS {name}" for name, sql in COLUMNS.items())
    connection.execute(f"CREATE TABLE source AS SELECT i, {columns} FROM range(9000) r(i)")
    many = ", ".join(f"{sql.format(few=100_000)} AS {name}" for name, sql in COLUMNS.items())
    connection.execute(f"CREATE TABLE stored AS SELECT i, {many} FROM range(9000) r(i)")


def write_files(connection):
    for name, table in ("few", "source"), ("many", "stored"):
        # DuckDB's Parquet has no type for these two.
        connection.execute(f"COPY (SELECT * REPLACE (e::VARCHAR AS e, h::BIGINT AS h) FROM {table}) TO '{name}.parquet'")


def functions(connection):
    """The functions that are not DuckDB's own: name, type, the names of the most parameters, and whether there may be others."""
    before = {name for (name,) in connect().execute("SELECT DISTINCT function_name FROM duckdb_functions()").fetchall()}
    listed = connection.execute(
        "SELECT function_name, function_type, arg_max(parameters, len(parameters)), any_value(varargs) IS NOT NULL "
        "FROM duckdb_functions() GROUP BY function_name, function_type ORDER BY ALL"
    ).fetchall()
    return [row for row in listed if row[0] not in before | UNCOMPARABLE]


def random_argument(rng, name):
    if rng.random() < 0.85 and name in ALLOWED:
        return rng.choice(ALLOWED[name])
    return rng.choice(list(COLUMNS) if rng.random() < 0.7 else CONSTANTS)


def random_call(rng, names):
    name, kind, parameters, takes_others = rng.choice(names)
    count = rng.randint(1, len(parameters)) if parameters else 0
    arguments = [random_argument(rng, parameter) for parameter in parameters[:count]]
    if takes_others and name in ("hash_bucket", "hash_sample"):
        arguments = [rng.choice(list(COLUMNS)) for _ in range(rng.randint(1, 3))] + arguments
    elif takes_others:
        arguments += [rng.choice(list(COLUMNS) if rng.random() < 0.9 else CONSTANTS) for _ in range(rng.choice([0, 1, 1, 1, 2, 3, 5]))]
    call = f"{name}({', '.join(arguments)})"
    form = FORMS[rng.choice(list(FORMS))]
    if kind == "aggregate":
        sql = rng.choice([
            "SELECT i % 5, {} FROM {} GROUP BY 1 ORDER BY 1", "SELECT 0, {} FROM {}", "SELECT i % 50, {} FILTER (i % 3 = 1) FROM {} GROUP BY 1 ORDER BY 1",
            "SELECT i, {} OVER (ORDER BY i ROWS 2 PRECEDING) FROM {} ORDER BY i LIMIT 500",
        ])
    else:
        sql = rng.choice([
            "SELECT i, {} FROM {} ORDER BY i", "SELECT i, {} FROM {} WHERE i % 2 = 0 ORDER BY i", "SELECT {}, count(*) FROM {} GROUP BY 1 ORDER BY ALL",
            "SELECT i, [{0}], {{'x': {0}}} FROM {1} ORDER BY i", "SELECT i, CASE WHEN i % 3 = 0 THEN {} END FROM {} ORDER BY i",
        ])
    return sql.format(call, form), call.count("?")


def answer(connection, sql, parameters):
    try:
        return connection.execute(sql, parameters).fetchall(), None
    except Exception as error:
        return None, f"{type(error).__name__}: {str(error).splitlines()[0]}"


def is_of_nothing(rows):
    """Whether no row had anything to compute, also where the result is within a list."""
    return all("None" in str(row) or b"" in row for row in rows)


def compare(one, other, sql, parameters):
    """Returns what a call was: equal, an error of both, the first of several errors of a call, an error that comes earlier, or different, with
    the answers."""
    rows, error = answer(one, sql, parameters)
    rows_2, error_2 = answer(other, sql, parameters)
    if error is None and error_2 is None and rows == rows_2:
        return "values", None
    # What hashlane_v2 promises that it can't fail has failed.
    if "INTERNAL" in (error_2 or ""):
        return "different", (error or rows[:3], error_2)
    if error is not None and error == error_2:
        return "errors", None
    if error and error_2 and error.split(":")[:3] == error_2.split(":")[:3]:
        return "other errors", None
    if error is None and error_2 is not None and (FORMS["empty"] in sql or is_of_nothing(rows)):
        return "earlier", None
    return "different", (error or rows[:3], error_2 or rows_2[:3])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("hashlane", type=pathlib.Path)
    parser.add_argument("hashlane_v2", type=pathlib.Path)
    parser.add_argument("--calls", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    given = parser.parse_args()
    extensions = [path.resolve() for path in (given.hashlane, given.hashlane_v2)]
    rng, seen, wrong = random.Random(given.seed), collections.Counter(), []
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        connections = [connect(extension) for extension in extensions]
        for connection in connections:
            make_tables(connection)
        write_files(connections[0])
        names = functions(connections[1])
        for _ in range(given.calls):
            sql, parameters = random_call(rng, names)
            kind, answers = compare(*connections, sql, [rng.choice(["text", 7, None, b"bytes"]) for _ in range(parameters)])
            seen[kind] += 1
            if answers:
                wrong.append((sql, *answers))
        os.chdir("/")
    for sql, one, other in wrong[:20]:
        print(f"{sql}\n  hashlane     {str(one)[:300]}\n  hashlane_v2  {str(other)[:300]}")
    print(f"{len(names)} functions, {dict(seen)} with --seed {given.seed}")
    sys.exit(bool(wrong) or seen["values"] < given.calls // 5 or seen["other errors"] > 3 + given.calls // 200)


if __name__ == "__main__":
    main()
