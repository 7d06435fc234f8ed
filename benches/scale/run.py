"""Times `xxh3` and `fingerprint` over 10^6 to 10^9 rows in one query each, as a line of a table for docs/scale.md.

Usage: run.py PROGRAM [ROWS…] (a release build; 10^9 rows take minutes)

The rows are numbers that the query itself makes, so that nothing but the functions and the engine is measured.
"""

import re
import subprocess
import sys

QUERIES = {
    "xxh3": "SELECT bit_xor(xxh3(CAST(v AS VARCHAR))) FROM range(0, {rows}) AS r(v)",
    "row_xxh3": "SELECT bit_xor(row_xxh3(v)) FROM range(0, {rows}) AS r(v)",
    "fingerprint": "SELECT fingerprint(v, v % 1000) FROM range(0, {rows}) AS r(v)",
    # What remains without our functions.
    "sum": "SELECT sum(v) FROM range(0, {rows}) AS r(v)",
}
SECONDS = re.compile(r"statement 1: ([0-9.]+) s")


def seconds(program, sql):
    done = subprocess.run([program, "sql", "--timer", "-c", sql], capture_output=True, text=True, check=True)
    return float(SECONDS.search(done.stderr)[1])


def main():
    program, *rows = sys.argv[1:]
    rows = [int(float(count)) for count in rows] or [10**6, 10**7, 10**8, 10**9]
    print(f"| rows | {' | '.join(f'{name}, ns a row' for name in QUERIES)} |")
    print("|---|" + "---|" * len(QUERIES))
    for count in rows:
        times = [seconds(program, sql.format(rows=count)) / count * 1e9 for sql in QUERIES.values()]
        print(f"| {count:.0e} | {' | '.join(f'{time:.2f}' for time in times)} |", flush=True)


if __name__ == "__main__":
    main()
