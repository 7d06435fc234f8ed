"""hashlane.polars: every way in which Polars calls an expression."""

import hashlib
import inspect
import unittest
from importlib.metadata import version

import polars as pl
import xxhash

import hashlane.arrow as ha
import hashlane.polars as hl
from hashlane import _native

TEXTS = ["", "a", None, "hashlane", "é" * 20, "x" * 300, None, "the same", "the same"]


def xxh3(value, seed=0):
    return None if value is None else xxhash.xxh3_64_intdigest(value.encode(), seed)


def chunked(values, sizes=(2, 0, 3, 4)):
    """A series of several chunks."""
    parts, start = [], 0
    for size in sizes:
        parts.append(pl.Series("v", values[start : start + size], dtype=pl.String))
        start += size
    series = pl.concat(parts, rechunk=False)
    assert series.n_chunks() > 1
    return series


@unittest.skipIf(version("polars").startswith("1.0."), "it has none to offer")
class Allocator(unittest.TestCase):
    def test_polars_has_one(self):
        """Without it large results would come from glibc, and slower."""
        _native.use_allocator(pl.polars._allocator)

    def test_other_capsules(self):
        with self.assertRaises(ValueError):
            _native.use_allocator(pl.Series([1]).__arrow_c_stream__())
        with self.assertRaises(TypeError):
            _native.use_allocator(None)


class Queries(unittest.TestCase):
    expected = [xxh3(value) for value in TEXTS]

    def test_select_and_filter(self):
        frame = pl.DataFrame({"v": TEXTS})
        self.assertEqual(frame.select(hl.xxh3("v"))["v"].to_list(), self.expected)
        self.assertEqual(frame.select(h=hl.xxh3(pl.col("v")))["h"].to_list(), self.expected)
        found = frame.filter(hl.xxh3("v") == xxh3("hashlane"))
        self.assertEqual(found["v"].to_list(), ["hashlane"])
        self.assertEqual(frame.select(hl.xxh3("v")).schema, {"v": pl.UInt64})
        self.assertEqual(pl.select(hl.xxh3(pl.lit("hashlane"))).item(), xxh3("hashlane"))

    def test_types_of_results(self):
        lazy = pl.LazyFrame({"v": ["a"], "l": [["a", None]]})
        expressions = {
            "crc": (hl.crc32("v"), pl.UInt32),
            "java": (hl.java_hash("v"), pl.Int32),
            "bytes": (hl.blake3("v"), pl.Binary),
            "text": (hl.blake3_hex("v"), pl.String),
            "pack": (hl.list_block_pack("l"), pl.Binary),
            "values": (hl.block_values_text(hl.list_block_pack("l")), pl.List(pl.String)),
        }
        query = lazy.select(**{name: expression for name, (expression, _) in expressions.items()})
        self.assertEqual(dict(query.collect_schema()), {name: of for name, (_, of) in expressions.items()})
        frame = query.collect()
        self.assertEqual(dict(frame.schema), {name: of for name, (_, of) in expressions.items()})
        self.assertEqual(frame["values"].to_list(), [["a", None]])

    def test_chunks(self):
        frame = pl.DataFrame({"v": chunked(TEXTS)})
        self.assertEqual(frame.select(hl.xxh3("v"))["v"].to_list(), self.expected)
        other = pl.DataFrame({"v": chunked(TEXTS), "w": chunked(TEXTS, (5, 4)).alias("w")})
        rows = other.select(hl.row_xxh3("v", "w")).to_series().to_list()
        whole = other.rechunk().select(hl.row_xxh3("v", "w")).to_series().to_list()
        self.assertEqual(rows, whole)
        self.assertEqual(pl.DataFrame({"v": chunked(TEXTS)[1:6]}).select(hl.xxh3("v"))["v"].to_list(), self.expected[1:6])

    def test_lazy_and_streaming(self):
        values = [f"customer {i}" for i in range(250_000)]
        frame = pl.DataFrame({"id": range(len(values)), "v": values})
        query = frame.lazy().with_columns(h=hl.xxh3("v", seed=7), d=hl.hexdigest("v", "sha256")).sort("id")
        for engine in ("in-memory", "streaming"):
            with self.subTest(engine):
                result = collect(query, engine)
                for i in (0, 1, 99_999, 249_999):
                    self.assertEqual(result["h"][i], xxh3(values[i], 7))
                    self.assertEqual(result["d"][i], hashlib.sha256(values[i].encode()).hexdigest())
                self.assertEqual(result["h"].n_unique(), len(values))

    def test_groups(self):
        frame = pl.DataFrame({"g": ["a", "b", "a", "c"], "n": [1, 2, 2, 2], "v": ["a", "b", "b", "b"]})
        result = frame.group_by("g").agg(h=hl.xxh3("v")).sort("g")
        self.assertEqual(result["h"].to_list(), [[xxh3("a"), xxh3("b")], [xxh3("b")], [xxh3("b")]])
        keyed = frame.group_by(hl.row_xxh3("n", "v").alias("k")).len()
        self.assertEqual(sorted(keyed["len"].to_list()), [1, 3])
        result = frame.group_by("g").agg(f=hl.fingerprint("n", "v"), d=hl.digest_agg("v", "sha256")).sort("g")
        single = [frame.filter(g=g).select(hl.fingerprint("n", "v")).item() for g in "abc"]
        self.assertEqual(result["f"].to_list(), single)
        self.assertEqual(result["f"].to_list()[1], result["f"].to_list()[2])
        over = frame.select(hl.fingerprint("n", "v").over("g")).to_series().to_list()
        self.assertEqual(over, [single[0], single[1], single[0], single[2]])

    def test_aggregates(self):
        frame = pl.DataFrame({"n": [1, 2, 2], "v": ["a", "b", "b"]})
        # The example of the catalogue, whose value is of xxhash.
        self.assertEqual(frame.select(hl.fingerprint("n", "v")).item(), "hl1:3:74fefcd060068634b120be8592d94abd")
        chunks = pl.concat([frame[2:], frame[:2]], rechunk=False)
        self.assertEqual(chunks.select(hl.fingerprint("n", "v")).item(), "hl1:3:74fefcd060068634b120be8592d94abd")
        self.assertEqual(frame.select(hl.fingerprint(pl.all())).item(), "hl1:3:74fefcd060068634b120be8592d94abd")
        self.assertEqual(frame.lazy().select(hl.hash_agg("n")).collect_schema(), {"n": pl.Binary})
        self.assertEqual(frame.clear().select(hl.hash_agg("n")).item(), bytes(16))

    def test_no_rows(self):
        frame = pl.DataFrame({"v": TEXTS}).clear()
        self.assertEqual(frame.select(hl.xxh3("v", seed=3)).schema, {"v": pl.UInt64})
        self.assertEqual(frame.select(hl.xxh3("v", seed=3)).height, 0)
        self.assertEqual(frame.select(hl.row_xxh3("v")).height, 0)

    def test_categories(self):
        categories = pl.Series("v", ["a", "b", None, "a"], dtype=pl.Categorical)
        enum = pl.Series("v", ["a", "b", None, "a"], dtype=pl.Enum(["b", "a"]))
        for column in (categories, enum):
            result = pl.DataFrame({"v": column}).select(hl.xxh3("v")).to_series()
            self.assertEqual(result.to_list(), [xxh3("a"), xxh3("b"), None, xxh3("a")])


