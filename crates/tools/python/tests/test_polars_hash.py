"""Rows in hashlane.polars against polars-hash, and the vectors of rows."""

import datetime
import decimal
import unittest

import polars as pl
import polars_hash as plh

import hashlane.polars as hl
from vectors import row_sets

MOMENT = datetime.datetime(2026, 11, 23, 16, 35, 5, 123456)

# A column of each type that both know, with NULLs.
COLUMNS = [
    *(pl.Series(str(of), [0, 1, None, 127], dtype=of) for of in (pl.Int8, pl.Int16, pl.Int32, pl.Int64, pl.UInt8, pl.UInt16, pl.UInt32, pl.UInt64)),
    pl.Series("f32", [0.0, -0.0, None, float("nan")], dtype=pl.Float32),
    pl.Series("f64", [1.5, float("inf"), None, 1e300]),
    pl.Series("bool", [True, False, None, True]),
    pl.Series("text", ["", "é", None, "x" * 1000]),
    pl.Series("blob", [b"", b"\xff\x00", None, b"x" * 1000]),
    pl.Series("date", [datetime.date(1969, 12, 31), datetime.date(2026, 11, 23), None, datetime.date(1, 1, 1)]),
    pl.Series("time", [datetime.time(0), datetime.time(23, 59, 59, 999999), None, datetime.time(1)]),
    *(pl.Series(f"at_{unit}", [MOMENT, None, MOMENT, MOMENT], dtype=pl.Datetime(unit)) for unit in ("ms", "us", "ns")),
    pl.Series("zoned", [MOMENT, None, MOMENT, MOMENT], dtype=pl.Datetime("us", "UTC")),
    *(pl.Series(f"for_{unit}", [datetime.timedelta(1, 2, 3000), None, datetime.timedelta(-1), datetime.timedelta(0)], dtype=pl.Duration(unit)) for unit in ("ms", "us", "ns")),
    pl.Series("decimal", [decimal.Decimal("1.50"), decimal.Decimal("-99.99"), None, decimal.Decimal(0)], dtype=pl.Decimal(10, 2)),
    pl.Series("enum", ["b", "a", None, "b"], dtype=pl.Enum(["a", "b"])),
    pl.Series("category", ["b", "a", None, "b"], dtype=pl.Categorical),
    pl.Series("list", [[1, None], [], None, [3]]),
    pl.Series("texts", [["a", None], [], None, ["b"]]),
    pl.Series("array", [[1, 2], [3, None], None, [5, 6]], dtype=pl.Array(pl.Int64, 2)),
    pl.Series("struct", [{"a": 1, "b": "x"}, {"a": None, "b": None}, None, {"a": 2, "b": "y"}]),
    pl.Series("nested", [[{"a": [1]}], [], None, [{"a": []}, {"a": None}]]),
    pl.Series("null", [None] * 4),
]


def row_bytes(frame):
    return frame.select(hl.row_bytes(pl.all()).alias("row"))["row"].to_list()


def hash_rows(frame):
    return frame.select(plh.hash_rows(pl.all(), version=1).alias("row"))["row"].to_list()


class Rows(unittest.TestCase):
    def test_every_type(self):
        for column in COLUMNS:
            with self.subTest(column.dtype):
                frame = pl.DataFrame({"v": column})
                self.assertEqual(row_bytes(frame), hash_rows(frame))
                chunks = pl.concat([frame[:1], frame[1:3], frame[3:]], rechunk=False)
                self.assertEqual(row_bytes(chunks), hash_rows(frame))

    def test_all_types_in_a_row(self):
        frame = pl.DataFrame({str(i): column for i, column in enumerate(COLUMNS)})
        self.assertEqual(row_bytes(frame), hash_rows(frame))
        self.assertEqual(row_bytes(frame[::-1]), hash_rows(frame)[::-1])

    def test_digests(self):
        frame = pl.DataFrame({str(i): column for i, column in enumerate(COLUMNS)})
        row = plh.hash_rows(pl.all(), version=1)
        expected = frame.select(
            xxh3=row.nchash.xxh3_64(),
            xxh128=row.nchash.xxh3_128(return_binary=True, byte_order="big"),
            blake3=row.chash.blake3(),
            sha256=row.chash.sha2_256(),
        )
        result = frame.select(
            xxh3=hl.row_xxh3(pl.all()),
            xxh128=hl.row_xxh128(pl.all()),
            blake3=hl.row_blake3_hex(pl.all()),
            sha256=hl.row_digest_hex("sha256", pl.all()),
        )
        self.assertEqual(result.to_dicts(), expected.to_dicts())

    def test_vectors(self):
        seen = 0
        for path, names, entry in row_sets():
            # Polars reads no other file of ours without changing its types, and UUIDs as bytes.
            if path.suffix != ".parquet" or "uuid" in names:
                continue
            frame = pl.read_parquet(path)
            with self.subTest(file=path.name, columns=names):
                # polars-hash gives a NULL map the bytes of an empty one, and we those of NULL; to Polars it is a list.
                result = frame.select(f=hl.fingerprint(*names)).item()
                self.assertEqual(result, entry["fingerprint"])
                seen += 1
                if "xxh128" in entry:
                    rows = frame.select(hl.row_xxh128_hex(*names)).to_series().to_list()
                    self.assertEqual(rows, entry["xxh128"])
        self.assertGreater(seen, 50)


class Values(unittest.TestCase):
    def test_hashes(self):
        frame = pl.DataFrame({"v": ["", "a", None, "é" * 100]})
        column = plh.col("v")
        expected = frame.select(
            a=column.nchash.xxh3_64(), b=column.chash.blake3(), c=column.chash.sha2_256(), d=column.nchash.xxhash64()
        )
        result = frame.select(a=hl.xxh3("v"), b=hl.blake3_hex("v"), c=hl.hexdigest("v", "sha256"), d=hl.xxh64("v"))
        self.assertEqual(result.to_dicts(), expected.to_dicts())


if __name__ == "__main__":
    unittest.main()
