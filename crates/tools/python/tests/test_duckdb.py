"""hashlane.duckdb."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import duckdb
import xxhash

import hashlane
import hashlane.arrow as ha


# Writes a database whose log calls our functions, and dies.
CRASH = """
import os, sys, hashlane
con = hashlane.duckdb.connect(sys.argv[1])
con.execute("CREATE SEQUENCE s; CREATE TABLE t(id INT DEFAULT nextval('s'), a VARCHAR, h UBIGINT GENERATED ALWAYS AS (xxh3(a)))")
con.execute("CREATE TABLE d(a VARCHAR, h UBIGINT DEFAULT xxh3('hashlane'), CHECK (crc32(a) <> 3421780262))")
con.execute("ALTER TABLE t ADD COLUMN b INT; INSERT INTO t(a) VALUES ('hashlane'); INSERT INTO d(a) VALUES ('x')")
os._exit(0)
"""


class Crashes(unittest.TestCase):
    rows = [(1, "hashlane", xxhash.xxh3_64_intdigest(b"hashlane"), None)]

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "it's \"a\" log.duckdb")
        subprocess.run([sys.executable, "-c", CRASH, self.path], check=True)
        self.assertTrue(os.path.exists(self.path + ".wal"))
        with self.assertRaises(duckdb.Error):
            duckdb.connect(self.path)

    def test_the_log_is_applied(self):
        with hashlane.duckdb.connect(pathlib.Path(self.path), config={"threads": 1}) as con:
            self.assertEqual(con.execute("FROM t").fetchall(), self.rows)
            self.assertEqual(con.execute("SELECT h FROM d").fetchall(), [(self.rows[0][2],)])
            with self.assertRaises(duckdb.ConstraintException):
                con.execute("INSERT INTO d(a) VALUES ('123456789')")
            self.assertEqual(con.execute("SELECT current_database()").fetchone(), ('it\'s "a" log',))
            self.assertEqual(con.execute("SELECT current_setting('threads')").fetchone(), (1,))
            # Cursors, and a second connection.
            self.assertEqual(con.cursor().execute("FROM t").fetchall(), self.rows)
            with hashlane.duckdb.connect(self.path, config={"threads": 1}) as other:
                self.assertEqual(other.execute("FROM t").fetchall(), self.rows)
        # No log is left, so any connection opens the file.
        with duckdb.connect(self.path, read_only=True) as con:
            self.assertEqual(con.execute("SELECT a FROM t").fetchall(), [("hashlane",)])

    def test_read_only(self):
        for options in ({"read_only": True}, {"config": {"access_mode": "READ_ONLY"}}):
            with self.assertRaisesRegex(ValueError, "^the log of .* connect once without read_only, or attach"):
                hashlane.duckdb.connect(self.path, **options)
        self.assertTrue(os.path.exists(self.path + ".wal"))
        # What the error says to do.
        with hashlane.duckdb.connect() as con:
            name = self.path.replace("'", "''")
            con.execute(f"ATTACH '{name}' AS it (READ_ONLY)")
            self.assertEqual(con.execute("FROM it.t").fetchall(), self.rows)

    def test_other_failures(self):
        """A log that is damaged, and a file that is no database, keep DuckDB's error."""
        with open(self.path, "wb") as file:
            file.write(b"not a database" * 1000)
        with self.assertRaises(duckdb.Error):
            hashlane.duckdb.connect(self.path)


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
            self.assertEqual(con.sql("SELECT 1").fetchall(), [(1,)])
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