def collect(query, engine):
    """Polars before 1.23 chose its streaming engine by another name."""
    try:
        return query.collect(engine=engine)
    except TypeError:
        return query.collect(streaming=engine == "streaming")


class Parameters(unittest.TestCase):
    frame = pl.DataFrame({"v": ["a", "b", None], "s": [0, 2**64 - 1, 5]}, schema_overrides={"s": pl.UInt64})

    def test_columns_and_values(self):
        self.assertEqual(self.frame.select(hl.xxh3("v", pl.col("s")))["v"].to_list(), [xxh3("a"), xxh3("b", 2**64 - 1), None])
        self.assertEqual(self.frame.select(hl.xxh3("v", seed=2**64 - 1))["v"].to_list()[0], xxh3("a", 2**64 - 1))
        self.assertEqual(self.frame.select(hl.xxh3("v", seed=None))["v"].to_list(), [None] * 3)
        one = self.frame.head(1).select(hl.xxh3("v", pl.col("s")), b=hl.blake3("v", length=5))
        self.assertEqual(one.row(0)[0], xxh3("a"))

    def test_the_result_is_named_after_the_value(self):
        frame = self.frame.select(hl.row_digest("sha256", "v", "s"))
        self.assertEqual(frame.columns, ["v"])
        self.assertEqual(self.frame.lazy().select(hl.blake3_derive_key("a context", "v")).collect().columns, ["v"])

    def test_parameters_before_the_value(self):
        row = self.frame.select(hl.row_digest("sha256", "v", "s"), hl.row_bytes("v", "s").alias("b")).row(0)
        self.assertEqual(row[0], hashlib.sha256(row[1]).digest())
        derived = self.frame.select(hl.blake3_derive_key("a context", "v")).to_series()
        self.assertEqual(derived[0], ha.blake3_derive_key("a context", "a"))

    def test_dictionaries_and_packs(self):
        events = pl.DataFrame({"e": [f'{{"user": {i % 97}, "event": "click"}}' for i in range(2_000)]})
        dictionary = events.select(hl.zstd_train_dict("e", max_bytes=4_096)).item()
        packed = events.select(p=hl.zstd_compress("e", level=9, dictionary=dictionary))
        back = packed.select(hl.zstd_decompress_text("p", dictionary)).to_series()
        self.assertEqual(back.to_list(), events["e"].to_list())
        in_query = events.select(p=hl.zstd_compress("e", 9, hl.zstd_train_dict("e", max_bytes=4_096)))
        self.assertEqual(in_query["p"].to_list(), packed["p"].to_list())
        pack = events.select(hl.block_pack("e", codec="zstd(3)"))
        self.assertEqual(pack.select(hl.block_get_text("e", 2_000)).item(), events["e"][-1])


