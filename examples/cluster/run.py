"""The demo of `make demo WHAT=cluster`: TPC-H in a bucket, fingerprinted and deduplicated by two executors.

Usage: run.py (with the Python that has requirements.txt, after `cargo build --workspace`)

It starts an S3 server (moto), a scheduler and two executors on loopback, and stops them at the end.
"""

import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / "build" / "demo-cluster"
PROGRAM = ROOT / "target" / "debug" / "hashlane-cluster"
# The tests' way to start servers, which reads the program from the first argument.
sys.argv[1:] = [str(PROGRAM)]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "cluster" / "tests")]

from clusters.processes import Cluster  # noqa: E402
from support.program import run  # noqa: E402
from support.servers import Moto  # noqa: E402

FINGERPRINT = "SELECT count(*) AS orders, fingerprint(o_orderkey, o_custkey, o_totalprice, o_orderdate, o_comment) AS fingerprint FROM 's3://bucket/orders/*.parquet'"
QUERIES = {
    "How many files, and one fingerprint for the lake; a task for each file":
        "SELECT count(*) AS files, sum(row_count) AS row_count, "
        "xxh3_hex(string_agg(fingerprint, ',' ORDER BY fingerprint)) AS lake "
        "FROM parquet_fingerprint('s3://bucket/*/*.parquet') WHERE column_name IS NULL",
    "One fingerprint for all orders": FINGERPRINT,
    "Duplicates: days on which a clerk has several orders, by a shuffle of 16 bytes a row":
        "SELECT sum(copies) AS rows, count(*) AS different FROM "
        "(SELECT row_xxh128(o_clerk, o_orderdate) AS hash, count(*) AS copies FROM 's3://bucket/orders/*.parquet' GROUP BY 1)",
}


def generate():
    if not (DATA / "orders").exists():
        subprocess.run(
            [ROOT / "build/venv/bin/tpchgen-cli", "parquet", "--scale-factor", "0.2", "--tables", "customer,orders",
             "--parts", "8", "--output-dir", DATA],
            check=True, stdout=subprocess.DEVNULL,
        )


def shown(arguments, settings):
    done = run("sql", *arguments, **settings)
    print(done.stdout.decode(), flush=True)
    return done.stdout


def main():
    generate()
    start = time.monotonic()
    moto = Moto()
    for path in sorted(DATA.glob("*/*.parquet")):
        moto.put(path.relative_to(DATA).as_posix(), path.read_bytes())
    with tempfile.TemporaryDirectory() as folder:
        cluster = Cluster(pathlib.Path(folder), moto.settings)
        print(f"A scheduler at {cluster.url}, two executors, and a bucket at {moto.url}\n")
        on_cluster = ["--cluster", cluster.url, "--partitions", "4"]
        print("The plan, in stages:")
        shown([*on_cluster, "-c", f"EXPLAIN {FINGERPRINT}"], moto.settings)
        for title, sql in QUERIES.items():
            print(f"{title}:")
            there = shown([*on_cluster, "-c", sql], moto.settings)
            here = run("sql", "-c", sql, **moto.settings).stdout
            assert there == here, f"one machine has another result:\n{here.decode()}"
        print("One machine has the same results, byte for byte.")
        cluster.stop()
    moto.stop()
    print(f"All that was started is stopped, after {time.monotonic() - start:.0f} s.")


if __name__ == "__main__":
    main()
