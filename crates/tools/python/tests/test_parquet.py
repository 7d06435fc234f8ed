"""hashlane.parquet."""

import pathlib
import shutil
import tempfile
import unittest

import pyarrow as pa
import pyarrow.parquet as pq

import hashlane.arrow as ha
import hashlane.parquet as hp

TABLE = pa.table({"id": range(1000), "name": [f"name {i}" for i in range(1000)]})


class Files(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.path = self.folder / "a.parquet"
        pq.write_table(TABLE, self.path, compression="none", write_page_checksum=True)

    def test_verify(self):
        result = hp.verify(self.path, deep=True)
        self.assertEqual(
            result.column_names, ["file", "row_group", "column_name", "page", "byte_offset", "check_name", "ok", "detail"]
        )
        self.assertNotIn(False, pa.table(result)["ok"].to_pylist())
        data = bytearray(self.path.read_bytes())
        data[data.index(b"name 500")] ^= 1
        self.path.write_bytes(data)
        damaged = [row for row in hp.verify(self.path).to_pylist() if row["ok"] is False]
        self.assertEqual({row["column_name"] for row in damaged}, {"name"})
        self.assertEqual(len(hp.verify(str(self.folder / "*.parquet"))), len(hp.verify(self.path)))

    def test_fingerprint(self):
        other = self.folder / "b.parquet"
        pq.write_table(TABLE.slice(500).select(["id", "name"]), other, compression="zstd")
        pq.write_table(pa.concat_tables([TABLE.slice(500), TABLE.slice(0, 500)]), other, compression="zstd")
        result = hp.fingerprint(self.path)
        self.assertEqual([row["column_name"] for row in result.to_pylist()], ["id", "name", None])
        of = lambda path, **options: [row["fingerprint"] for row in hp.fingerprint(path, **options).to_pylist()]
        self.assertEqual(of(self.path), of(other))
        self.assertNotEqual(of(self.path, ordered=True), of(other, ordered=True))
        self.assertEqual(of(self.path)[0], ha.fingerprint(TABLE["id"]))
        self.assertEqual(of(self.path)[2], ha.fingerprint(*TABLE.columns))

    def test_diff(self):
        other = self.folder / "b.parquet"
        shutil.copy(self.path, other)
        self.assertEqual(hp.diff(self.path, other).num_rows, 0)
        changed = TABLE.set_column(1, "name", pa.array(["changed", *TABLE["name"].to_pylist()[1:]]))
        pq.write_table(changed, other)
        found = hp.diff(self.path, other).to_pylist()
        self.assertIn("name", {row["column_name"] for row in found})
        self.assertNotIn("id", {row["column_name"] for row in found})

    def test_add_crc(self):
        plain, copy = self.folder / "plain.parquet", self.folder / "copy.parquet"
        pq.write_table(TABLE, plain)
        self.assertNotIn(True, [row["ok"] for row in hp.verify(plain).to_pylist() if row["page"] is not None])
        row, = hp.add_crc(plain, copy).to_pylist()
        self.assertEqual((row["file"], row["already"], row["wrong"]), (str(copy), 0, 0))
        self.assertEqual(row["bytes_written"], copy.stat().st_size)
        self.assertEqual(copy.stat().st_mode, plain.stat().st_mode)
        self.assertEqual(pq.read_table(copy, page_checksum_verification=True), TABLE)
        with self.assertRaisesRegex(OSError, "overwrite=True replaces it"):
            hp.add_crc(plain, copy)
        self.assertEqual(hp.add_crc(copy, copy, overwrite=True).to_pylist()[0]["already"], row["pages"])

    def test_errors(self):
        with self.assertRaisesRegex(OSError, "missing.parquet"):
            hp.verify(self.folder / "missing.parquet")
        with self.assertRaisesRegex(TypeError, "pass a str"):
            hp.verify(b"a.parquet")
        with self.assertRaises(TypeError):
            hp.verify(self.path, deep="yes")
        text = self.folder / "text.parquet"
        text.write_text("no Parquet file")
        with self.assertRaisesRegex(OSError, "text.parquet"):
            hp.fingerprint(text)
        self.assertFalse([path for path in self.folder.iterdir() if path.name.startswith(".")])


if __name__ == "__main__":
    unittest.main()
