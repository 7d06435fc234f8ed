"""Hashes and fingerprints of rows in PyPI's datafusion, against the vectors."""

import json
import pathlib
import unittest

import pyarrow as pa

from sessions import column, rows, session

FOLDER = pathlib.Path(__file__).resolve().parents[4] / "tests/vectors"
VECTORS = json.loads((FOLDER / "rows.json").read_text())


def vectors_session():
    """A session with the tables of the vectors."""
    ctx = session()
    for file in VECTORS["files"]:
        path = FOLDER / "rows" / file["file"]
        if path.suffix == ".parquet":
            ctx.register_parquet(path.stem, str(path))
        else:
            with pa.ipc.open_file(path) as reader:
                ctx.register_record_batches(path.stem, [[reader.get_batch(i) for i in range(reader.num_record_batches)]])
    return ctx


def row_sets():
    """The sets of columns that DataFusion reads as they are written: table, columns, expected values."""
    differs = {
        (file["file"], column["name"])
        for file in VECTORS["files"]
        for column in file["columns"]
        if "datafusion" in column.get("differs", [])
    }
    for entry in VECTORS["sets"]:
        if not any((entry["file"], name) in differs for name in entry["columns"]):
            columns = ", ".join(f'"{name}"' for name in entry["columns"])
            yield pathlib.Path(entry["file"]).stem, columns, entry


class Rows(unittest.TestCase):
    def test_hashes(self):
        ctx, seen = vectors_session(), 0
        calls = "row_bytes_hex({0}), row_xxh3_hex({0}), row_xxh128_hex({0}), row_blake3_hex({0})"
        for name, columns, entry in row_sets():
            if "bytes" not in entry:
                continue
            seen += 1
            with self.subTest(table=name, columns=columns):
                found = rows(ctx, f"SELECT {calls.format(columns)} FROM {name} ORDER BY id")
                expected = zip(entry["bytes"], entry["xxh3"], entry["xxh128"], entry["blake3"])
                # Of long rows, the vectors have only the digests.
                expected = [(encoded or row[0], *digests) for row, (encoded, *digests) in zip(found, expected, strict=True)]
                self.assertEqual(found, expected)
        self.assertGreater(seen, 100)

    def test_fingerprints(self):
        ctx, seen, refused = vectors_session(), 0, 0
        for name, columns, entry in row_sets():
            seen += 1
            with self.subTest(table=name, columns=columns):
                is_lone = columns.count('"') == 2
                if is_lone and pa.types.is_struct(ctx.sql(f"SELECT {columns} FROM {name}").schema().field(0).type):
                    refused += 1
                    with self.assertRaisesRegex(Exception, "the only value is a STRUCT"):
                        rows(ctx, f"SELECT fingerprint({columns}) FROM {name}")
                    continue
                found = rows(ctx, f"SELECT fingerprint({columns}), hash_agg({columns}) FROM {name}")
                self.assertEqual(found, [(entry["fingerprint"], bytes.fromhex(entry["hash_agg"]))])
                groups = f"SELECT hash_agg({columns}) FROM {name} GROUP BY id % 3 ORDER BY id % 3"
                self.assertEqual([group.hex() for group in column(ctx, groups)], entry["by_id_modulo_3"])
        self.assertGreater(seen, 100)
        self.assertGreater(refused, 5)


if __name__ == "__main__":
    unittest.main()
