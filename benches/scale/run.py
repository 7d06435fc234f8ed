"""Times `xxh3` and `fingerprint` over 10^6 to 10^9 rows in one query each, as tables for docs/scale.md.

Usage: run.py PROGRAM [ROWS…] (a release build; 10^9 rows take minutes, and disk for up to 8 bytes a row)

On one machine the rows are numbers that the query itself makes, so that nothing but the functions and the engine is measured. Then
two executors of one core each read the same numbers from Parquet files of 10 million rows, and must get the same results.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROWS_PER_FILE = 10**7
QUERIES = {
    "`xxh3`": "bit_xor(xxh3(CAST(v AS VARCHAR)))",
    "`row_xxh3`": "bit_xor(row_xxh3(v))",
    "`fingerprint`": "fingerprint(v, v % 1000)",
    "`xxh3` and `fingerprint`": "bit_xor(xxh3(CAST(v AS VARCHAR))), fingerprint(v, v % 1000)",
    # What remains without our functions.
    "`sum`": "sum(v)",
}
SECONDS = re.compile(r"statement 1: ([0-9.]+) s")


def run(program, sql, *options):
    """How long a statement takes, and what it prints."""
    command = [program, "sql", "--timer", "--csv", *options, "-c", sql]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    # The names of columns include the table's.
    return float(SECONDS.search(done.stderr)[1]), done.stdout.splitlines()[1:]


def write(program, folder, rows):
    """Parquet files of the numbers below `rows`."""
    for first in range(0, rows, ROWS_PER_FILE):
        path = folder / f"{first:012}.parquet"
        if not path.exists():
            end = min(first + ROWS_PER_FILE, rows)
            query = f"SELECT value AS v FROM range({first}, {end})"
            subprocess.run([program, "sql", "-o", path, "-c", query], check=True)


def table(program, title, counts, source, *options, expected=None):
    """Prints a line for each number of rows, and returns what the queries printed."""
    print(f"\n{title}: ns a row\n\n| rows | {' | '.join(QUERIES)} |")
    print("|---|" + "---|" * len(QUERIES))
    results = {}
    for count in counts:
        times = []
        for name, query in QUERIES.items():
            seconds, results[count, name] = run(program, f"SELECT {query} FROM {source(count)}", *options)
            times.append(seconds / count * 1e9)
        print(f"| {count:.0e} | {' | '.join(f'{time:.2f}' for time in times)} |", flush=True)
    if expected is not None and results != expected:
        sys.exit("the results differ from one machine's")
    return results


def main():
    program, *counts = sys.argv[1:]
    counts = [int(float(count)) for count in counts] or [10**6, 10**7, 10**8, 10**9]
    expected = table(program, "One process", counts, lambda count: f"range(0, {count}) AS r(v)")
    # The tests' way to start a cluster, which reads the program from the first argument.
    sys.argv[1:] = [program]
    sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "cluster" / "tests")]
    from clusters.processes import Cluster

    with tempfile.TemporaryDirectory(dir=ROOT / "build") as folder:
        folder = pathlib.Path(folder)
        sets = {count: folder / f"{count}" for count in counts}
        for count, files in sets.items():
            files.mkdir()
            write(program, files, count)
        cluster = Cluster(folder / "cluster")
        options = ["--cluster", cluster.url, "--partitions", "4"]
        table(program, "Two executors", counts, lambda count: f"'{sets[count]}/*.parquet'", *options, expected=expected)
        cluster.stop()


if __name__ == "__main__":
    main()
