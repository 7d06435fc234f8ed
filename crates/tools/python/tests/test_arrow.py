"""hashlane.arrow against the reference packages and the vectors."""

import decimal
import gzip
import hashlib
import struct
import unittest
import zlib

import blake3
import pyarrow as pa
import pyarrow.parquet as pq
import xxhash

import hashlane.arrow as ha
from vectors import row_sets

TEXTS = ["", "a", None, "hashlane", "é" * 20, "x" * 300, None, "the same", "the same"]
KEY = b"0123456789abcdef0123456789abcdef"


def encoded(value):
    return value.encode() if isinstance(value, str) else value


def of_each(function, values):
    return [None if value is None else function(encoded(value)) for value in values]


class Stream:
    """A column that is nothing but a stream."""

    def __init__(self, column):
        self.column = column

    def __arrow_c_stream__(self, requested_schema=None):
        return self.column.__arrow_c_stream__(requested_schema)


class Damaged(unittest.TestCase):
    def test_indices_beyond_a_dictionary(self):
        for index in (3, -1, 2**31 - 1):
            column = pa.DictionaryArray.from_arrays(pa.array([0, None, index], pa.int32()), pa.array(["x", "y", "z"]), safe=False)
            for name in ("xxh3", "row_bytes", "blake3"):
                with self.subTest(f"{name} {index}"), self.assertRaisesRegex(ValueError, f"row 2 has the index {index} of a dictionary with 3"):
                    getattr(ha, name)(column)


class Layouts(unittest.TestCase):
    """xxh3, sha256 and gzip over every layout that a column of texts has."""

    def layouts(self):
        for kind in (pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary_view()):
            yield str(kind), pa.array(TEXTS, kind), TEXTS
        array = pa.array(TEXTS)
        yield "dictionary", array.dictionary_encode(), TEXTS
        yield "slice", pa.array(["cut off", *TEXTS, "cut off"]).slice(1, len(TEXTS)), TEXTS
        yield "chunks", pa.chunked_array([array.slice(0, 2), array.slice(2, 0), array.slice(2)]), TEXTS
        yield "stream", Stream(pa.chunked_array([array.slice(0, 4), array.slice(4)])), TEXTS
        yield "no rows", array.slice(0, 0), []
        yield "no chunks", pa.chunked_array([], pa.string()), []
        yield "null", pa.nulls(3), [None] * 3

    def test_values(self):
        for name, column, values in self.layouts():
            with self.subTest(name):
                self.assertEqual(ha.xxh3(column).to_pylist(), of_each(xxhash.xxh3_64_intdigest, values))
        for name, column, values in self.layouts():
            with self.subTest(name):
                expected = of_each(lambda data: hashlib.sha256(data).hexdigest(), values)
                self.assertEqual(ha.hexdigest(column, "sha256").to_pylist(), expected)
        for name, column, values in self.layouts():
            with self.subTest(name):
                compressed = ha.gzip_compress(column, level=9).to_pylist()
                self.assertEqual([c and gzip.decompress(c) for c in compressed], of_each(bytes, values))

    def test_results_are_read_by_pyarrow(self):
        column = pa.chunked_array([TEXTS[:4], TEXTS[4:]])
        result = ha.blake3_hex(column)
        expected = of_each(lambda data: blake3.blake3(data).hexdigest(), TEXTS)
        self.assertEqual(pa.chunked_array(result).to_pylist(), expected)
        self.assertEqual(pa.array(result).to_pylist(), expected)
        self.assertEqual(result.num_chunks, 2)
        self.assertEqual((len(result), result.null_count, result.type), (len(TEXTS), 2, "Utf8"))
        self.assertEqual([result[0], result[-1], result[2]], [expected[0], expected[-1], None])
        table = pa.table({"v": column}).append_column("h", pa.chunked_array(result))
        self.assertEqual(table["h"].to_pylist(), expected)
        for index in (len(TEXTS), -len(TEXTS) - 1):
            self.assertRaises(IndexError, lambda: result[index])

    def test_chunks_that_end_at_different_rows(self):
        texts = pa.chunked_array([TEXTS[:3], TEXTS[3:]])
        seeds = pa.chunked_array([[0, 1, 2, 3, None], [5, 6, 7, 2**64 - 1]], pa.uint64())
        expected = [
            None if text is None or seed is None else xxhash.xxh3_64_intdigest(text.encode(), seed)
            for text, seed in zip(TEXTS, seeds.to_pylist())
        ]
        self.assertEqual(ha.xxh3(texts, seeds).to_pylist(), expected)

    def test_more_rows_than_a_call_takes(self):
        column = pa.array(f"row {i}" for i in range(200_000))
        packed = ha.zlib_compress(column)
        self.assertEqual(ha.zlib_decompress_text(packed).to_pylist(), column.to_pylist())
        self.assertEqual(zlib.decompress(packed[199_999]), b"row 199999")

    def test_views_outside_their_buffers_are_refused(self):
        data = b"a text of more than 12 bytes"

        def column(length, buffer, offset):
            views = b"".join(struct.pack("<i4sii", *view) for view in [
                (len(data), data[:4], 0, 0), (length, data[:4], buffer, offset), (len(data), data[:4], 0, 0),
            ])
            return pa.Array.from_buffers(pa.string_view(), 3, [None, pa.py_buffer(views), pa.py_buffer(data)])

        functions = (ha.xxh3, ha.xxh128, ha.crc32, ha.blake3, ha.gzip_compress, ha.row_xxh3)
        for function in functions:
            self.assertEqual(function(column(len(data), 0, 0)).null_count, 0)
            for outside in [(len(data) + 1, 0, 0), (len(data), 0, 1), (len(data), 1, 0), (13, 0, 2**31 - 1)]:
                with self.subTest(function=function.__name__, view=outside):
                    self.assertRaisesRegex(ValueError, "points outside its buffers", function, column(*outside))


