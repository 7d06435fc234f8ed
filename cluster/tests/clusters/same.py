"""A cluster prints the same bytes as one machine."""

import time

from clusters.lake import ALL
from support.program import one_line, run

# Each query has a fixed order of rows. {lake} is a folder or a key of Parquet files, {all} their columns.
SMALL = [
    "SELECT count(*), fingerprint({all}) FROM '{lake}/*.parquet'",
    "SELECT count(*), fingerprint({all}) FROM '{lake}/'",
    # A pattern that names more than a folder.
    "SELECT count(*), fingerprint({all}) FROM '{lake}/part-00[12].parquet'",
    "SELECT hash_agg(id, name, price, tags, place), fingerprint(price), fingerprint(small, paid, day, at, amount) FROM '{lake}/*.parquet'",
    "SELECT paid, count(*), fingerprint(name, body) FROM '{lake}/*.parquet' GROUP BY paid ORDER BY paid",
    # Duplicates, with a shuffle by the hash.
    "SELECT sum(n), count(*), fingerprint(h) FROM (SELECT row_xxh128({all}) AS h, count(*) AS n FROM '{lake}/*.parquet' GROUP BY 1)",
    "SELECT id, name FROM '{lake}/*.parquet' QUALIFY row_number() OVER (PARTITION BY row_xxh128(id, name) ORDER BY price, small) = 1 ORDER BY id, name LIMIT 50",
    # Keys of two tables, partition by partition.
    "SELECT count(*), count(a.h), count(b.h), count(*) FILTER (WHERE a.h <> b.h) "
    "FROM (SELECT id, min(row_xxh3_hex(name, price)) AS h FROM '{lake}/*.parquet' WHERE id % 5 <> 0 GROUP BY id) a "
    "FULL JOIN (SELECT id, max(row_xxh3_hex(name, price)) AS h FROM '{lake}/*.parquet' WHERE id % 7 <> 0 GROUP BY id) b ON a.id = b.id",
    "SELECT blake3_hex(name), xxh3(body), crc32c(name), murmur3_x64_128_hex(body), row_blake3_hex({all}) FROM '{lake}/part-001.parquet' ORDER BY id, 1, 2, 5 LIMIT 20",
    "SELECT digest_agg(row_xxh3_hex({all}), 'sha256' ORDER BY id, row_xxh3_hex({all})) FROM '{lake}/*.parquet'",
    "SELECT fingerprint(z), bool_and(zstd_decompress(z) = body) FROM (SELECT body, zstd_compress(body) AS z FROM '{lake}/*.parquet')",
    "SELECT xxh3_hex(zstd_train_dict(body)) FROM '{lake}/*.parquet'",
    "SELECT replace(file, '{lake}', ''), row_count, fingerprint FROM parquet_fingerprint('{lake}/*.parquet') WHERE column_name IS NULL ORDER BY file",
    "SELECT check_name, ok, count(*), count(DISTINCT file) FROM parquet_verify('{lake}/*.parquet', true) GROUP BY 1, 2 ORDER BY 1, 2",
    "SELECT hex, base64 FROM file_digests('{lake}/*.parquet', 'xxh128,sha256') ORDER BY 1",
    "SELECT difference, column_name, detail FROM parquet_diff('{lake}/part-000.parquet', '{lake}/part-001.parquet') ORDER BY 1, 2, 3",
    "SELECT * FROM hashlane_functions() ORDER BY name, signature",
    # No tables.
    "SELECT xxh3('hashlane'), blake3_hex(NULL)",
    "SELECT id, xxh3(name) FROM '{lake}/*.parquet' WHERE 1 = 0",
    "SELECT fingerprint(v), count(*) FROM range(0, 1000) AS r(v)",
    "SHOW datafusion.execution.collect_statistics",
]


def test_same(cluster, lake, partitions=(3,), statements=SMALL):
    for statement in statements:
        sql = statement.replace("{lake}", lake).replace("{all}", ALL)
        arguments = ["--csv", "-c", sql]
        here = run("sql", *arguments, **cluster.settings).stdout
        assert here.count(b"\n") >= 1, sql
        for count in partitions:
            there = cluster.sql(*arguments, partitions=count).stdout
            assert there == here, (sql, count, here[:600], there[:600])


def test_output(cluster, lake, folder):
    """The cluster computes the rows, and this process writes them to a file, whole or not at all."""
    query = f"SELECT id, xxh3(name) AS h FROM '{lake}/*.parquet'"
    target = folder / "written.parquet"
    cluster.sql("-o", target, "-c", query)
    count = lambda source: run(
        "sql", "--csv", "-c", f"SELECT count(*) AS n, fingerprint(id, h) AS f FROM {source}", **cluster.settings,
    ).stdout
    assert count(f"'{target}'") == count(f"({query})")
    before = target.read_bytes()
    failing = f"SELECT id, CAST(CASE WHEN id % 100 = 99 THEN 'bad' ELSE '1' END AS BIGINT) AS n FROM '{lake}/*.parquet'"
    one_line(cluster.sql("-f", "-o", target, "-c", failing, expected=1), "bad")
    one_line(cluster.sql("-o", target, "-c", query, expected=1), "-f overwrites it")
    assert target.read_bytes() == before and list(folder.glob(".hashlane*")) == []


def timed(test, *arguments):
    start = time.monotonic()
    result = test(*arguments)
    return time.monotonic() - start, result
