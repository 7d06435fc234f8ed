"""`hashlane diff --left-files … --right-files …` on random histories of tables, beside a comparison of all rows in Python.

usage: snapshot_histories.py PROGRAM [--histories N] [--seed N] [--formats NAME…]    (with the Python that has tests/files/scrub/requirements.txt)

pyiceberg, delta-rs and DuckLake write the tables and read their snapshots; the recipes of sql/file_lists list their files.
"""

import argparse
import itertools
import json
import random
import shutil
import tempfile
from collections import Counter
from pathlib import Path

import duckdb

from scrub_tables import connect
from snapshots.refusals import test_refusals
from snapshots.tables import Delta, DuckLake, Iceberg
from support.program import one_line, run

FORMATS = {"iceberg": Iceberg, "delta": Delta, "ducklake": DuckLake}
CHANGES = 7


def plain(value):
    """A value as JSON has it."""
    return json.loads(json.dumps(value))


def lines(done):
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def listed(path):
    relation = duckdb.sql(f"SELECT * FROM '{path}'")
    rows = [dict(zip(relation.columns, row)) for row in relation.fetchall()]
    return {row["path"]: row for row in rows}


def differences(left, right, columns):
    """Changes by their ids, and changed values."""
    added, removed = right.keys() - left.keys(), left.keys() - right.keys()
    changed = {
        (key, column): [plain(rows[key].get(column)) for rows in (left, right)]
        for key in left.keys() & right.keys() for column in columns if left[key].get(column) != right[key].get(column)
    }
    return added, removed, changed


class Pair:
    """Two snapshots of a table, and what the program says of them."""

    def __init__(self, lake, left, right):
        self.left, self.right = left, right
        # The folders' names of Delta are text.
        self.texts = {"part"} if isinstance(lake, Delta) and lake.is_partitioned else set()
        self.lists = [listed(side.list) for side in (left, right)]
        self.options = ["diff", "--left-files", left.list, "--right-files", right.list]

    def refused(self):
        """Whether a list has deletes; then the program says so in one line."""
        marked = [file for side in self.lists for file in side.values() if file.get("deletes") or file.get("content")]
        if marked:
            one_line(run(*self.options, "--key", "id", expected=2), "has deletes", "compact the table")
        return bool(marked)

    def rows(self, condition=lambda key: True):
        """The rows of both sides, by id, as the program prints them."""
        for side in (self.left, self.right):
            yield {
                key: row | {name: None if row[name] is None else str(row[name]) for name in self.texts}
                for key, row in side.rows.items() if condition(key)
            }

    def summary(self, *options):
        done = run(*self.options, *options, "--summary", "--json", expected=None)
        assert done.returncode < 2, (options, done.stderr)
        return lines(done)[0]

    def check(self):
        summary = self.summary("--key", "id")
        self.check_files(summary)
        compared = [column["column"] for column in summary["columns"]]
        self.check_columns(summary, compared)
        left, right = self.rows()
        added, removed, changed = differences(left, right, compared)
        rows = {key for key, _ in changed}
        expected = {
            "left_rows": len(left), "right_rows": len(right), "added": len(added), "removed": len(removed), "changed": len(rows),
            "equal": len(left) - len(removed) - len(rows),
        }
        assert expected == {name: summary[name] for name in expected}, (expected, summary)
        counts = Counter(column for _, column in changed)
        assert counts == Counter({c["column"]: c["changed"] for c in summary["columns"] if c["changed"]}), (counts, summary)
        self.check_rows(summary, added, removed, changed)
        self.check_condition(compared)
        if not summary["not_compared"] and summary["bytes_read"]:
            self.check_multiset(["id", *compared])
        return summary

    def check_files(self, summary):
        left, right = self.lists
        shared = left.keys() & right.keys()
        own = [{path: file for path, file in side.items() if path not in shared} for side in self.lists]
        found = (summary["files_shared"], summary["left_files_read"], summary["right_files_read"])
        assert found == (len(shared), len(own[0]), len(own[1])), summary
        size = sum(file["bytes"] for side in own for file in side.values())
        # Where nothing is read, the columns are those of a shared file.
        footer = 0 if size else min((left[path]["bytes"] for path in shared), default=0)
        assert summary["bytes_read"] <= 1.05 * size + footer, (summary, size)

    def check_columns(self, summary, compared):
        """A column that isn't compared is reported, unless nothing was read."""
        common = set(self.left.columns) & set(self.right.columns) - {"id"}
        reported = {column["column"] for column in summary["not_compared"]}
        assert reported <= set(self.left.columns) | set(self.right.columns), summary
        if summary["left_files_read"] + summary["right_files_read"]:
            # All files of one side may be older than a column.
            assert common <= reported | set(compared) | {"extra"}, (common, summary)

    def check_rows(self, summary, added, removed, changed):
        is_equal = not (added or removed or changed or summary["not_compared"])
        found = lines(run(*self.options, "--key", "id", "--json", expected=0 if is_equal else 1))
        keys = {kind: {line["key"]["id"] for line in found if line["change"] == kind} for kind in ("added", "removed")}
        assert keys == {"added": added, "removed": removed}, (keys, added, removed)
        values = {
            (line["key"]["id"], line["column"]): [line["left"], line["right"]] for line in found if line["change"] == "changed"
        }
        assert values == changed, (values, changed)

    def check_condition(self, compared):
        left, right = self.rows(lambda key: key % 3 == 0)
        added, removed, changed = differences(left, right, compared)
        summary = self.summary("--key", "id", "--where", "id % 3 = 0")
        found = (summary["added"], summary["removed"], summary["changed"])
        assert found == (len(added), len(removed), len({key for key, _ in changed})), summary
        assert not {"left_rows", "right_rows", "equal"} & summary.keys(), summary

    def check_multiset(self, columns):
        left, right = (Counter(json.dumps([row.get(name) for name in columns]) for row in rows.values()) for rows in self.rows())
        summary = self.summary("--multiset")
        found = (summary["added"], summary["removed"], summary["equal"])
        assert found == ((right - left).total(), (left - right).total(), (left & right).total()), summary


def history(name, seed, connection, folder):
    """Compares snapshots of one table. Returns how many pairs were compared, and how many were refused."""
    folder.mkdir()
    chance = random.Random(f"{name} {seed}")
    lake = FORMATS[name](chance, folder, connection)
    lake.append()
    snapshots = [lake.snapshot()]
    for _ in range(CHANGES):
        lake.change()
        snapshots.append(lake.snapshot())
    pairs = [*itertools.pairwise(snapshots), *(chance.sample(snapshots, 2) for _ in range(3))]
    compared = refused = 0
    for left, right in pairs:
        pair = Pair(lake, left, right)
        if pair.refused():
            refused += 1
            continue
        pair.check()
        compared += 1
    if isinstance(lake, DuckLake):
        lake.close()
    shutil.rmtree(folder)
    return compared, refused


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--histories", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--formats", nargs="*", default=list(FORMATS))
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="snapshots-"))
    try:
        connection = connect(folder)
        test_refusals(folder)
        print("snapshots: refusals ok", flush=True)
        for name in options.formats:
            compared = refused = 0
            for seed in range(options.seed, options.seed + options.histories):
                try:
                    found = history(name, seed, connection, folder / f"{name} {seed}")
                except BaseException as error:
                    error.add_note(f"repeat it with --formats {name} --seed {seed} --histories 1")
                    raise
                compared, refused = compared + found[0], refused + found[1]
            assert compared, name
            print(f"snapshots: {name}: {compared} pairs compared, {refused} with deletes refused", flush=True)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
