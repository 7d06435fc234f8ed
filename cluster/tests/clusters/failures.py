"""Executors, schedulers and stores that fail: the right answer later, or an error of one line."""

import threading
import time

from clusters.lake import ALL
from clusters.processes import Cluster, Executor
from clusters.same import timed
from support.program import one_line, run
from support.proxy import UNAVAILABLE, Proxy


def print_of(lake):
    return f"SELECT count(*), sum(row_count), xxh3_hex(string_agg(fingerprint, ',' ORDER BY fingerprint)) FROM parquet_fingerprint('{lake}/*.parquet')"


def scan_of(lake):
    return f"SELECT count(*), fingerprint({ALL}) FROM '{lake}/*.parquet'"


def delayed(server, seconds):
    """An address of a server whose answers are delayed, so that work lasts longer than it takes to notice a loss."""
    proxy = Proxy(server.port)
    proxy.before = lambda request: time.sleep(seconds) if request.startswith("GET") else None
    return proxy


def test_killed(folder, server, key):
    """An executor dies in the middle of a fingerprint of many files."""
    proxy = delayed(server, 0.02)
    settings = server.settings | {"AWS_ENDPOINT_URL": proxy.url}
    lake = f"s3://bucket/{key}"
    for name, sql in [("parquet_fingerprint", print_of(lake)), ("fingerprint", scan_of(lake))]:
        arguments = ["--csv", "-c", sql]
        expected = run("sql", *arguments, **server.settings).stdout
        cluster = Cluster(folder / f"killed-{name}", settings)
        cluster.sql("-c", "SELECT 1")
        whole, result = timed(cluster.sql, *arguments)
        assert result.stdout == expected
        timer = threading.Timer(whole / 3, cluster.executors[0].kill)
        timer.start()
        cut, result = timed(cluster.sql, *arguments)
        timer.join()
        assert result.stdout == expected, (name, result.stdout, expected)
        print(f"cluster: {name}, an executor killed: {whole:.1f} s, then {cut:.1f} s, {cut / whole:.2f} times", flush=True)
        assert cut <= 2.5 * whole, (name, whole, cut)
        cluster.stop()
    proxy.stop()


def test_lost_results(folder, lake):
    """An executor dies while another stage reads its results: the right rows or one line, and the next query runs."""
    name = "hexdigest(repeat(name, 20000), 'sha256')"
    sql = f"SELECT sum(n), fingerprint(h) FROM (SELECT count(*) AS n, {name} AS h FROM '{lake}/*.parquet' GROUP BY name)"
    arguments = ["--csv", "-c", sql]
    expected = run("sql", *arguments).stdout
    cluster = Cluster(folder / "lost")
    whole, result = timed(cluster.sql, *arguments)
    assert result.stdout == expected
    cancelled = 0
    for part in (0.3, 0.5, 0.7):
        timer = threading.Timer(whole * part, cluster.executors.pop(0).kill)
        timer.start()
        done = cluster.sql(*arguments, expected=None)
        timer.join()
        cluster.executors.append(Executor(cluster, f"after-{part}"))
        if done.returncode:
            one_line(done, "an executor whose results it had read was lost")
            cancelled += 1
        else:
            assert done.stdout == expected, (part, done.stdout, expected)
        assert cluster.sql(*arguments).stdout == expected
    print(f"cluster: an executor lost in a query of {whole:.1f} s, cancelled {cancelled} of 3 times", flush=True)
    cluster.stop()


def test_scheduler_restart(folder, server, key):
    """If the scheduler is down, a client reports one line. When it is back, so are the executors."""
    proxy = delayed(server, 0.02)
    settings = server.settings | {"AWS_ENDPOINT_URL": proxy.url}
    arguments = ["--csv", "-c", print_of(f"s3://bucket/{key}")]
    expected = run("sql", *arguments, **server.settings).stdout
    cluster = Cluster(folder / "restarted", settings)
    timer = threading.Timer(1.5, cluster.scheduler.kill)
    timer.start()
    done = cluster.sql(*arguments, expected=1)
    assert done.stdout == b"", done.stdout
    one_line(done)
    timer.join()
    cluster.start_scheduler()
    assert cluster.sql(*arguments).stdout == expected
    cluster.stop()
    proxy.stop()


def test_unavailable(folder, server, key):
    """The store answers 503 for three seconds."""
    proxy = Proxy(server.port)
    settings = server.settings | {"AWS_ENDPOINT_URL": proxy.url}
    cluster = Cluster(folder / "unavailable", settings)
    for sql in [print_of(f"s3://bucket/{key}"), scan_of(f"s3://bucket/{key}")]:
        arguments = ["--csv", "-c", sql]
        expected = run("sql", *arguments, **server.settings).stdout
        seen = []

        def before(request):
            if request.startswith("GET") and "list-type" not in request:
                seen.append(time.monotonic())
                if len(seen) > 20 and seen[-1] < seen[20] + 3:
                    return UNAVAILABLE

        proxy.before = before
        assert cluster.sql(*arguments).stdout == expected
        assert len(seen) > 21, "the store was not down"
        proxy.before = lambda request: None
    cluster.stop()
    proxy.stop()


def test_replaced(folder, server, key, other):
    """An object is replaced after the scheduler has listed it: an error, never mixed versions."""
    proxy = Proxy(server.port)
    settings = server.settings | {"AWS_ENDPOINT_URL": proxy.url}
    cluster = Cluster(folder / "replaced", settings)
    arguments = ["--csv", "-c", scan_of(f"s3://bucket/{key}")]
    before = run("sql", *arguments, **server.settings).stdout
    seen = []

    def watch(request):
        seen.append("list-type" in request)
        # The client has listed the objects and read their footers, and the scheduler has listed them. Tasks come to the
        # last object last.
        if len(seen) == watch.at:
            server.put(f"{key}/part-005.parquet", other)

    watch.at = 0
    proxy.before = watch
    assert cluster.sql(*arguments).stdout == before
    # The request after the last listing.
    watch.at, seen[:] = len(seen) - seen[::-1].index(True) + 1, []
    done = cluster.sql(*arguments, expected=1)
    one_line(done, "part-005.parquet: changed while it was read")
    proxy.before = lambda request: None
    after = run("sql", *arguments, **server.settings).stdout
    assert after != before and cluster.sql(*arguments).stdout == after
    cluster.stop()
    proxy.stop()


def test_full_disk(folder, lake):
    """A shuffle that doesn't fit on a disk is an error of one line, or runs where it fits."""
    sql = f"SELECT count(*), fingerprint(h) FROM (SELECT row_xxh128({ALL}) AS h, min(body) FROM '{lake}/*.parquet' GROUP BY 1)"
    arguments = ["--csv", "-c", sql]
    expected = run("sql", *arguments).stdout
    cluster = Cluster(folder / "full", executors=0)
    cluster.executors = [Executor(cluster, "small", bytes_per_file=20_000)]
    done = cluster.sql(*arguments, expected=1)
    assert done.stdout == b"", done.stdout
    one_line(done, "File too large")
    cluster.executors.append(Executor(cluster, "large"))
    cluster.executors[0].kill()
    assert cluster.sql(*arguments).stdout == expected
    cluster.stop()
