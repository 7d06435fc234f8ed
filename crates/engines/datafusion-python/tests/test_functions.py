"""The scalar functions in PyPI's datafusion, registered through capsules."""

import concurrent.futures
import gzip
import hashlib
import lzma
import re
import unittest
import zlib

import blake3
import pyarrow as pa
import xxhash
from datafusion import SessionConfig, SessionContext, col, lit

import hashlane_datafusion
from hashlane_datafusion import _native
from sessions import TEXTS, bytes_layouts, column, rows, session, table, text, text_layouts

VALUES = [None, *TEXTS, None]
BYTES = [None, b"", b"\xff\x00", *(text.encode() for text in TEXTS), bytes(5000)]

REFERENCES = {
    "xxh3(v)": xxhash.xxh3_64_intdigest,
    "xxh3(v, 7)": lambda data: xxhash.xxh3_64_intdigest(data, 7),
    "xxh128_hex(v)": xxhash.xxh3_128_hexdigest,
    "blake3(v)": lambda data: blake3.blake3(data).digest(),
    "blake3(v, 100)": lambda data: blake3.blake3(data).digest(100),
    "crc32(v)": zlib.crc32,
    "digest(v, 'sha256')": lambda data: hashlib.sha256(data).digest(),
    "hexdigest(v, 'md5')": lambda data: hashlib.md5(data).hexdigest(),
}

# Compressors, with decompressors of others.
CODECS = {"gzip": gzip.decompress, "zlib": zlib.decompress, "xz": lzma.decompress}
ROUND_TRIPS = ["zstd", "lz4", "lz4_block", "gzip", "zlib", "snappy", "brotli", "xz"]


def encoded(value):
    return value.encode() if isinstance(value, str) else value


class Values(unittest.TestCase):
    def test_every_example(self):
        ctx = session()
        examples = _native.examples()
        self.assertGreater(len(examples), 150)
        for sql, result in examples:
            sql = re.sub(r"unhex\('([^']*)'\)", r"decode('\1', 'hex')", sql)
            with self.subTest(sql):
                self.assertEqual([text(value) for value in column(ctx, f"SELECT {sql}")], [result])

    def test_layouts(self):
        ctx = session()
        for layout, array in [*text_layouts(VALUES).items(), *bytes_layouts(BYTES).items()]:
            table(ctx, "t", pa.record_batch({"v": array}))
            values = [encoded(value) for value in array.to_pylist()]
            for call, reference in REFERENCES.items():
                with self.subTest(layout=layout, type=array.type, call=call):
                    expected = [None if value is None else reference(value) for value in values]
                    self.assertEqual(column(ctx, f"SELECT {call} FROM t"), expected)

    def test_codecs(self):
        ctx = session()
        for layout, array in text_layouts(VALUES).items():
            table(ctx, "t", pa.record_batch({"v": array}))
            values = array.to_pylist()
            for codec in ROUND_TRIPS:
                with self.subTest(layout=layout, codec=codec):
                    sql = f"SELECT {codec}_decompress_text({codec}_compress(v)) FROM t"
                    self.assertEqual(column(ctx, sql), values)
            for codec, decompress in CODECS.items():
                with self.subTest(layout=layout, codec=codec):
                    compressed = column(ctx, f"SELECT {codec}_compress(v) FROM t")
                    self.assertEqual([c and decompress(c).decode() for c in compressed], values)

    def test_null_literals(self):
        ctx = session()
        for call in REFERENCES:
            with self.subTest(call):
                self.assertEqual(column(ctx, f"SELECT {call.replace('(v', '(NULL')}"), [None])
        self.assertEqual(column(ctx, "SELECT xxh3('a', NULL)"), [None])
        # NULL is a value of a row: its encoding is one zero byte.
        self.assertEqual(column(ctx, "SELECT row_bytes_hex(NULL)"), ["0d0100"])

    def test_any_number_of_arguments(self):
        ctx = session()
        table(ctx, "t", pa.record_batch({"n": [7, None], "v": pa.array(["ok", "ok"], pa.string_view())}))
        # What docs/row-encoding.md gives for (7, 'ok').
        self.assertEqual(column(ctx, "SELECT row_bytes_hex(n, v) FROM t"), ["0d0203010705026f6b", "0d020005026f6b"])
        many = ", ".join(["n", "v"] * 50)
        expected = "0d64" + ("0301070502" + "6f6b") * 50
        self.assertEqual(column(ctx, f"SELECT row_bytes_hex({many}) FROM t WHERE n = 7"), [expected])


