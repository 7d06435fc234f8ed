"""hashlane.duckdb."""

import pathlib
import tempfile
import unittest

import duckdb
import xxhash

import hashlane
import hashlane.arrow as ha


class Connections(unittest.TestCase):
    def test_connect(self):
        with hashlane.duckdb.connect() as con:
            found = con.execute("SELECT xxh3('hashlane'), row_xxh128_hex(7, 'ok')").fetchone()
        self.assertEqual(found, (xxhash.xxh3_64_intdigest(b"hashlane"), ha.row_xxh128_hex(7, "ok")))

    def test_a_file_and_settings(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a.duckdb"
            with hashlane.duckdb.connect(path, config={"threads": 1}) as con:
                con.execute("CREATE TABLE t AS SELECT xxh3('a') AS h")
            with hashlane.duckdb.connect(str(path), read_only=True) as con:
                self.assertEqual(con.execute("SELECT h = xxh3('a') FROM t").fetchone(), (True,))

    def test_load(self):
        with duckdb.connect(config={"allow_unsigned_extensions": "true"}) as con:
            hashlane.duckdb.load(con)
            hashlane.duckdb.load(con)
            self.assertEqual(con.execute("SELECT crc32('123456789')").fetchone(), (0xCBF43926,))

    def test_a_connection_that_allows_no_unsigned_extension(self):
        with duckdb.connect() as con:
            with self.assertRaisesRegex(ValueError, "use hashlane.duckdb.connect"):
                hashlane.duckdb.load(con)
        with self.assertRaisesRegex(ValueError, "use hashlane.duckdb.connect"):
            hashlane.duckdb.connect(config={"allow_unsigned_extensions": "false"})

    def test_both_have_the_same_functions(self):
        with hashlane.duckdb.connect() as con:
            tables = con.execute("SELECT name FROM hashlane_functions() WHERE returns = 'TABLE'").fetchall()
            names = con.execute("SELECT name FROM hashlane_functions() WHERE returns <> 'TABLE'").fetchall()
        self.assertEqual({name for name, in names}, set(ha._functions.__all__))
        self.assertTrue({("parquet_verify",), ("parquet_fingerprint",), ("parquet_diff",)} <= set(tables))

    def test_the_same_bytes(self):
        with hashlane.duckdb.connect() as con:
            rows = con.sql("SELECT v, xxh3(v), blake3(v), row_xxh128(v, 7) FROM (VALUES ('a'), ('hashlane')) AS t(v)")
            for value, xxh3, blake3, row in rows.fetchall():
                self.assertEqual((xxh3, blake3), (ha.xxh3(value), ha.blake3(value)))
                self.assertEqual(row, ha.row_xxh128(value, 7))


if __name__ == "__main__":
    unittest.main()
