"""Lists whose files don't have the rows of the table, and columns that were renamed: each is refused in one line."""

import csv
import os

import pyarrow as pa
import pyarrow.parquet as pq
from pyiceberg.catalog.sql import SqlCatalog

from support.program import one_line, run


def write(path, rows, **options):
    pq.write_table(pa.table(rows), path, **options)
    return path


def make_list(target, files, header=("path", "bytes", "rows"), **values):
    """A list of Parquet files as they are, but for `values`."""
    with open(target, "w", newline="") as out:
        lines = csv.DictWriter(out, [*header, *(name for name in values if name not in header)], extrasaction="ignore")
        lines.writeheader()
        for file in files:
            found = {"path": file, "bytes": os.path.getsize(file), "rows": pq.read_metadata(file).num_rows}
            lines.writerow(found | values)
    return target


class Refusals:
    def __init__(self, folder):
        self.folder = folder
        self.file = write(folder / "a.parquet", {"id": [1, 2], "v": ["a", "b"]})
        # Any name is that of a Parquet file.
        self.other = write(folder / "b.of.a.writer", {"id": [1, 3], "v": ["a", "c"]})
        self.right = make_list(folder / "right.csv", [self.other])

    def refuses(self, *words, right=None, **values):
        left = make_list(self.folder / "left.csv", values.pop("files", [self.file]), **values)
        one_line(run("diff", "--left-files", left, "--right-files", right or self.right, "--key", "id", expected=2), *words)

    def test_lists(self):
        run("diff", "--left-files", make_list(self.folder / "left.csv", [self.file]), "--right-files", self.right, "--key", "id", expected=1)
        for deletes in ("true", "1", "/lake/x-deletes.parquet"):
            self.refuses("a.parquet", "has deletes", "compact the table", deletes=deletes)
        for deletes in ("", "0", "false"):
            left = make_list(self.folder / "none.csv", [self.other], deletes=deletes, content="0")
            run("diff", "--left-files", left, "--right-files", self.right, "--key", "id")
        self.refuses("a.parquet", "has the content '1', which isn't data", content=1)
        self.refuses("a.parquet: has 2 rows, but", "left.csv says 3", rows=3)
        self.refuses("a.parquet: has", "left.csv says 7", bytes=7)
        self.refuses("states no rows for", "a.parquet", header=("path", "bytes"))
        self.refuses("states no bytes for", "a.parquet", header=("path", "rows"))
        self.refuses("has no column 'path'", header=("bytes", "rows"))
        self.refuses("a.parquet' twice", files=[self.file, self.file])
        (self.folder / "link").symlink_to(self.file)
        for alias in (self.folder / "link", self.folder / ".." / self.folder.name / "a.parquet", f"file://{self.file}"):
            right = self.folder / "alias.csv"
            bytes = os.path.getsize(self.file)
            right.write_text(f"path,bytes,rows\n{self.file},{bytes},2\n{alias},{bytes},2\n")
            self.refuses("alias.csv", "a.parquet' twice", right=right)
        self.refuses("more rows than 64 bits", files=[self.file, self.other], rows=2**63)
        # Names of columns in any case, each once, and digests in both lists.
        left = self.folder / "odd.csv"
        for header, words in ((" Path ,BYTES,Rows,Deletes", "has deletes"), ("path,bytes,rows,ROWS", "two columns 'rows'")):
            left.write_text(f"{header}\n{self.file},{os.path.getsize(self.file)},2,1\n")
            one_line(run("diff", "--left-files", left, "--right-files", self.right, "--key", "id", expected=2), words)
        digests = [make_list(self.folder / f"digest{at}.csv", [self.file], digest=f"{at}" * 32) for at in (0, 1)]
        one_line(run("diff", "--left-files", digests[0], "--right-files", digests[1], "--key", "id", expected=2), "another digest")
        self.refuses("No such file", "gone.parquet", path=self.folder / "gone.parquet")
        self.refuses("is a folder", path=self.folder)

    def test_files(self):
        table = self.folder / "table.csv"
        table.write_text("id,v\n1,a\n")
        self.refuses("table.csv: can't be read as Parquet", path=table, bytes=table.stat().st_size)
        # A file in both lists has changed in between.
        right = make_list(self.folder / "changed.csv", [self.file], rows=3)
        self.refuses("a.parquet: has", "2 rows in", "3 rows in", "it changed", right=right)

    def test_arguments(self):
        lists = ["diff", "--left-files", self.right, "--right-files", self.right]
        for more in (["--left-where", "id > 1"], ["--delimiter", ";"], [self.file, self.other], ["--infer"]):
            assert b"cannot be used with" in run(*lists, "--key", "id", *more, expected=2).stderr
        # No row is read, but options must fit the columns.
        for more, words in ((["--key", "x"], "no key column 'x'"), (["--key", "id", "--ignore", "x"], "column 'x'"), (["--key", "id", "--where", "v >"], "v >")):
            one_line(run(*lists, *more, expected=2), words)
        done = run(*lists, "--key", "id", "--where", "id > 1", "--summary")
        assert b"files: 1 in both lists" in done.stdout and b"equal" not in done.stdout, done.stdout
        assert run(*lists, "--key", "id", "--csv").stdout == b"change,id,column,left,right\n"
        assert run(*lists, "--multiset", "--summary").stdout.endswith(b"0 added, 0 removed, 2 equal\n")