class Parameters(unittest.TestCase):
    def test_columns(self):
        ctx = session()
        algorithms = ["md5", "sha256", "sha256", None]
        seeds = pa.array([1, 2, None, 2**64 - 1], pa.uint64())
        table(ctx, "t", pa.record_batch({"v": ["a", "b", "c", "d"], "algorithm": algorithms, "seed": seeds}))
        expected = [hashlib.md5(b"a").digest(), hashlib.sha256(b"b").digest(), hashlib.sha256(b"c").digest(), None]
        self.assertEqual(column(ctx, "SELECT digest(v, algorithm) FROM t"), expected)
        expected = [xxhash.xxh3_64_intdigest(v.encode(), s) if s else None for v, s in zip("abcd", seeds.to_pylist())]
        self.assertEqual(column(ctx, "SELECT xxh3(v, seed) FROM t"), expected)

    def test_a_parameter_that_is_the_same_in_some_batches(self):
        ctx = session()
        batches = [["md5"] * 5, ["sha1"] * 5, ["sha1", "md5"] * 3, [None] * 5, [None, "md5"], ["md5"], []]
        table(ctx, "t", *(pa.record_batch({"a": pa.array(batch, pa.string())}) for batch in batches))
        expected = {algorithm: algorithm and hashlib.new(algorithm, b"v").digest() for algorithm in ("md5", "sha1", None)}
        found = rows(ctx, "SELECT a, digest('v', a) FROM t")
        self.assertEqual(len(found), sum(map(len, batches)))
        for algorithm, digest in found:
            self.assertEqual(digest, expected[algorithm])

    def test_a_constant_dictionary(self):
        ctx = session()
        batch = pa.record_batch({"v": [f"value {i * i}" for i in range(5000)]})
        table(ctx, "t", batch)
        trained = "(SELECT arrow_cast(zstd_train_dict(v, 1024), 'BinaryView') FROM t)"
        sql = f"SELECT zstd_decompress_text(zstd_compress(v, 3, {trained}), {trained}) AS v FROM t"
        self.assertEqual(column(ctx, sql), batch.column(0).to_pylist())

    def test_errors_are_python_exceptions(self):
        ctx = session()
        table(ctx, "t", pa.record_batch({"v": ["a", "b"], "b": [b"no frame", b""]}))
        for sql, words in [
            ("SELECT digest('a', 'sha257')", "argument algorithm is 'sha257'"),
            ("SELECT digest(v, 'sha257') FROM t", "argument algorithm is 'sha257'"),
            ("SELECT xxh3(42)", "row_xxh3"),
            ("SELECT xxh3()", "wrong number of arguments: 0"),
            ("SELECT zstd_decompress(b) FROM t", "zstd"),
            ("SELECT zstd_compress(v, 99) FROM t", "argument level is 99"),
        ]:
            with self.subTest(sql), self.assertRaisesRegex(Exception, words):
                ctx.sql(sql).collect()
        self.assertEqual(column(ctx, "SELECT crc32(v) FROM t"), [zlib.crc32(b"a"), zlib.crc32(b"b")])


class Sessions(unittest.TestCase):
    def test_data_frames(self):
        ctx = session()
        table(ctx, "t", pa.record_batch({"v": ["a", "b"]}))
        frame = ctx.table("t").select(ctx.udf("xxh3")(col("v"), lit(7)).alias("hash"))
        expected = [xxhash.xxh3_64_intdigest(v, 7) for v in (b"a", b"b")]
        self.assertEqual(frame.to_pydict(), {"hash": expected})

    def test_registering_again(self):
        ctx = session()
        hashlane_datafusion.register(ctx)
        self.assertEqual(column(ctx, "SELECT crc32('a')"), [zlib.crc32(b"a")])

    def test_built_in_algorithms(self):
        """`digest` replaces a built-in function, and returns the same."""
        for algorithm in ("md5", "sha224", "sha256", "sha384", "sha512", "blake2s", "blake2b", "blake3"):
            with self.subTest(algorithm):
                sql = f"SELECT digest('hashlane', '{algorithm}')"
                self.assertEqual(column(session(), sql), column(SessionContext(), sql))

    def test_threads(self):
        """Sessions and queries of several threads at once, each over several partitions."""
        shared = session(SessionConfig().with_target_partitions(4))
        values = [f"value {i}" for i in range(20_000)]
        batches = [pa.record_batch({"v": values[i::4]}) for i in range(4)]
        table(shared, "t", *batches)
        expected = sum(xxhash.xxh3_64_intdigest(value.encode()) % 1000 for value in values)

        def query(i):
            ctx = shared
            if i % 2:
                ctx = session(SessionConfig().with_target_partitions(2))
                table(ctx, "t", *batches)
            return column(ctx, "SELECT sum(xxh3(v) % 1000) FROM t")[0]

        with concurrent.futures.ThreadPoolExecutor(8) as threads:
            self.assertEqual(list(threads.map(query, range(32))), [expected] * 32)


if __name__ == "__main__":
    unittest.main()