class Parameters(unittest.TestCase):
    def test_keywords(self):
        column = pa.array(["hashlane"])
        self.assertEqual(ha.xxh64(column, seed=2**64 - 1)[0], xxhash.xxh64_intdigest(b"hashlane", 2**64 - 1))
        self.assertEqual(ha.blake3(column, length=100)[0], blake3.blake3(b"hashlane").digest(100))
        self.assertEqual(ha.blake3_keyed(column, key=KEY)[0], blake3.blake3(b"hashlane", key=KEY).digest())
        derived = blake3.blake3(b"hashlane", derive_key_context="tests 2026").digest()
        self.assertEqual(ha.blake3_derive_key("tests 2026", column)[0], derived)
        self.assertEqual(ha.blake3_derive_key(context="tests 2026", v=column)[0], derived)
        self.assertEqual(ha.xxh3(column, seed=None).to_pylist(), [None])

    def test_values_give_values(self):
        self.assertEqual(ha.xxh3("hashlane"), xxhash.xxh3_64_intdigest(b"hashlane"))
        self.assertEqual(ha.digest(b"hashlane", "md5"), hashlib.md5(b"hashlane").digest())
        self.assertEqual(ha.digest(bytearray(b"hashlane"), "md5"), hashlib.md5(b"hashlane").digest())
        self.assertIsNone(ha.xxh3(None))
        # What row-encoding.md gives for (7, 'ok').
        self.assertEqual(ha.row_bytes_hex(7, "ok"), "0d0203010705026f6b")

    def test_dictionaries(self):
        events = pa.array(f'{{"user": {i % 97}, "event": "click", "at": {i * i}}}' for i in range(2_000))
        dictionary = ha.zstd_train_dict(events, max_bytes=4_096)
        self.assertLessEqual(len(dictionary), 4_096)
        packed = ha.zstd_compress(events, level=9, dictionary=dictionary)
        plain = ha.zstd_compress(events, level=9)
        size = lambda column: sum(map(len, column.to_pylist()))
        self.assertLess(size(packed), size(plain))
        self.assertEqual(ha.zstd_decompress_text(packed, dictionary).to_pylist(), events.to_pylist())
        self.assertEqual(ha.zstd_decompress_text(plain, max_bytes=100).to_pylist(), events.to_pylist())
        with self.assertRaisesRegex(ValueError, "dictionary"):
            ha.zstd_decompress(packed)
        with self.assertRaisesRegex(ValueError, "max_bytes"):
            ha.zstd_decompress(plain, max_bytes=3)
        self.assertEqual(ha.try_zstd_decompress(packed).null_count, len(events))

    def test_packs(self):
        values = ["a", None, "c" * 1000]
        for column in (pa.array(values), pa.chunked_array([values[:1], values[1:]])):
            pack = ha.block_pack(column, codec="zstd(9)", chunk_bytes=64)
            self.assertEqual([ha.block_get_text(pack, i) for i in (1, 2, 3)], values)
            self.assertEqual(ha.block_values_text(pack), values)
        self.assertEqual(ha.list_block_pack(pa.array([values]), "zstd(9)", 64)[0], pack)
        names = {measurement["codec"] for measurement in ha.compress_bench(pa.array(values))}
        self.assertIn("zstd", names)


