"""hashlane.arrow without pyarrow, over series of Polars."""

import importlib.util
import unittest

import polars as pl
import xxhash

import hashlane.arrow as ha
import hashlane.parquet as hp


class Series(unittest.TestCase):
    def test_there_is_no_pyarrow(self):
        self.assertIsNone(importlib.util.find_spec("pyarrow"))

    def test_hashes(self):
        series = pl.concat([pl.Series(["a", None]), pl.Series(["hashlane"])], rechunk=False)
        expected = [value and xxhash.xxh3_64_intdigest(value.encode()) for value in series]
        result = ha.xxh3(series)
        self.assertEqual(result.to_pylist(), expected)
        self.assertEqual(pl.Series(result).to_list(), expected)
        self.assertEqual(pl.Series(ha.blake3_hex(series)).dtype, pl.String)
        with self.assertRaisesRegex(TypeError, "an argument is a table"):
            ha.row_xxh3(pl.DataFrame({"a": [1]}))

    def test_tables(self):
        import tempfile

        with tempfile.NamedTemporaryFile(suffix=".parquet") as file:
            frame = pl.DataFrame({"id": [1, 2], "v": ["a", None]})
            frame.write_parquet(file.name)
            result = pl.DataFrame(hp.fingerprint(file.name))
            self.assertEqual(result["column_name"].to_list(), ["id", "v", None])
            self.assertEqual(result["fingerprint"][2], ha.fingerprint(*frame.get_columns()))


if __name__ == "__main__":
    unittest.main()
