"""Runs `hashlane-cluster sql` on clusters of real processes on loopback, with an S3 server.

Usage: cluster.py PROGRAM [--all] [NAME…] (with the Python that has requirements.txt and pyarrow)

Without --all only a smoke test runs: two executors, the same results as one machine. `make test WHAT=cluster` runs all, or the
tests that NAME… name.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "tests"))

from clusters import failures, joins, lake, refused, same, texts
from clusters.processes import Cluster
from support.servers import Moto

ROOT = Path(__file__).resolve().parents[2]


def test_smoke(folder):
    paths = lake.write(folder / "lake", 4, 300)
    moto = Moto()
    lake.upload(moto, "lake", paths)
    cluster = Cluster(folder / "cluster", moto.settings)
    same.test_same(cluster, str(folder / "lake"))
    same.test_same(cluster, "s3://bucket/lake", statements=same.SMALL[:3] + same.SMALL[12:14])
    same.test_output(cluster, "s3://bucket/lake", folder)
    joins.test_joins(cluster, folder / "joins")
    refused.test_refused(cluster, str(folder / "lake"))
    texts.write(folder / "texts")
    texts.upload(moto, "texts")
    for at in (folder / "texts", "s3://bucket/texts"):
        texts.test_texts(cluster, at)
    cluster.stop()
    moto.stop()


def test_partitions(folder):
    paths = lake.write(folder / "lake", 24, 2000)
    moto = Moto()
    lake.upload(moto, "lake", paths)
    cluster = Cluster(folder / "cluster", moto.settings, executors=3)
    same.test_same(cluster, "s3://bucket/lake", partitions=(1, 4, 16))
    cluster.stop()
    moto.stop()


def test_suite(folder):
    """The SQL suite: every function on rows that the scheduler sends to executors."""
    cluster = Cluster(folder / "cluster")
    environment = os.environ | {"HASHLANE_CLUSTER": cluster.url}
    command = ["cargo", "test", "--quiet", "--target-dir", ROOT / "target", "--test", "suite"]
    subprocess.run(command, cwd=ROOT / "cluster", env=environment, check=True)
    cluster.stop()


def with_files(test, files=200, rows=400):
    """A test on files in a bucket."""

    def run(folder):
        paths = lake.write(folder / "lake", files, rows)
        moto = Moto()
        lake.upload(moto, "lake", paths)
        test(folder, moto, "lake")
        moto.stop()

    return run


def test_replaced(folder):
    paths = lake.write(folder / "lake", 6, 2000)
    (other,) = lake.write(folder / "other", 1, 2001)
    moto = Moto()
    lake.upload(moto, "lake", paths)
    failures.test_replaced(folder, moto, "lake", other.read_bytes())
    moto.stop()


def test_interrupt(folder):
    lake.write(folder / "lake", 20, 2000)
    cluster = Cluster(folder / "cluster")
    files = f"'{folder}/lake/*.parquet'"
    refused.test_interrupt(cluster, f"SELECT count(*), fingerprint(a.name, b.name) FROM {files} a, {files} b")
    same.test_same(cluster, f"{folder}/lake", statements=same.SMALL[:1])
    cluster.stop()


def test_lost_results(folder):
    lake.write(folder / "lake", 8, 2000)
    failures.test_lost_results(folder, f"{folder}/lake")


def test_full_disk(folder):
    lake.write(folder / "lake", 4, 2000)
    failures.test_full_disk(folder, f"{folder}/lake")


TESTS = {
    "smoke": test_smoke,
    "partitions": test_partitions,
    "suite": test_suite,
    "killed": with_files(failures.test_killed),
    "lost results": test_lost_results,
    "scheduler restart": with_files(failures.test_scheduler_restart),
    "503": with_files(failures.test_unavailable, files=40),
    "replaced": test_replaced,
    "interrupt": test_interrupt,
    "full disk": test_full_disk,
    "other version": refused.test_other_version,
}


def main():
    names = [name for name in sys.argv[2:] if name != "--all"]
    if not names:
        names = list(TESTS) if "--all" in sys.argv else ["smoke"]
    for name in names:
        start = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            TESTS[name](Path(folder))
        print(f"cluster: {name} ok, {time.monotonic() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
