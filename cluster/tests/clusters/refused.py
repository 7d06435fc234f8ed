"""A query that can't be sent to a cluster is an error of one line, and doesn't run."""

import os
import re
import signal
import subprocess
import time

from clusters.processes import HERE, Cluster, Executor, wait_until
from support.program import PROGRAM, environment, one_line, run
from support.servers import free_port


def test_refused(cluster, lake):
    fails = lambda sql, *words: one_line(cluster.sql("-c", sql, expected=1), *words)
    fails(f"SELECT * FROM table_diff('{lake}/part-000.parquet', '{lake}/part-001.parquet', 'id')", "can't be sent to a cluster")
    fails("SELECT * FROM parquet_verify('some/*.parquet')", "working folder", "some/*.parquet")
    fails(f"CREATE TABLE t AS SELECT * FROM '{lake}/part-000.parquet'", "CREATE isn't supported", "-o FILE")
    fails(f"SELECT zstd_decompress(body) FROM '{lake}/part-000.parquet'", "zstd_decompress")
    fails(f"SELECT * FROM '{lake}/missing.parquet'", "missing.parquet")
    wrong = run("sql", "--cluster", "localhost:50050", "-c", "SELECT 1", expected=1)
    one_line(wrong, "write df:// and")
    nobody = run("sql", "--cluster", f"df://127.0.0.1:{free_port()}", "-c", "SELECT 1", expected=1)
    one_line(nobody, "no scheduler answers")


def test_interrupt(cluster, slow):
    """Ctrl-C cancels the job, and the signal ends the program."""
    client = subprocess.Popen(
        [PROGRAM, "sql", "--cluster", cluster.url, "-c", slow], env=environment(**cluster.settings),
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    )
    # The scheduler names the job once it has accepted it.
    before = len(cluster.scheduler.text())
    started = lambda: re.search(r"Submitting|submitted|Job \w+", cluster.scheduler.text()[before:])
    wait_until(started, "the job starts")
    time.sleep(1)
    client.send_signal(signal.SIGINT)
    assert client.wait(timeout=20) == -signal.SIGINT, client.stderr.read()
    cancelled = lambda: "ancel" in cluster.scheduler.text()[before:]
    wait_until(cancelled, "the job is cancelled", 20)


def other_version(folder):
    """A copy of the program with another version, and this version."""
    program = HERE.read_bytes()
    stamp = re.search(rb"hashlane-plan/(\d+\.\d+\.\d+)\n", program)
    assert program.count(stamp[0]) == 1
    other = folder / "hashlane-cluster"
    other.write_bytes(program.replace(stamp[0], b"hashlane-plan/" + b"9" * len(stamp[1]) + b"\n"))
    os.chmod(other, 0o755)
    return other, stamp[1].decode()


def test_other_version(folder):
    """A scheduler or an executor of another version doesn't run a plan."""
    target = folder / "one.csv"
    target.write_text("v\na\nb\n")
    other, version = other_version(folder)
    queries = [f"SELECT xxh3(v) FROM '{target}'", f"SELECT fingerprint(v) FROM '{target}'", f"SELECT row_count FROM parquet_fingerprint('{target}')"]
    cluster = Cluster(folder / "executor", executors=0)
    cluster.executors = [Executor(cluster, "executor", program=other)]
    for sql in [*queries, f"SELECT count(*) FROM '{target}'"]:
        one_line(cluster.sql("-c", sql, expected=1), f"comes from hashlane {version}", "one version")
    cluster.stop()
    cluster = Cluster(folder / "scheduler", program=other)
    for sql in queries:
        one_line(cluster.sql("-c", sql, expected=1), f"comes from hashlane {version}", "one version")
    cluster.stop()
