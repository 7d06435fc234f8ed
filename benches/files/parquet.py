"""`hashlane parquet` beside pyarrow and DuckDB, over a file in the page cache.

usage: parquet.py [ROUNDS]

TPC-H's orders, written by pyarrow with page checksums. Answers are checked before anything is timed. Then
every side runs once per round, pyarrow and DuckDB in this process, ours as a program with its start; the
least wall time of each counts. All use every core.
"""

import os
import pathlib
import subprocess
import sys
import time

import duckdb
import pyarrow.parquet as pq

ROOT = pathlib.Path(__file__).resolve().parents[2]
ORDERS = ROOT / "build" / "demo" / "orders.parquet"
FILE = ROOT / "build" / "bench" / "orders.parquet"
DAMAGED = ROOT / "build" / "bench" / "damaged.parquet"
HASHLANE = os.environ.get("HASHLANE", str(ROOT / "target" / "release" / "hashlane"))


def hashlane(*arguments):
    done = subprocess.run([HASHLANE, "parquet", *arguments], capture_output=True, text=True)
    return done.returncode, done.stdout


def read_with_pyarrow():
    pq.read_table(FILE, page_checksum_verification=True)


def hash_with_duckdb():
    duckdb.sql(f"SELECT bit_xor(hash(COLUMNS(*))) FROM '{FILE}'").fetchall()


def make():
    FILE.parent.mkdir(parents=True, exist_ok=True)
    if not FILE.exists():
        pq.write_table(pq.read_table(ORDERS), FILE, write_page_checksum=True)
    content = bytearray(FILE.read_bytes())
    content[len(content) // 2] ^= 1
    DAMAGED.write_bytes(content)


def check():
    code, text = hashlane("verify", str(FILE))
    assert code == 0 and " 0 without checksum" in text, text
    assert hashlane("verify", str(DAMAGED))[0] == 1
    prints = [hashlane("fingerprint", str(file))[1].replace(str(file), "") for file in (ORDERS, FILE)]
    assert prints[0] == prints[1] and prints[0], prints


def timed(call):
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    if not ORDERS.exists():
        sys.exit(f"{ORDERS} is missing: `make demo` makes it")
    make()
    check()
    sides = {
        "parquet verify": lambda: hashlane("verify", str(FILE)),
        "pyarrow, page_checksum_verification": read_with_pyarrow,
        "parquet verify --deep": lambda: hashlane("verify", "--deep", str(FILE)),
        "parquet fingerprint": lambda: hashlane("fingerprint", str(FILE)),
        "DuckDB, bit_xor(hash(COLUMNS(*)))": hash_with_duckdb,
    }
    times = {name: [] for name in sides}
    for _ in range(rounds):
        for name, side in sides.items():
            times[name].append(timed(side))
    least = {name: min(of) for name, of in times.items()}
    print(f"{FILE.stat().st_size / 2**20:.0f} MiB, {os.cpu_count()} cores, least of {rounds} rounds")
    for name, seconds in least.items():
        print(f"  {name:36} {seconds:7.3f} s")
    bars = [
        ("verify: speed over pyarrow's", "pyarrow, page_checksum_verification", "parquet verify", 2),
        ("fingerprint: speed over DuckDB's", "DuckDB, bit_xor(hash(COLUMNS(*)))", "parquet fingerprint", 1),
    ]
    for what, theirs, ours, bar in bars:
        ratio = least[theirs] / least[ours]
        print(f"  {what}: {ratio:.2f} (bar >= {bar}) {'met' if ratio >= bar else 'MISSED'}")


if __name__ == "__main__":
    main()