class Lists(unittest.TestCase):
    """A list stands for the columns in it."""

    frame = pl.DataFrame({"name": ["a", "a", "b"], "email": ["x", "y", "x"], "n": [1, 2, 3]})

    def test_every_function_over_rows(self):
        calls = [getattr(hl, name) for name in hl.__all__ if "values" in inspect.signature(getattr(hl, name)).parameters]
        self.assertGreater(len(calls), 15)
        for call in calls:
            names = {"algorithm": ("sha256",), "seed": (7,), "namespace": ("dns",), "p": (8,)}
            before = names.get(next(iter(inspect.signature(call).parameters)), ())
            after = {"hash_bucket": {"n": 1000}, "hash_sample": {"fraction": 0.5}}.get(call.__name__, {})
            with self.subTest(call.__name__):
                alone = self.frame.select(call(*before, "name", "email", **after))
                for columns in (["name", "email"], ("name", pl.col("email"))):
                    self.assertTrue(self.frame.select(call(*before, columns, **after)).equals(alone))
                mixed = self.frame.select(call(*before, ["name"], "email", **after))
                self.assertTrue(mixed.equals(alone))

    def test_keys(self):
        rows = self.frame.select(hl.row_bytes_hex(["name", "email"])).to_series().to_list()
        self.assertEqual(rows, ["0d02050161050178", "0d02050161050179", "0d02050162050178"])

    def test_signatures(self):
        """The numbers are datasketch 2.0.0's, and of the bands xxhash 4.1.0's over them."""
        frame = pl.DataFrame({"a": ["the quick brown fox", None], "b": ["the quick red fox", "a b"]})
        a, b = (hl.minhash(hl.shingles(column, 2), 4) for column in "ab")
        found = frame.select(merged=hl.minhash_merge(a, b), similar=hl.minhash_similarity(a, b), bands=hl.minhash_bands(a, 2))
        self.assertEqual(found["merged"].to_list(), [[171415518, 1631751406, 834529472, 463664658], None])
        self.assertEqual(found["similar"].to_list(), [0.0, None])
        self.assertEqual(found["bands"].to_list(), [[15080253445408480789, 12720125717120954218], None])
        words = pl.DataFrame({"w": ["brown fox", "the quick", None, "quick brown", "the quick"]})
        aggregated = words.select(hl.minhash_agg("w", 4)).item().to_list()
        self.assertEqual(aggregated, [171415518, 2947859791, 834529472, 463664658])

    def test_sketches(self):
        """The digest is that of tests/vectors/sketch.py."""
        frame = pl.DataFrame({"k": [1, 2], "v": ["a", None]})
        whole = frame.select(hl.row_sketch(8, "k", "v")).item()
        self.assertEqual(hashlib.md5(whole).hexdigest(), "2d6d61d3e29fb55222fec8af52126891")
        parts = pl.DataFrame({"s": [whole, None], "t": [frame[1:].select(hl.row_sketch(8, "k", "v")).item(), whole]})
        found = parts.select(d=hl.sketch_diff("s", pl.col("t")))["d"].to_list()
        self.assertEqual([(d["side"], d["key"], d["rows"]) for d in found[0]], [("left", 1, 1)])
        self.assertIsNone(found[1])
        self.assertIn('"rows":2', parts.select(hl.sketch_info("s")).to_series()[0])
        self.assertIsNone(frame.clear().select(hl.row_sketch(8, "k", "v")).item())

    def test_sums_of_fingerprints(self):
        frame = pl.DataFrame({"n": [1, 2, 2], "v": ["a", "b", "b"]})
        whole, first, rest = (part.select(hl.fingerprint("n", "v")).item() for part in (frame, frame[:1], frame[1:]))
        parts = pl.DataFrame({"f": [first, None, rest]})
        self.assertEqual(parts.select(hl.fingerprint_sum("f")).item(), whole)
        self.assertEqual(pl.select(hl.fingerprint_add(pl.lit(first), pl.lit(rest))).item(), whole)
        self.assertEqual(pl.select(hl.fingerprint_subtract(pl.lit(whole), pl.lit(rest))).item(), first)

    def test_lists_that_are_values(self):
        """[1, 2] is 0c 02, and 03 01 01, 03 01 02 in it."""
        found = self.frame.select(hl.row_bytes_hex(pl.lit([1, 2]))).to_series().to_list()
        self.assertEqual(found[0], "0d010c02030101030102")
        calls = [
            lambda: hl.xxh3(["name"]),
            lambda: hl.list_fingerprint([1]),
            lambda: hl.digest_agg(["name"], "md5"),
            lambda: hl.row_xxh3([["name"]]),
        ]
        for call in calls:
            with self.assertRaisesRegex(TypeError, r"is a list where one column or value is expected: .* pl.lit\(\[…\]\)"):
                call()
        with self.assertRaisesRegex(TypeError, "row_xxh3: there is no column; name at least one"):
            hl.row_xxh3([])