class Rows(unittest.TestCase):
    def test_vectors(self):
        seen = 0
        for path, names, entry in row_sets():
            table = pq.read_table(path) if path.suffix == ".parquet" else pa.ipc.open_file(path).read_all()
            columns = [table[name] for name in names]
            with self.subTest(file=path.name, columns=names):
                # UUIDs come out as their bytes here: the extension type is the column's, not its storage's.
                if "uuid" in names:
                    continue
                self.assertEqual(ha.hash_agg(*columns).hex(), entry["hash_agg"])
                self.assertEqual(ha.fingerprint(*columns), entry["fingerprint"])
                if "bytes" not in entry:
                    continue
                seen += 1
                for given, expected in zip(ha.row_bytes_hex(*columns).to_pylist(), entry["bytes"], strict=True):
                    self.assertIn(expected, (given, None))
                self.assertEqual([f"{h:016x}" for h in ha.row_xxh3(*columns).to_pylist()], entry["xxh3"])
                self.assertEqual(ha.row_xxh128_hex(*columns).to_pylist(), entry["xxh128"])
                self.assertEqual(ha.row_blake3_hex(*columns).to_pylist(), entry["blake3"])
                if "sha256" in entry:
                    self.assertEqual(ha.row_digest_hex("sha256", *columns).to_pylist(), entry["sha256"])
        self.assertGreater(seen, 50)

    def test_slices_of_structs(self):
        """The offset of a slice counts at every level."""

        def row(i):
            inner = None if i % 3 == 0 else {"d": i, "e": {"f": f"text {i}"}}
            return None if i % 7 == 0 else {"a": i, "b": inner, "l": [{"x": {"y": i}}] * (i % 3)}

        whole = pa.array([row(i) for i in range(40)])
        for part in (whole.slice(3, 10), whole.slice(8), whole.slice(39), whole.slice(2).slice(5, 9), whole.slice(5, 0)):
            copy = pa.array(part.to_pylist(), part.type)
            self.assertEqual(ha.row_bytes_hex(part).to_pylist(), ha.row_bytes_hex(copy).to_pylist())
            lists = [pa.ListArray.from_arrays(pa.array([0, len(part)], pa.int32()), values) for values in (part, copy)]
            self.assertEqual(ha.row_bytes_hex(lists[0]).to_pylist(), ha.row_bytes_hex(lists[1]).to_pylist())
        pairs = pa.FixedSizeListArray.from_arrays(whole, 2)
        for part in (pairs, pairs.slice(3, 10), pa.StructArray.from_arrays([pairs], ["p"]).slice(7).slice(1, 3)):
            copy = pa.array(part.to_pylist(), part.type)
            self.assertEqual(ha.row_bytes_hex(part).to_pylist(), ha.row_bytes_hex(copy).to_pylist())

    def test_aggregates_of_values_and_chunks(self):
        whole = pa.table({"n": [1, 2, 2], "v": ["a", "b", "b"]})
        # The example of the catalogue, whose value is of xxhash.
        expected = "hl1:3:74fefcd060068634b120be8592d94abd"
        self.assertEqual(ha.fingerprint(*whole.columns), expected)
        parts = pa.concat_tables([whole.slice(2), whole.slice(0, 2)])
        self.assertEqual(ha.fingerprint(*parts.columns), expected)
        self.assertEqual(ha.fingerprint(2, parts["v"]), ha.fingerprint(pa.array([2, 2, 2]), parts["v"]))
        self.assertEqual(ha.hash_agg(pa.array([], pa.int64())), bytes(16))
        self.assertIsNone(ha.digest_agg(pa.array([], pa.string()), "sha256"))


