"""hashlane.diff_files, beside a comparison of dictionaries."""

import os
import pathlib
import random
import tempfile
import unittest

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

import hashlane

SEED = random.SystemRandom().getrandbits(32)
SCHEMA = pa.schema([("id", pa.int64()), ("x", pa.float64()), ("n", pa.string())])


class DiffFiles(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, rows):
        """Writes rows to a file, and returns its row of a list."""
        path = str(self.folder / name)
        pq.write_table(pa.Table.from_pylist([dict(zip(SCHEMA.names, row)) for row in rows], SCHEMA), path)
        return {"path": path, "bytes": os.path.getsize(path), "rows": len(rows)}

    def snapshots(self, r):
        """Two snapshots that share files, as rows by id and as lists."""
        rows = lambda ids: [(id, r.choice([0.0, 1.0, 1.05, None]), r.choice(["a", "", None])) for id in ids]
        files = [rows(range(start, start + 20)) for start in range(0, 100, 20)]
        left = [self.write(f"{at}.parquet", part) for at, part in enumerate(files)]
        right, after = list(left), {row[0]: row for part in files for row in part}
        for at in r.sample(range(5), r.randint(0, 3)):
            kept = [row for row in files[at] if r.random() < 0.9]
            new = kept + rows(r.sample(range(100 + at * 10, 110 + at * 10), 3))
            if kept:
                new[0] = (new[0][0], *rows([0])[0][1:])
            right[at] = self.write(f"{at}-new.parquet", new)
            for row in files[at]:
                del after[row[0]]
            after |= {row[0]: row for row in new}
        return {row[0]: row for part in files for row in part}, after, left, right

    def test_random_snapshots(self):
        print(f"seed {SEED}")
        r = random.Random(SEED)
        for tolerance in (None, 0.1, {"x": 0.1}):
            before, after, left, right = self.snapshots(r)
            expected = {("removed", id, None) for id in before.keys() - after.keys()} | {("added", id, None) for id in after.keys() - before.keys()}
            for id in before.keys() & after.keys():
                for at, name in ((1, "x"), (2, "n")):
                    a, b = before[id][at], after[id][at]
                    is_close = tolerance and at == 1 and a is not None and b is not None and abs(a - b) <= 0.1
                    if a != b and not is_close:
                        expected.add(("changed", id, name))
            changes = hashlane.diff_files(pa.Table.from_pylist(left), duckdb.from_arrow(pa.Table.from_pylist(right)), key="id", tolerance=tolerance)
            self.assertEqual(changes.columns, ["change", "id", "column", "left", "right"])
            found = [row[:3] for row in changes.fetchall()]
            self.assertEqual((len(found), set(found)), (len(expected), expected))

    def test_rows_without_a_key(self):
        left = [self.write("a.parquet", [(1, 1.0, "x"), (1, 1.0, "x")])]
        right = [self.write("b.parquet", [(1, 1.0, "x"), (2, None, "y")])]
        changes = hashlane.diff_files(pa.Table.from_pylist(left), pa.Table.from_pylist(right), key=None)
        self.assertEqual(sorted(changes.fetchall()), [("added", 2, None, "y", 1), ("removed", 1, 1.0, "x", 1)])
        self.assertIn("<td>y</td>", changes._repr_html_())

    def test_lists_as_files(self):
        files = pa.Table.from_pylist([self.write("a.parquet", [(1, 1.0, "x")])])
        pq.write_table(files, self.folder / "list.parquet")
        self.assertEqual(len(hashlane.diff_files(self.folder / "list.parquet", files, key="id")), 0)

    def test_errors(self):
        files = pa.Table.from_pylist([self.write("a.parquet", [(1, 1.0, "x")])])
        empty = pa.Table.from_pylist([self.write("b.parquet", [])])
        for error, words, left, options in (
            (TypeError, "the left list is 3", 3, {"key": "id"}),
            (ValueError, "the left list: states no rows", files.drop(["rows"]), {"key": "id"}),
            (ValueError, "no key column 'nix'", empty, {"key": "nix"}),
            (ValueError, "nix.csv: No such file", "nix.csv", {"key": "id"}),
            (ValueError, "key is an empty list", empty, {"key": []}),
            (TypeError, "tolerance is 'x'", empty, {"key": "id", "tolerance": "x"}),
            (ValueError, "leave tolerance out", empty, {"key": None, "tolerance": 1}),
            (ValueError, "holds no numbers", empty, {"key": "id", "tolerance": {"n": 1}}),
        ):
            with self.assertRaises(error) as raised:
                hashlane.diff_files(left, files, **options)
            text = str(raised.exception)
            self.assertIn(words, text)
            self.assertEqual(len(text.splitlines()), 1)
            self.assertTrue(text.startswith("hashlane.diff_files: "), text)


if __name__ == "__main__":
    unittest.main()
