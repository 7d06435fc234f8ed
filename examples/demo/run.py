"""The demo of `make demo`: the same SQL over real Parquet files in DuckDB and in DataFusion.

`run.py duckdb` needs the extension, `run.py datafusion` the example `demo` of hashlane-datafusion; the second compares
every row of every query with what the first has written.
"""

import csv
import itertools
import pathlib
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
OUT = ROOT / "build" / "demo"
QUERIES = sorted((ROOT / "sql" / "demo").glob("*.sql"))
RUNS = 5

# The engines' own functions beside ours, over the 1.5 million comments of orders.parquet.
CONTESTS = {
    "duckdb": [
        "sum(strlen(s))",
        "bit_xor(hash(s))",
        "bit_xor(xxh3(s))",
        "max(blake3(s))",
        "max(md5(s))",
        "max(sha256(s))",
    ],
    "datafusion": [
        "sum(octet_length(s))",
        "bit_xor(xxh3(s))",
        "max(blake3(s))",
        "max(md5(s))",
        "max(sha256(s))",
    ],
}


def duckdb_half():
    import duckdb

    connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    connection.execute(f"LOAD '{ROOT}/build/hashlane.duckdb_extension'")
    print(f"DuckDB {duckdb.__version__}")
    for query in QUERIES:
        result = connection.execute(query.read_text())
        header = [column[0] for column in result.description]
        write(query, [header, *result.fetchall()])
        show(query)
    check_reference(connection)
    connection.execute("SET threads = 1")
    connection.execute("CREATE TABLE t AS SELECT o_comment AS s FROM 'build/demo/orders.parquet'")
    times = {call: [] for call in CONTESTS["duckdb"]}
    for _, call in itertools.product(range(RUNS), times):
        start = time.perf_counter()
        connection.execute(f"SELECT {call} FROM t").fetchall()
        times[call].append(time.perf_counter() - start)
    report(times)


def check_reference(connection):
    """Compares with the packages xxhash and blake3, which share no code with DuckDB."""
    import blake3
    import xxhash

    rows = connection.execute(
        "SELECT c_name, c_comment, xxh3(c_name), xxh128_hex(c_name), blake3_hex(c_comment)"
        " FROM 'build/demo/customer.parquet'"
    ).fetchall()
    for name, comment, *ours in rows:
        name, comment = name.encode(), comment.encode()
        digest = blake3.blake3(comment).hexdigest()
        theirs = [xxhash.xxh3_64_intdigest(name), xxhash.xxh3_128_hexdigest(name), digest]
        if ours != theirs:
            sys.exit(f"{name}: {ours}\nthe reference packages have {theirs}")
    print(f"\n  xxh3, xxh128 and blake3 of all {len(rows):,} customers equal xxhash's and blake3's")


def datafusion_half():
    print("DataFusion")
    for query in QUERIES:
        compare(query, list(csv.reader(run("rows", str(query)).splitlines())))
    calls = CONTESTS["datafusion"]
    contest = [f"SELECT {call} FROM (SELECT o_comment AS s FROM 'build/demo/orders.parquet')" for call in calls]
    seconds = [float(line) for line in run("times", str(RUNS), *contest).splitlines()]
    report({call: seconds[i :: len(calls)] for i, call in enumerate(calls)})
    print("  This DataFusion is an unoptimised build; `make bench WHAT=sql` measures.")


def run(*arguments):
    program = ROOT / "target" / "debug" / "examples" / "demo"
    return subprocess.run([program, *arguments], cwd=ROOT, check=True, text=True, stdout=subprocess.PIPE).stdout


def write(query, rows):
    with open(OUT / f"{query.stem}.csv", "w", newline="") as file:
        csv.writer(file).writerows([cell(value) for value in row] for row in rows)


def cell(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


def read(query):
    with open(OUT / f"{query.stem}.csv", newline="") as file:
        return list(csv.reader(file))


def show(query):
    header, *rows = read(query)
    print(f"\n{query.relative_to(ROOT)}: {len(rows):,} rows")
    for name, *values in zip(header, *rows[:3]):
        print(f"  {name:<18}" + "  ".join(f"{value[:24]:<24}" for value in values).rstrip())
    if not rows:
        sys.exit(f"{query} has no rows")


def compare(query, rows):
    expected = read(query)
    if len(rows) != len(expected):
        sys.exit(f"{query.stem}: DuckDB has {len(expected):,} rows, DataFusion {len(rows):,}")
    for number, (ours, theirs) in enumerate(zip(rows, expected)):
        if ours != theirs:
            sys.exit(f"{query.stem}, row {number}: DataFusion {ours}\nDuckDB {theirs}")
    print(f"  {query.stem}: all {len(rows) - 1:,} rows are the same as in DuckDB")


def report(times):
    rows = int(read(ROOT / "sql" / "demo" / "orders.sql")[1][0])
    floor = next(iter(times))
    print(f"\n  ns a row over {rows:,} comments, one thread; {floor} is what reading them costs")
    for call, seconds in times.items():
        print(f"  {call:<22}{statistics.median(seconds) / rows * 1e9:8.1f}")


if __name__ == "__main__":
    {"duckdb": duckdb_half, "datafusion": datafusion_half}[sys.argv[1]]()
