"""The functions in PyPI's datafusion, registered through capsules."""

import os
import pathlib
import re
import subprocess
import sys
import unittest
from unittest import mock

import datafusion
import pyarrow as pa
from datafusion import SessionConfig, SessionContext

import hashlane_datafusion
from hashlane_datafusion import _native

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "tests"))
import reference

TEXTS = ["", "a", "hashlane", "x" * 12, "y" * 13, "é" * 40, "z" * 300, *(f"customer#{i:09}" for i in range(50))]


def session(config=None):
    ctx = SessionContext(config) if config else SessionContext()
    hashlane_datafusion.register(ctx)
    return ctx


def table(ctx, name, *batches):
    ctx.register_record_batches(name, [list(batches)])


def column(ctx, sql):
    """The values of a query's only column."""
    return [value for batch in ctx.sql(sql).collect() for value in batch.column(0).to_pylist()]


def text(value):
    """A value as the examples have it."""
    if isinstance(value, bool):
        return str(value).lower()
    return "NULL" if value is None else value.hex() if isinstance(value, bytes) else str(value)


class Functions(unittest.TestCase):
    def test_every_example(self):
        ctx = session()
        examples = _native.examples()
        self.assertGreater(len(examples), 150)
        for sql, result in examples:
            sql = re.sub(r"unhex\('([^']*)'\)", r"decode('\1', 'hex')", sql)
            with self.subTest(sql):
                self.assertEqual([text(value) for value in column(ctx, f"SELECT {sql}")], [result])

    def test_layouts_with_nulls(self):
        """Offsets, views, dictionaries and slices, of text and of bytes."""
        ctx = session()
        values = [None, *TEXTS, None]
        names = ("xxh3", "xxh128", "blake3", "crc32c")
        wanted = {name: [reference.text(name, value.encode()) for value in TEXTS] for name in names}
        arrays = {
            "offsets": pa.array(values), "large": pa.array(values, pa.large_string()), "views": pa.array(values, pa.string_view()),
            "dictionary": pa.array(values).dictionary_encode(), "slice": pa.array(["before", *values, "after"])[1:-1],
            "bytes": pa.array([v if v is None else v.encode() for v in values]),
        }
        for layout, array in arrays.items():
            table(ctx, layout, pa.record_batch({"v": array}))
            for name, digests in wanted.items():
                with self.subTest(layout=layout, name=name):
                    found = column(ctx, f"SELECT {name}(v) FROM {layout}")
                    self.assertEqual([found[0], found[-1]], [None, None])
                    self.assertEqual([text(value) for value in found[1:-1]], digests)

    def test_empty_batches(self):
        ctx = session()
        table(ctx, "empty", pa.record_batch({"v": pa.array([], pa.string())}))
        self.assertEqual(column(ctx, "SELECT xxh3(v) FROM empty"), [])
        self.assertEqual(column(ctx, "SELECT fingerprint(v) FROM empty"), ["hl1:0:" + "0" * 32])

    def test_parameters_may_be_columns(self):
        ctx = session()
        batch = pa.record_batch({"v": ["a", "b"], "algorithm": ["md5", "sha256"], "seed": pa.array([1, 2], pa.uint64())})
        table(ctx, "t", batch)
        wanted = [reference.ALGORITHMS["md5"](b"a"), reference.ALGORITHMS["sha256"](b"b")]
        self.assertEqual(column(ctx, "SELECT digest(v, algorithm) FROM t"), wanted)
        each = column(ctx, "SELECT xxh3('a', 1)") + column(ctx, "SELECT xxh3('b', 2)")
        self.assertEqual(column(ctx, "SELECT xxh3(v, seed) FROM t"), each)

    def test_a_constant_dictionary(self):
        ctx = session()
        batch = pa.record_batch({"v": [f"value {i * i}" for i in range(5000)]})
        table(ctx, "t", batch)
        trained = "(SELECT arrow_cast(zstd_train_dict(v, 1024), 'BinaryView') FROM t)"
        sql = f"SELECT zstd_decompress_text(zstd_compress(v, 3, {trained}), {trained}) AS v FROM t"
        self.assertEqual(column(ctx, sql), batch.column(0).to_pylist())

    def test_errors_are_python_exceptions(self):
        ctx = session()
        for sql, words in [
            ("SELECT digest('a', 'sha257')", "sha257"),
            ("SELECT xxh3(42)", "row_xxh3"),
            ("SELECT zstd_decompress(arrow_cast('no frame', 'Binary'))", "zstd"),
        ]:
            with self.subTest(sql), self.assertRaisesRegex(Exception, words):
                ctx.sql(sql).collect()


class Aggregates(unittest.TestCase):
    def test_partitions_and_groups_agree(self):
        """The fingerprints of groups over several threads and batches, beside the list form over the same rows."""
        ctx = session(SessionConfig().with_target_partitions(4))
        batches = [
            pa.record_batch({"k": [(i + j) % 7 for i in range(1000)], "v": [None if i % 11 == 0 else f"v{i * j}" for i in range(1000)]})
            for j in range(8)
        ]
        ctx.register_record_batches("t", [batches[:4], batches[4:]])
        groups = "SELECT {} FROM t GROUP BY k ORDER BY k"
        found = column(ctx, groups.format("fingerprint(k, v)"))
        self.assertEqual(len(set(found)), 7)
        self.assertEqual(found, column(ctx, groups.format("list_fingerprint(array_agg(named_struct('k', k, 'v', v)))")))

    def test_ordered(self):
        ctx = session()
        table(ctx, "t", pa.record_batch({"n": [3, 1, 2], "v": ["c", "a", "b"]}))
        packed = "SELECT block_values_text(block_pack(v ORDER BY n)) FROM t"
        self.assertEqual(column(ctx, packed), [["a", "b", "c"]])


class Versions(unittest.TestCase):
    def test_another_major_version_is_refused(self):
        for version in ("54.0.0", "56.1.0", "5.5.0"):
            with mock.patch.object(datafusion, "__version__", version):
                with self.subTest(version), self.assertRaisesRegex(ImportError, f"needs datafusion 55, and {version}"):
                    hashlane_datafusion.register(SessionContext())

    def test_without_datafusion(self):
        with mock.patch.dict(sys.modules, {"datafusion": None}):
            with self.assertRaisesRegex(ImportError, "pip install 'datafusion==55"):
                hashlane_datafusion.register(None)

    def test_an_instruction_set_that_is_missing(self):
        code = "import datafusion, hashlane_datafusion; hashlane_datafusion.register(datafusion.SessionContext())"
        done = subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "HASHLANE_ISA": "avx1024"}, stderr=subprocess.PIPE, text=True
        )
        self.assertEqual(done.returncode, 1)
        self.assertIn("ValueError", done.stderr)
        self.assertIn("avx1024", done.stderr)


if __name__ == "__main__":
    unittest.main()
