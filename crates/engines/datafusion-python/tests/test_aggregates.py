"""The aggregates in PyPI's datafusion, registered through capsules."""

import collections
import hashlib
import pathlib
import random
import subprocess
import sys
import unittest

import pyarrow as pa
import xxhash
from datafusion import RuntimeEnvBuilder, SessionConfig

from sessions import column, rows, session, table

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[4] / "tests/vectors"))
import row_encoding

ROWS, GROUPS = 40_000, 3_000


def made(seed=1):
    """Batches of groups k, values v with NULLs, and numbers n that order the rows."""
    random.seed(seed)
    numbers = random.sample(range(ROWS), ROWS)
    batches = []
    for start in range(0, ROWS, ROWS // 8):
        n = numbers[start : start + ROWS // 8]
        k = pa.array([i % GROUPS if i % 31 else None for i in n], pa.int64())
        v = pa.array([f"value {i * i}" if i % 11 else None for i in n], pa.string_view())
        batches.append(pa.record_batch({"k": k, "v": v, "n": pa.array(n, pa.int64())}))
    return batches


BATCHES = made()


def groups(batches, *columns, where=lambda n: True):
    """The encoded rows of each group, by group, in order of n."""
    found = collections.defaultdict(list)
    for batch in batches:
        encoded = row_encoding.rows([batch.column(name) for name in columns])
        for k, n, row in zip(batch.column("k").to_pylist(), batch.column("n").to_pylist(), encoded):
            if where(n):
                found[k].append((n, row))
    return {k: [row for _, row in sorted(group)] for k, group in found.items()}


def fingerprint(encoded):
    total = sum(map(xxhash.xxh3_128_intdigest, encoded)) % 2**128
    return f"hl1:{len(encoded)}:{total:032x}"


# By name: how a session aggregates. Groups go through a partial and a final stage, straight to the final one, through
# small batches, and through files.
CONFIGS = {
    "one partition": lambda: SessionConfig().with_target_partitions(1),
    "four partitions": lambda: SessionConfig().with_target_partitions(4),
    "small batches": lambda: SessionConfig().with_target_partitions(4).with_batch_size(100),
    "no partial stage": lambda: SessionConfig()
    .with_target_partitions(4)
    .with_batch_size(100)
    .set("datafusion.execution.skip_partial_aggregation_probe_rows_threshold", "0")
    .set("datafusion.execution.skip_partial_aggregation_probe_ratio_threshold", "0"),
}


class Groups(unittest.TestCase):
    def sessions(self):
        for name, config in CONFIGS.items():
            ctx = session(config())
            table(ctx, "t", *BATCHES)
            yield name, ctx

    def test_groups(self):
        expected = {k: fingerprint(group) for k, group in groups(BATCHES, "k", "v").items()}
        self.assertGreater(len(expected), GROUPS - 1)
        for name, ctx in self.sessions():
            with self.subTest(name):
                found = rows(ctx, "SELECT k, fingerprint(k, v) FROM t GROUP BY k")
                self.assertEqual(dict(found), expected)
                self.assertEqual(len(found), len(expected))

    def test_filters(self):
        expected = {k: fingerprint(group) for k, group in groups(BATCHES, "v", where=lambda n: n % 7 == 0).items()}
        for name, ctx in self.sessions():
            with self.subTest(name):
                found = rows(ctx, "SELECT k, fingerprint(v) FILTER (WHERE n % 7 = 0) FROM t GROUP BY k")
                self.assertEqual({k: f for k, f in found if f != fingerprint([])}, expected)

    def test_a_whole_table(self):
        expected = fingerprint([row for group in groups(BATCHES, "v").values() for row in group])
        for name, ctx in self.sessions():
            with self.subTest(name):
                self.assertEqual(column(ctx, "SELECT fingerprint(v) FROM t"), [expected])
                hashed = column(ctx, "SELECT hash_agg(v) FROM t")
                self.assertEqual([value.hex() for value in hashed], [expected.split(":")[2]])

    def test_order(self):
        expected = {
            k: hashlib.sha256(b"".join(group)).digest() for k, group in groups(BATCHES, "v").items() if k is None or k < 20
        }
        for name, ctx in self.sessions():
            with self.subTest(name):
                found = rows(ctx, "SELECT k, digest_agg(v, 'sha256' ORDER BY n) FROM t WHERE k < 20 OR k IS NULL GROUP BY k")
                self.assertEqual(dict(found), expected)
                packed = column(ctx, "SELECT block_values_text(block_pack(v ORDER BY n DESC)) FROM t WHERE k = 7")
                values = [f"value {n * n}" if n % 11 else None for n in range(ROWS) if n % GROUPS == 7 and n % 31]
                self.assertEqual(packed, [values[::-1]])

    def test_windows(self):
        ctx = session()
        batch = pa.record_batch({"n": [1, 2, 3, 4], "v": ["a", None, "c", "d"]})
        table(ctx, "t", batch)
        encoded = row_encoding.rows([batch.column("v")])
        sliding = "SELECT fingerprint(v) OVER (ORDER BY n ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM t ORDER BY n"
        self.assertEqual(column(ctx, sliding), [fingerprint(encoded[max(i - 1, 0) : i + 1]) for i in range(4)])
        growing = "SELECT fingerprint(v) OVER (ORDER BY n) FROM t ORDER BY n"
        self.assertEqual(column(ctx, growing), [fingerprint(encoded[: i + 1]) for i in range(4)])

    def test_a_correlated_subquery(self):
        ctx = session()
        table(ctx, "t", pa.record_batch({"k": [1], "v": ["a"]}))
        table(ctx, "s", pa.record_batch({"k": [1, 2]}))
        expected = fingerprint(row_encoding.rows([pa.array(["a"])]))
        sql = "SELECT (SELECT fingerprint(v) FROM t WHERE t.k = s.k) FROM s ORDER BY k"
        # In Rust the second is the fingerprint of no rows; datafusion-ffi knows no results for that. README.md says so.
        self.assertEqual(column(ctx, sql), [expected, None])

    def test_files(self):
        """Groups that don't fit in memory."""
        batches = [
            pa.record_batch({"k": pa.array(range(start, start + 50_000)), "v": ["v"] * 50_000}) for start in range(0, 400_000, 50_000)
        ]
        runtime = RuntimeEnvBuilder().with_disk_manager_os().with_fair_spill_pool(16_000_000)
        # One partition, because a repartition that spills can hang in DataFusion 55: https://github.com/apache/datafusion/issues/24883
        ctx = session(SessionConfig().with_target_partitions(1), runtime)
        table(ctx, "t", *batches, *batches)
        [(groups, fewest, most)] = rows(
            ctx, "SELECT count(*), min(f), max(f) FROM (SELECT substr(fingerprint(v), 1, 6) AS f FROM t GROUP BY k)"
        )
        self.assertEqual((groups, fewest, most), (400_000, "hl1:2:", "hl1:2:"))


# A query with a pool, in a process of its own: prints its rows or error, and by how many MB the process has grown.
OWN_PROCESS = """
import resource, sys
import pyarrow as pa
from datafusion import RuntimeEnvBuilder, SessionConfig
from sessions import rows, session, table

runtime = RuntimeEnvBuilder().with_disk_manager_os().with_fair_spill_pool(int(sys.argv[1]))
ctx = session(SessionConfig().with_target_partitions(1), runtime)
table(ctx, "t", *(pa.record_batch({"k": pa.array(range(start, start + 10_000))}) for start in range(0, 40_000, 10_000)))
resident = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
before = resident()
try:
    print(rows(ctx, sys.argv[2]), end=" ")
except Exception as error:
    print(str(error).splitlines()[0], end=" ")
print(resident() - before)
"""


class Memory(unittest.TestCase):
    def run_in(self, pool, sql):
        command = [sys.executable, "-c", OWN_PROCESS, str(pool), sql]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        outcome, grown = done.stdout.rsplit(" ", 1)
        if sys.platform == "linux":
            self.assertLess(int(grown), 2 * pool // 1_000_000, outcome)
        return outcome

    def test_many_sketches(self):
        """40,000 sketches, which would take 1,600 MB at once."""
        sql = "SELECT count(*), min(n) FROM (SELECT length(encode(row_sketch(8, k), 'hex')) AS n FROM t GROUP BY k)"
        # docs/sketch-format.md: 8 bytes, 4 times 2^8 cells of 40, 8 bytes.
        self.assertEqual(self.run_in(600_000_000, sql), str([(40_000, 2 * (8 + 4 * 256 * 40 + 8))]))
        self.assertRegex(self.run_in(100_000_000, sql), "[Rr]esources exhausted|allocat")

    def test_results_beyond_an_array(self):
        """An array has at most 2 GiB: an error, and no panic."""
        ctx = session(SessionConfig().with_target_partitions(1))
        table(ctx, "t", pa.record_batch({"k": pa.array(range(13))}))
        with self.assertRaisesRegex(Exception, "row_sketch: the results of a batch take at least"):
            rows(ctx, "SELECT k, row_sketch(20, k) FROM t GROUP BY k")


class Samples(unittest.TestCase):
    def test_no_rows(self):
        ctx = session()
        table(ctx, "t", pa.record_batch({"v": pa.array([], pa.string())}))
        found = rows(ctx, "SELECT fingerprint(v), hash_agg(v), zstd_train_dict(v), block_pack(v) FROM t")
        self.assertEqual(found, [(fingerprint([]), bytes(16), None, None)])

    def test_dictionaries(self):
        values = [None if i % 17 == 0 else f'{{"user": {i % 97}, "event": "click", "at": {i * i}}}' for i in range(4_000)]
        trained = set()
        for partitions in (1, 4):
            ctx = session(SessionConfig().with_target_partitions(partitions))
            table(ctx, "t", *(pa.record_batch({"v": values[i::partitions]}) for i in range(partitions)))
            [(dictionary, symbols, codecs)] = rows(ctx, "SELECT zstd_train_dict(v, 1024), fsst_train(v), compress_bench(v) FROM t")
            trained.add((dictionary, symbols))
            self.assertIn("zstd", {measured["codec"] for measured in codecs})
        # The same for any partitions. The magic number is that of RFC 8878.
        [(dictionary, _)] = trained
        self.assertLessEqual(len(dictionary), 1024)
        self.assertEqual(dictionary[:4], bytes.fromhex("37a430ec"))

    def test_errors_are_python_exceptions(self):
        ctx = session()
        table(ctx, "t", pa.record_batch({"n": [1, 2], "v": ["a", "b"]}))
        for sql, words in [
            ("SELECT fingerprint(DISTINCT v), count(n) FROM t", "DISTINCT is not supported"),
            ("SELECT digest_agg(v, 'sha257' ORDER BY n) FROM t", "argument algorithm is 'sha257'"),
            ("SELECT digest_agg(v, 'sha256') FROM t", "ORDER BY"),
            ("SELECT zstd_train_dict(v, n) FROM t", "argument max_bytes is not the same in all rows"),
            ("SELECT fingerprint() FROM t", "wrong number of arguments: 0"),
        ]:
            with self.subTest(sql), self.assertRaisesRegex(Exception, words):
                ctx.sql(sql).collect()
        self.assertEqual(column(ctx, "SELECT count(*) FROM t"), [2])


if __name__ == "__main__":
    unittest.main()
