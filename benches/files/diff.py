"""`hashlane diff` beside a full outer join and EXCEPT in DuckDB, over two Parquet files in the page cache.

usage: diff.py [MILLIONS [ROUNDS [SIDE…]]]

Both files have the given number of rows and 10 columns, and 1,000 values differ. Every side runs as a program of its
own, once per round; the least wall time and the greatest peak of resident memory of each count. The answers are compared
in each run. The files are removed at the end.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import duckdb

ROOT = pathlib.Path(__file__).resolve().parents[2]
HASHLANE = os.environ.get("HASHLANE", str(ROOT / "target" / "release" / "hashlane"))
CHANGED = 1000
# The column that changes in each row whose number is a multiple of rows / CHANGED.
COLUMNS = {
    "id": "i",
    "customer": "(hash(i) % 1000000)::INTEGER",
    "product": "(hash(i + 1) % 50000)::INTEGER",
    "quantity": "(hash(i + 2) % 100)::SMALLINT",
    "price": "(hash(i + 3) % 10000000 / 100)::DECIMAL(12, 2)",
    "discount": "(hash(i + 4) % 1000000) / 1e6",
    "day": "DATE '2020-01-01' + (hash(i + 5) % 2000)::INTEGER",
    "created": "TIMESTAMP '2020-01-01' + to_microseconds((hash(i + 6) % 100000000000000)::BIGINT)",
    "status": "['open', 'paid', 'shipped', 'returned', NULL][1 + (hash(i + 7) % 5)::INTEGER]",
    "comment": "'order ' || hash(i + 8)",
}
CHANGES = {"customer": "-1", "price": "price + 1", "status": "'lost'", "comment": "NULL"}
MAX_BYTES = 1 << 30


def paths(folder):
    return [pathlib.Path(folder) / f"{side}.parquet" for side in ("left", "right")]


def make(folder, rows):
    """Writes the files."""
    left, right = paths(folder)
    connection = duckdb.connect(config={"preserve_insertion_order": True})
    columns = ", ".join(f"{value} AS {name}" for name, value in COLUMNS.items())
    connection.execute(f"COPY (SELECT {columns} FROM range({rows}) t(i)) TO '{left}'")
    step = rows // CHANGED
    changes = ", ".join(
        f"CASE WHEN id % {step} = 7 AND id // {step} % {len(CHANGES)} = {at} THEN {value} ELSE {name} END AS {name}"
        for at, (name, value) in enumerate(CHANGES.items())
    )
    connection.execute(f"COPY (SELECT * REPLACE ({changes}) FROM '{left}') TO '{right}'")


def joined(left, right):
    differs = " OR ".join(f"l.{name} IS DISTINCT FROM r.{name}" for name in COLUMNS)
    columns = ", ".join(f"l.{name}, r.{name}" for name in COLUMNS)
    sql = f"SELECT {columns} FROM '{left}' l FULL OUTER JOIN '{right}' r ON l.id = r.id WHERE {differs}"
    print(len(duckdb.sql(sql).fetchall()))


def excepted(left, right):
    sql = f"(FROM '{left}' EXCEPT FROM '{right}') UNION ALL (FROM '{right}' EXCEPT FROM '{left}')"
    print(len(duckdb.sql(sql).fetchall()) // 2)


def compared(left, right):
    os.execv(HASHLANE, [HASHLANE, "diff", str(left), str(right), "--key", "id", "--json"])


SIDES = {"hashlane diff": compared, "DuckDB, full outer join": joined, "DuckDB, EXCEPT and UNION": excepted}


def run(side, files):
    """The wall time in seconds and the peak of resident memory in bytes of a side in a process of its own."""
    start = time.perf_counter()
    command = [sys.executable, __file__, "--side", side, *map(str, files)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    out = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    code = process.returncode = os.waitstatus_to_exitcode(status)
    if side == "hashlane diff":
        lines = [json.loads(line) for line in out.splitlines()]
        assert code == 1 and all(line["change"] == "changed" for line in lines), (code, out[:1000])
        found = len(lines)
    else:
        assert code == 0, side
        found = int(out)
    assert found == CHANGED, (side, found)
    return seconds, usage.ru_maxrss * 1024


def main():
    rows = int(float(sys.argv[1]) * 1e6) if len(sys.argv) > 1 else 20_000_000
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    sides = sys.argv[3:] or list(SIDES)
    build = ROOT / "build" / "bench"
    build.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=build) as folder:
        # By a process of its own: what a program's parent has resident counts as its peak as well.
        subprocess.run([sys.executable, __file__, "--make", folder, str(rows)], check=True)
        files = paths(folder)
        size = sum(file.stat().st_size for file in files)
        runs = {side: [] for side in sides}
        for _ in range(rounds):
            for side in sides:
                runs[side].append(run(side, files))
    print(f"{rows / 1e6:g} million rows a side, {size / 2**20:.0f} MiB, {os.cpu_count()} cores, least of {rounds} rounds")
    least = {side: min(seconds for seconds, _ in of) for side, of in runs.items()}
    peak = {side: max(bytes_ for _, bytes_ in of) for side, of in runs.items()}
    for side in sides:
        print(f"  {side:26} {least[side]:7.2f} s {peak[side] / 2**20:8.0f} MiB")
    ours, *others = sides
    for other in others:
        ratio = least[other] / least[ours]
        print(f"  speed over {other}: {ratio:.2f} (bar > 1) {'met' if ratio > 1 else 'MISSED'}")
    if rows == 20_000_000:
        print(f"  peak memory: (bar <= 1024 MiB) {'met' if peak[ours] <= MAX_BYTES else 'MISSED'}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--side"]:
        SIDES[sys.argv[2]](*sys.argv[3:])
    elif sys.argv[1:2] == ["--make"]:
        make(sys.argv[2], int(sys.argv[3]))
    else:
        main()