def test_columns(folder):
    """Iceberg renames columns in files that it doesn't write again."""
    warehouse = folder / "warehouse"
    warehouse.mkdir()
    catalog = SqlCatalog("tests", uri=f"sqlite:///{warehouse}/catalog.db", warehouse=f"file://{warehouse}")
    catalog.create_namespace("shop")
    rows = pa.table({"id": [1, 2], "old": ["a", "b"], "day": [1, 1]})
    table = catalog.create_table("shop.orders", schema=rows.schema)
    table.append(rows)

    def files():
        return sorted(file["file_path"] for file in table.inspect.files().to_pylist())

    def compare(left, right, *options, expected):
        lists = [make_list(folder / f"{at}.csv", [path.removeprefix("file://") for path in side]) for at, side in enumerate([left, right])]
        return run("diff", "--left-files", lists[0], "--right-files", lists[1], "--key", "id", *options, expected=expected)

    first = files()
    with table.update_schema() as schema:
        schema.rename_column("old", "new")
    table.append(rows.rename_columns(["id", "new", "day"]).set_column(0, "id", pa.array([3, 4])))
    second = sorted(set(files()) - set(first))
    # One side has both names.
    one_line(compare([], files(), expected=2), "calls a column", "'new'", "'old'", "renamed")
    # One name on each side: two columns, unless the names are mapped.
    assert b"column old: only on the left" in compare(first, second, expected=1).stdout
    assert b"column" not in compare(first, second, "--map", "old=new", expected=1).stdout
    # Another column with the name of one that was dropped.
    with table.update_schema() as schema:
        schema.delete_column("day")
    with table.update_schema() as schema:
        schema.add_column("day", table.schema().find_field("id").field_type)
    table.append(rows.rename_columns(["id", "new", "day"]).set_column(0, "id", pa.array([5, 6])))
    third = sorted(set(files()) - set(first) - set(second))
    one_line(compare(second, third, expected=2), "another column 'day'", "dropped and added again")
    # A file of another writer has no ids.
    plain = write(folder / "plain.parquet", {"id": [7], "new": ["c"], "day": [1]})
    one_line(compare([], [*third, str(plain)], expected=2), "plain.parquet", "without field ids")


def test_folders(folder):
    """With field ids, folders are Iceberg's own or another table's columns: nothing tells. They must not differ."""
    schema = pa.schema([pa.field("id", pa.int64(), metadata={"PARQUET:field_id": "1"})])
    for day in (1, 2):
        (folder / f"env=prod/day={day}").mkdir(parents=True)
        (folder / f"env=prod/id_bucket_4={day}").mkdir()
        for place in (f"day={day}", f"id_bucket_4={day}"):
            pq.write_table(pa.table({"id": [day]}, schema=schema), folder / f"env=prod/{place}/{day}.parquet")
    files = {name: [folder / f"env=prod/{name}={day}/{day}.parquet" for day in (1, 2)] for name in ("day", "id_bucket_4")}
    for name, (left, right) in files.items():
        for sides in ([[left], [right]], [[], [left, right]]):
            lists = [make_list(folder / f"{at}.csv", side) for at, side in enumerate(sides)]
            done = run("diff", "--left-files", lists[0], "--right-files", lists[1], "--key", "id", expected=2 if name == "day" else 1)
            if name == "day":
                one_line(done, "is in the folder 'env=prod/day=", "compare the tables themselves")


def test_refusals(folder):
    refusals = Refusals(folder)
    refusals.test_lists()
    refusals.test_files()
    refusals.test_arguments()
    test_columns(folder)
    test_folders(folder)
