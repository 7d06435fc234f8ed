"""hashlane.diff."""

import unittest
from decimal import Decimal

import duckdb
import polars as pl
import pyarrow as pa

import hashlane


class Diff(unittest.TestCase):
    a = pa.table({"id": [1, 2, 3], "city": ["Oslo", None, "Rome"], "price": [Decimal("1.5"), None, Decimal("2.0")]})
    b = pl.DataFrame({"city": ["Bern", "Oslo", "Paris"], "id": [4, 1, 3], "price": [1.0, 1.5, 2.0], "more": [0, 0, 0]})

    def test_rows(self):
        b = self.b.with_columns(pl.col("price").cast(pl.Decimal(10, 4)))
        changes = hashlane.diff(self.a, b, key="id")
        expected = [
            ("added", 4, None, None, None),
            ("changed", 3, "city", "Rome", "Paris"),
            ("removed", 2, None, None, None),
        ]
        self.assertEqual(changes.columns, ["change", "id", "column", "left", "right"])
        self.assertEqual(sorted(changes.fetchall()), expected)
        self.assertEqual(len(changes), 3)
        self.assertEqual(sorted(pl.DataFrame(changes).rows()), expected)
        self.assertEqual(pa.table(changes).num_rows, 3)

    def test_streams_and_keys_of_two_columns(self):
        reader = pa.RecordBatchReader.from_batches(self.a.schema, self.a.to_batches())
        self.assertEqual(len(hashlane.diff(reader, self.a, key=["id", "city"])), 0)

    def test_relations_of_another_connection(self):
        con = duckdb.connect()
        monday = con.sql("SELECT 1 AS id, 'Oslo' AS city UNION ALL SELECT 2, NULL")
        tuesday = con.sql("SELECT 1 AS id, 'Bergen' AS city UNION ALL SELECT 2, NULL")
        self.assertEqual(hashlane.diff(monday, tuesday, key="id").fetchall(), [("changed", 1, "city", "Oslo", "Bergen")])

    def test_what_cannot_be_compared(self):
        with self.assertRaisesRegex(duckdb.Error, "the left table has a key twice"):
            hashlane.diff(pa.concat_tables([self.a, self.a]), self.a, key=["id"])
        with self.assertRaises(duckdb.Error):
            hashlane.diff(self.a, self.b, key=["nothing"])


if __name__ == "__main__":
    unittest.main()