class Errors(unittest.TestCase):
    def test_types(self):
        with self.assertRaisesRegex(TypeError, "xxh3: argument v is BIGINT; it takes VARCHAR or BLOB"):
            ha.xxh3(pa.array([1]))
        with self.assertRaisesRegex(TypeError, "xxh3: argument seed is VARCHAR"):
            ha.xxh3(pa.array(["a"]), seed="seven")
        with self.assertRaisesRegex(TypeError, "xxh3: argument seed is BOOLEAN"):
            ha.xxh3(pa.array(["a"]), seed=True)
        with self.assertRaisesRegex(TypeError, "an argument is a list; pass an Arrow column"):
            ha.xxh3(["a"])
        with self.assertRaisesRegex(TypeError, "wrong number of arguments: 0; the call is row_xxh3"):
            ha.row_xxh3()
        with self.assertRaisesRegex(TypeError, "an argument is a table"):
            ha.row_xxh3(pa.table({"a": [1]}))
        with self.assertRaisesRegex(TypeError, "an argument is a table"):
            ha.row_xxh3(pa.record_batch({"a": [1]}))
        with self.assertRaisesRegex(TypeError, "value 2 of the row is"):
            ha.row_xxh3(pa.array([1]), pa.array([(1, 2, 3)], pa.month_day_nano_interval()))
        with self.assertRaisesRegex(TypeError, "list_digest: argument list is VARCHAR"):
            ha.list_digest(pa.array(["a"]), "sha256")

    def test_values(self):
        with self.assertRaisesRegex(ValueError, "xxh3: argument seed is -1; allowed is 0 to 18446744073709551615"):
            ha.xxh3(pa.array(["a"]), seed=-1)
        with self.assertRaisesRegex(ValueError, f"argument seed is {2**64}; allowed is"):
            ha.xxh3(pa.array(["a"]), seed=2**64)
        with self.assertRaisesRegex(ValueError, "more than 38 digits"):
            ha.xxh3(pa.array(["a"]), seed=10**38)
        with self.assertRaisesRegex(ValueError, "digest: argument algorithm is 'sha257'; allowed is one of md5"):
            ha.digest(pa.array(["a"]), "sha257")
        with self.assertRaisesRegex(ValueError, "zstd_compress: argument level is 30"):
            ha.zstd_compress(pa.array(["a"]), level=30)
        with self.assertRaisesRegex(ValueError, "blake3_keyed: argument key is a key of 5 bytes"):
            ha.blake3_keyed(pa.array(["a"]), b"short")
        with self.assertRaisesRegex(ValueError, "gzip_decompress: argument b"):
            ha.gzip_decompress(pa.array(["no gzip"]))
        with self.assertRaisesRegex(ValueError, "hashlane has no function called sha257"):
            ha.call("sha257", "a")
        with self.assertRaisesRegex(ValueError, "algorithm is not the same in all rows"):
            ha.digest_agg(pa.array(["a", "b"]), pa.array(["md5", "sha256"]))

    def test_lengths(self):
        two, three = pa.array(["a", "b"]), pa.chunked_array([[1, 2], [3]])
        for function in (ha.xxh3, ha.row_xxh3, ha.fingerprint):
            for args in ((two, three), (three, two)) if function is not ha.xxh3 else ((two, three),):
                with self.assertRaisesRegex(ValueError, "pass arrays of one length"):
                    function(*args)

    def test_streams_that_fail(self):
        schema = pa.schema({"v": pa.string()})

        def batches():
            yield pa.record_batch({"v": ["a"]}, schema)
            raise RuntimeError("the source has gone")

        with self.assertRaisesRegex(ValueError, "the source has gone"):
            ha.row_xxh3(pa.RecordBatchReader.from_batches(schema, batches()))
        capsule = pa.chunked_array([["a"]]).__arrow_c_stream__()
        once = type("Once", (), {"__arrow_c_stream__": lambda self, requested_schema=None: capsule})()
        self.assertEqual(len(ha.xxh3(once)), 1)
        with self.assertRaisesRegex(ValueError, "has been read already"):
            ha.xxh3(once)

    def test_python_runs_beside_a_call(self):
        # A stream of Python's is read while a call computes, which would never end if the call kept Python's lock.
        import threading

        asked, answered = threading.Event(), threading.Event()

        def batches():
            asked.set()
            assert answered.wait(60)
            yield pa.record_batch({"v": ["a"]})

        def answer():
            assert asked.wait(60)
            answered.set()

        thread = threading.Thread(target=answer)
        thread.start()
        reader = pa.RecordBatchReader.from_batches(pa.schema({"v": pa.string()}), batches())
        self.assertEqual(len(ha.row_xxh3(reader)), 1)
        thread.join()


class Signatures(unittest.TestCase):
    def test_decimals_are_no_arguments(self):
        self.assertRaises(TypeError, ha.row_xxh3, decimal.Decimal(1))

    def test_every_function_says_what_it_does(self):
        for name in ha._functions.__all__:
            with self.subTest(name):
                self.assertIn(f"In SQL: `{name}(", getattr(ha, name).__doc__)

    def test_stubs_have_the_parameters_of_the_functions(self):
        import ast
        import inspect
        import pathlib

        stub = pathlib.Path(ha._functions.__file__).with_suffix(".pyi").read_text()
        seen = set()
        for node in ast.parse(stub).body:
            if isinstance(node, ast.FunctionDef):
                args = [*node.args.args, *filter(None, [node.args.vararg]), *node.args.kwonlyargs]
                parameters = inspect.signature(getattr(ha, node.name)).parameters
                self.assertEqual([arg.arg for arg in args], list(parameters), node.name)
                defaults = [p.default for p in parameters.values() if p.default is not p.empty]
                self.assertEqual([ast.literal_eval(d) for d in node.args.defaults], defaults, node.name)
                seen.add(node.name)
        self.assertEqual(seen, set(ha._functions.__all__))


if __name__ == "__main__":
    unittest.main()