class Errors(unittest.TestCase):
    frame = pl.DataFrame({"n": [1], "v": ["a"]})

    def test_parameters(self):
        with self.assertRaisesRegex(ValueError, "digest: argument algorithm is 'sha257'; allowed is one of md5"):
            hl.digest("v", "sha257")
        with self.assertRaisesRegex(ValueError, "argument seed is -1"):
            hl.xxh3("v", seed=-1)
        with self.assertRaisesRegex(ValueError, f"argument seed is {2**64}"):
            hl.xxh3("v", seed=2**64)
        with self.assertRaisesRegex(TypeError, "argument level is VARCHAR"):
            hl.zstd_compress("v", level="nine")
        with self.assertRaises(TypeError):
            hl.xxh3()

    def test_columns(self):
        error = pl.exceptions.ComputeError
        with self.assertRaisesRegex(error, "xxh3: argument v is BIGINT; it takes VARCHAR or BLOB"):
            self.frame.select(hl.xxh3("n"))
        with self.assertRaisesRegex(error, "xxh3: argument v is BIGINT; it takes VARCHAR or BLOB"):
            self.frame.lazy().select(hl.xxh3("n")).collect_schema()
        with self.assertRaisesRegex(error, "gzip_decompress: argument b"):
            self.frame.select(hl.gzip_decompress("v"))
        with self.assertRaisesRegex(error, "not the same in all rows"):
            pl.concat([self.frame] * 2).select(hl.digest_agg("v", pl.col("v")))
        # Polars 1.0 itself panics there.
        for call in () if version("polars").startswith("1.0.") else (hl.row_xxh3, hl.fingerprint, hl.xxh3):
            with self.assertRaisesRegex(error, "the column 'o' has the type Object of Polars, whose values are pointers"):
                pl.DataFrame({"o": pl.Series([("x", 1)], dtype=pl.Object)}).select(call("o"))
        # The connection stays usable.
        self.assertEqual(self.frame.select(hl.xxh3("v")).item(), xxh3("a"))


@unittest.skipUnless(hasattr(pl, "Int128"), "it has none")
class Int128(unittest.TestCase):
    def test_what_to_do(self):
        column = pl.Series("i", [1, None], dtype=pl.Int64).cast(pl.Int128)
        words = "the column 'i' has the type Int128 of Polars, which Arrow lacks: cast"
        for frame in (pl.DataFrame({"i": column}), pl.DataFrame({"i": [column]})):
            with self.assertRaisesRegex(pl.exceptions.ComputeError, words):
                frame.select(hl.row_xxh3("i"))
        with self.assertRaisesRegex(TypeError, "the column 'i' has the type Int128 of Polars"):
            ha.row_xxh3(column)


if __name__ == "__main__":
    unittest.main()
